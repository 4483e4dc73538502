// SPDX-License-Identifier: Apache-2.0
// Compares the bytes that came back with what they must be. Integers must be
// the same; a float passes only if `error <= bound` holds, so NaN never does.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "device/device.h"
#include "harness/inputs/inputs.h"
#include "harness/verdict/expected.h"
#include "harness/verdict/symptom.h"

namespace lockstep {

struct Mismatch {
  std::string symptom;  ///< key
  std::string message;  ///< one sentence
};

template <class T>
std::string text_of(const T& value) {
  return fmt::format("{}", value);
}
inline std::string text_of(const Affine& pair) {
  return fmt::format("{{{}, {}}}", pair.a, pair.b);
}

template <class T>
bool is_right(const Expected<T>& expected, std::size_t i, const T& actual) {
  if constexpr (std::floating_point<T>) {
    const double bound = expected.bounds.empty() ? 0 : expected.bounds[i];
    return std::abs(double{actual} - double{expected.values[i]}) <= bound;
  } else {
    return actual == expected.values[i];
  }
}

template <class T>
bool is_twice(const T& actual, const T& right) {
  if constexpr (std::integral<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return right != 0 && static_cast<Unsigned>(actual) ==
                             static_cast<Unsigned>(Unsigned(right) * 2u);
  } else {
    return false;
  }
}

inline bool is_poison(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes,
                             [](std::byte b) { return b == poison_byte; });
}

template <class T>
WrongValues wrong_values(const Expected<T>& expected,
                         std::span<const T> actual) {
  WrongValues values{expected.unit, expected.covers, expected.size, {}, {}};
  values.all_doubled = true;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool wrong = !is_right(expected, i, actual[i]);
    values.wrong.push_back(wrong);
    values.unwritten.push_back(wrong &&
                               is_poison(std::as_bytes(actual.subspan(i, 1))));
    if (wrong && !is_twice(actual[i], expected.values[i]))
      values.all_doubled = false;
  }
  return values;
}

/// Floats that are near the right ones, if not near enough: a hundredth at
/// most, where a missing element would show.
template <class T>
bool is_imprecise(const Expected<T>& expected, std::span<const T> actual) {
  if constexpr (std::floating_point<T>) {
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const double right = expected.values[i];
      if (!(std::abs(double{actual[i]} - right) <= 0.01 * std::abs(right)))
        return false;
    }
    return true;
  } else {
    return false;
  }
}

/// A known mistake that gives exactly this output, or its general shape.
template <class T>
Symptom diagnosis(const Expected<T>& expected, std::span<const T> actual,
                  const WrongValues& values) {
  for (const Explanation<T>& mistake : expected.explanations)
    if (std::ranges::equal(mistake.values, actual))
      return {mistake.symptom, mistake.text};
  if (is_imprecise(expected, actual))
    return {"imprecise",
            "near, but further off than the roundings of floats allow"};
  return symptom_of(values);
}

/// Nothing if all of `bytes` is right. `name` is what the message calls it.
template <class T>
std::optional<Mismatch> mismatch(const std::string& name,
                                 const Expected<T>& expected,
                                 std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t count = expected.values.size();
  if (bytes.size() != count * sizeof(T))
    return Mismatch{"no_output", fmt::format("{} did not come back", name)};
  std::vector<T> actual(count);
  if (count > 0) std::memcpy(actual.data(), bytes.data(), bytes.size());
  const WrongValues values = wrong_values(expected, std::span<const T>(actual));
  const auto first = std::ranges::find(values.wrong, true);
  if (first == values.wrong.end()) return std::nullopt;
  const auto i = static_cast<std::size_t>(first - values.wrong.begin());
  const Symptom why = diagnosis(expected, std::span<const T>(actual), values);
  const std::string held =
      values.unwritten[i] ? "still unwritten" : text_of(actual[i]);
  return Mismatch{why.key, fmt::format("{}[{}] is {}, expected {}{}{}", name, i,
                                       held, text_of(expected.values[i]),
                                       why.text.empty() ? "" : ": ", why.text)};
}

}  // namespace lockstep
