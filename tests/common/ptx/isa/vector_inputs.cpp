// SPDX-License-Identifier: Apache-2.0
#include "vector_inputs.h"

#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

#include "ptx/isa/half.h"

namespace lockstep::ptx {

namespace {

using u64 = std::uint64_t;

/// splitmix64
class Random {
 public:
  explicit Random(u64 seed) : state_(seed) {}
  u64 next() {
    u64 z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  u64 below(u64 end) { return next() % end; }

 private:
  u64 state_;
};

u64 ones(unsigned bits) { return ~u64{0} >> (64 - bits); }

/// `row` walks through the edges first; later rows pick one.
template <std::size_t count>
u64 pick(const u64 (&edges)[count], Random& random, unsigned row) {
  const u64 chosen = random.below(count);
  return edges[row < count ? row : chosen];
}

u64 integer_edge(unsigned bits, Random& random, unsigned row) {
  const u64 sign = u64{1} << (bits - 1);
  const u64 edges[] = {0,
                       1,
                       ones(bits),
                       sign,
                       sign - 1,
                       sign + 1,
                       2,
                       ones(bits) - 1,
                       3,
                       0x7f,
                       0x80,
                       0xff,
                       0x7fff,
                       0x8000,
                       0xffff,
                       0x7fffff,
                       0x800000,
                       0xffffff,
                       0x5555555555555555,
                       0xaaaaaaaaaaaaaaaa};
  return pick(edges, random, row);
}

u64 integer(unsigned bits, Random& random, unsigned row, u64 before) {
  const u64 choice = random.below(8), raw = random.next();
  const u64 power = u64{1} << (raw % bits);
  if (row < 20 || choice < 2) return integer_edge(bits, random, row);
  switch (choice) {
    case 2:
      return power - (raw >> 32) % 3 + 1;
    case 3:
      return raw % 33 - 16;
    case 4:  // related to the operand before
      return (raw & 1 ? before : 0 - before) + (raw >> 8) % 3 - 1;
    default:  // any number of significant bits
      return (raw >> 8) >> (choice == 5 ? (raw & 63) : 0) << (raw & 7);
  }
}

struct FloatKind {
  unsigned exponent, fraction;
};

u64 float_edge(FloatKind kind, Random& random, unsigned row) {
  const unsigned f = kind.fraction;
  const u64 bias = ones(kind.exponent - 1), unit = u64{1} << f;
  const u64 sign = unit << kind.exponent, one = bias << f;
  const u64 infinity = ones(kind.exponent) << f;
  const u64 edges[] = {0,
                       sign,
                       one,
                       sign | one,
                       infinity,
                       sign | infinity,
                       sign - 1,
                       infinity | unit >> 1 | 5,
                       sign | infinity | unit >> 1,
                       infinity | 1,
                       1,
                       sign | 1,
                       unit - 1,
                       sign | (unit - 1),
                       unit,
                       sign | unit,
                       infinity - 1,
                       sign | (infinity - 1),
                       one + 1,
                       one - 1,
                       one + unit,
                       sign | (one - unit),
                       one + unit / 2,
                       sign | (one + unit + unit / 2)};
  return pick(edges, random, row);
}

/// Exponent near that of 1, fraction of a few bits, perhaps one bit more: the
/// halfway cases of narrower formats are among these.
u64 moderate_float(FloatKind kind, Random& random) {
  const u64 raw = random.next(), spread = random.below(3);
  const u64 bias = ones(kind.exponent - 1);
  const u64 span = spread == 0 ? 4 : spread == 1 ? 32 : 80;
  u64 exponent = bias - span / 2 + raw % span;
  if (exponent > 2 * bias) exponent = bias;
  u64 fraction = (raw >> 8) & ones(kind.fraction);
  if (raw >> 63) {
    const unsigned kept = static_cast<unsigned>((raw >> 56) & 15);
    if (kept < kind.fraction) {
      fraction &= ~ones(kind.fraction - kept);
      fraction |= (raw >> 61) & (raw >> 62) & 1;
    }
  }
  const u64 sign = (raw >> 60) & 1;
  return ((sign << kind.exponent | exponent) << kind.fraction) | fraction;
}

u64 floating(FloatKind kind, Random& random, unsigned row, u64 before) {
  const u64 choice = random.below(8), raw = random.next();
  if (row < 24 || choice < 2) return float_edge(kind, random, row);
  const u64 sign = u64{1} << (kind.exponent + kind.fraction);
  switch (choice) {
    case 2:  // any bits
      return raw & (sign | (sign - 1));
    case 3:  // the operand before, its opposite, its neighbours
      return (before ^ (raw & 1 ? sign : 0)) + (raw >> 8) % 3 - 1;
    default:
      return moderate_float(kind, random);
  }
}

/// Small positions and lengths, and ones at and past every width.
u64 position(Random& random, unsigned row) {
  constexpr u64 edges[] = {0,  1,  7,  8,  15,  16,  17,         31,        32,
                           33, 63, 64, 65, 255, 256, 0xffffffff, 0x80000000};
  const u64 raw = random.next();
  if (row < std::size(edges) || raw % 8 == 0) return pick(edges, random, row);
  return (raw >> 8) % (raw % 8 < 6 ? 34 : 72);
}

/// An angle up to 2 pi, or up to 100 pi.
u64 angle(Random& random, unsigned row) {
  if (row < 10) return float_edge({8, 23}, random, row);
  const u64 raw = random.next();
  const double unit = static_cast<double>(raw >> 40) * 0x1p-23 - 1;
  const double limit = raw & 1 ? 6.2831 : 314.159;
  return std::bit_cast<std::uint32_t>(static_cast<float>(unit * limit));
}

/// Operands whose product, sum or quotient lies within a few units of the
/// least normal number: `unit` in [1/2, 1), `least` that number over the
/// operand before, `twice` two of it, `minus` less it, `low` in [1, 2) times
/// it, and `over` the operand before over it.
double at_edge(const std::string& name, double least, double before, u64 raw) {
  const double fraction = static_cast<double>(raw >> 40) * 0x1p-24;
  if (name == "unit") return (1 + fraction) / 2;
  if (name == "low") return (1 + fraction) * least;
  if (name == "minus") return -least;
  before = std::fabs(before);
  if (name == "over") return before / least;
  return (name == "least" ? least : 2 * least) / before;
}

u64 near_least(const std::string& kind, Random& random, u64 before) {
  const std::size_t dot = kind.find(':');
  const std::string name = kind.substr(0, dot);
  const bool is_single = kind.substr(dot + 1) == "f32";
  const u64 raw = random.next();
  const auto bits_before = static_cast<std::uint32_t>(before);
  const double value = at_edge(
      name, is_single ? 0x1p-126 : 0x1p-14,
      is_single ? std::bit_cast<float>(bits_before) : widen<F16>(bits_before),
      raw);
  const u64 bits = is_single
                       ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                       : narrow<F16>(value);
  if (name == "minus") return bits;
  const u64 sign = (raw & 1) << (is_single ? 31 : 15);
  return (bits + (raw >> 1) % 5 - 2) ^ sign;
}

const std::map<std::string, FloatKind> float_kinds = {
    {"f16", {5, 10}},  {"bf16", {8, 7}}, {"f32", {8, 23}},
    {"f64", {11, 52}}, {"e4m3", {4, 3}}, {"e5m2", {5, 2}}};
const std::map<std::string, unsigned> integer_kinds = {
    {"b8", 8},   {"u8", 8},   {"s8", 8},   {"b16", 16},
    {"u16", 16}, {"s16", 16}, {"b32", 32}, {"u32", 32},
    {"s32", 32}, {"b64", 64}, {"u64", 64}, {"s64", 64}};

bool is_pair(const std::string& kind) { return kind.ends_with("x2"); }

u64 single(const std::string& kind, Random& random, unsigned row, u64 before) {
  if (kind == "pred") return random.next() & 1;
  if (kind == "lane") return random.below(32);
  if (kind == "few") return random.below(3) * 0x10001;
  if (kind == "position") return position(random, row);
  if (kind == "angle") return angle(random, row);
  if (kind.find(':') != kind.npos) return near_least(kind, random, before);
  if (const auto f = float_kinds.find(kind); f != float_kinds.end()) {
    return floating(f->second, random, row, before);
  }
  return integer(integer_kinds.at(kind), random, row, before);
}

u64 value(const std::string& kind, Random& random, unsigned row, u64 before) {
  if (!is_pair(kind)) return single(kind, random, row, before);
  const std::string half = kind.substr(0, kind.size() - 2);
  const unsigned bits = half.starts_with("e") ? 8 : 16;
  const u64 low = single(half, random, row, before) & ones(bits);
  const u64 high = single(half, random, row + 7, before >> bits) & ones(bits);
  return low | high << bits;
}

}  // namespace

std::string register_type_of(const std::string& kind) {
  if (kind == "pred") return "pred";
  if (kind.ends_with(":f32")) return "b32";
  if (kind.ends_with(":f16")) return "b16";
  if (kind == "lane" || kind == "few" || kind == "position" ||
      kind == "angle") {
    return "b32";
  }
  const std::string half =
      is_pair(kind) ? kind.substr(0, kind.size() - 2) : kind;
  unsigned bits = 0;
  if (const auto f = float_kinds.find(half); f != float_kinds.end()) {
    bits = f->second.exponent + f->second.fraction + 1;
  } else if (const auto i = integer_kinds.find(half);
             i != integer_kinds.end()) {
    bits = i->second;
  } else {
    throw std::runtime_error("no such kind of operand: " + kind);
  }
  if (is_pair(kind)) bits *= 2;
  return "b" + std::to_string(bits < 16 ? 16 : bits);
}

std::vector<u64> vector_inputs(const VectorCase& vector_case) {
  std::vector<u64> words;
  u64 text = 0xcbf29ce484222325;
  for (const char c : vector_case.instruction) {
    text = (text ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  for (unsigned row = 0; row < vector_rows; ++row) {
    Random random((vector_seed ^ text) + row * 0xd1342543de82ef95);
    u64 before = random.next();
    for (std::size_t n = 0; n < 4; ++n) {
      if (n >= vector_case.operands.size()) {
        words.push_back(0);
        continue;
      }
      const std::string& kind = vector_case.operands[n];
      // Only the first operand walks through its edges.
      const unsigned walk = n == 0 ? row : vector_rows;
      before = value(kind, random, walk, before);
      before &= mask_of(register_type_of(kind));
      words.push_back(before);
    }
  }
  return words;
}

}  // namespace lockstep::ptx
