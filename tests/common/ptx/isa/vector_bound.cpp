// SPDX-License-Identifier: Apache-2.0
#include "vector_bound.h"

#include <bit>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "ptx/isa/half.h"

namespace lockstep::ptx {

namespace {

struct Number {
  double value;
  double ulp;  ///< distance to the next larger magnitude
};

Number number_of(const std::string& kind, std::uint64_t bits) {
  double value = 0;
  int digits = 0, least = 0;
  if (kind == "f64") {
    value = std::bit_cast<double>(bits), digits = 53, least = -1074;
  } else if (kind == "f32" || kind == "angle") {
    value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    digits = 24, least = -149;
  } else if (kind == "f16") {
    value = widen<F16>(static_cast<std::uint32_t>(bits));
    digits = 11, least = -24;
  } else if (kind == "bf16") {
    value = widen<BF16>(static_cast<std::uint32_t>(bits));
    digits = 8, least = -133;
  } else {
    throw std::runtime_error("no bound is known for kind " + kind);
  }
  if (std::isinf(value)) return {value, 0};
  const int exponent = value == 0 ? least : std::ilogb(value) - digits + 1;
  return {value, std::ldexp(1.0, std::max(exponent, least))};
}

double parse_number(const std::string& word) {
  if (word.starts_with("2^")) return std::exp2(std::stod(word.substr(2)));
  return std::stod(word);
}

struct Clause {
  std::string measure;
  double amount = 0;
  std::string variable;  ///< |a|, |b|, |d|; empty: always
  double least = 0, most = HUGE_VAL;
};

Clause parse_clause(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.size() != 2 && words.size() != 6) {
    throw std::runtime_error("not a bound: " + text);
  }
  Clause clause{words[0], parse_number(words[1]), {}};
  if (words.size() == 2) return clause;
  const bool is_upper = words[3].starts_with("|");
  clause.variable = words[is_upper ? 3 : 5];
  (is_upper ? clause.most : clause.least) =
      parse_number(words[is_upper ? 5 : 3]);
  return clause;
}

double allowance(const Clause& clause, const Number& expected) {
  // The emulator's own value is rounded, hence half a unit more.
  const double half = expected.ulp / 2;
  if (clause.measure == "ulp") return clause.amount * expected.ulp + half;
  if (clause.measure == "abs") return clause.amount + half;
  if (clause.measure != "rel") {
    throw std::runtime_error("not a measure: " + clause.measure);
  }
  return clause.amount * std::fabs(expected.value) + half;
}

/// Negative where the manual promises nothing.
double allowed(const std::string& bound, const std::string& kind,
               std::uint64_t a, std::uint64_t b, const Number& expected) {
  std::istringstream in(bound);
  for (std::string text; std::getline(in, text, ',');) {
    const Clause clause = parse_clause(text);
    const double variable = std::fabs(
        clause.variable == "|d|"
            ? expected.value
            : number_of(kind, clause.variable == "|b|" ? b : a).value);
    if (clause.variable.empty() ||
        (variable >= clause.least && variable <= clause.most)) {
      return allowance(clause, expected);
    }
  }
  return -1;
}

}  // namespace

std::string bound_violation(const std::string& bound, const std::string& kind,
                            std::uint64_t a, std::uint64_t b,
                            std::uint64_t expected, std::uint64_t got) {
  if (expected == got) return {};
  if (kind.ends_with("x2")) {
    const std::string half = kind.substr(0, kind.size() - 2);
    const auto of_half = [&](unsigned shift) {
      const auto part = [&](std::uint64_t pair) {
        return pair >> shift & 0xffff;
      };
      return bound_violation(bound, half, part(a), part(b), part(expected),
                             part(got));
    };
    return of_half(0) + of_half(16);
  }
  const Number exact = number_of(kind, expected), near = number_of(kind, got);
  const bool is_nan = std::isnan(exact.value);
  if (is_nan && std::isnan(near.value)) return {};
  const double most = allowed(bound, kind, a, b, exact);
  if (most < 0 && !is_nan && !std::isnan(near.value)) return {};
  const double error = std::fabs(exact.value - near.value);
  if (error <= most) return {};
  std::ostringstream out;
  out << near.value << " is " << error << " from " << exact.value << ", bound "
      << most;
  return out.str();
}

}  // namespace lockstep::ptx
