// SPDX-License-Identifier: Apache-2.0
// What a scan must give, from the host and from the front to the back, and
// what well-known mistakes give instead. For the labs about scans.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/verdict/expected.h"

namespace lockstep::scan {

/// At least one block, so that an empty input is launched, too.
constexpr std::uint32_t blocks_for(std::uint64_t n, std::uint64_t per_block) {
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>(1, (n + per_block - 1) / per_block));
}

/// Sums wrap, as those of the device do.
inline int wrapping_sum(int left, int right) {
  return static_cast<int>(static_cast<unsigned>(left) +
                          static_cast<unsigned>(right));
}

/// Element i is those from the start of its section to i joined; a section
/// begins at each multiple of `section`.
template <class T, class Operator>
std::vector<T> inclusive(const std::vector<T>& in, std::size_t section,
                         T identity, Operator join) {
  std::vector<T> out;
  out.reserve(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const T before = i % section == 0 ? identity : out.back();
    out.push_back(join(before, in[i]));
  }
  return out;
}

/// The same without element i itself.
template <class T, class Operator>
std::vector<T> exclusive(const std::vector<T>& in, std::size_t section,
                         T identity, Operator join) {
  std::vector<T> out = inclusive(in, section, identity, join);
  for (std::size_t i = out.size(); i-- > 0;)
    out[i] = i % section == 0 ? identity : out[i - 1];
  return out;
}

/// Each step joins what is `stride` to the left, up to strides below
/// `least_missing` only.
template <class T, class Operator>
std::vector<T> unfinished(std::vector<T> values, std::size_t section,
                          std::size_t least_missing, Operator join) {
  for (std::size_t stride = 1; stride < least_missing; stride *= 2)
    for (std::size_t i = values.size(); i-- > 0;)
      if (i % section >= stride)
        values[i] = join(values[i - stride], values[i]);
  return values;
}

/// The mistakes that a scan by sections may be mistaken for.
template <class T, class Operator>
std::vector<Explanation<T>> section_mistakes(const std::vector<T>& in,
                                             std::size_t section, T identity,
                                             Operator join) {
  const auto all = std::max<std::size_t>(in.size(), 1);
  const auto swapped = [&](T left, T right) { return join(right, left); };
  return {
      {"identity_zero", "every section starts from 0 instead of the identity",
       inclusive(in, section, T{}, join)},
      {"exclusive", "shifted by one: exclusive, where inclusive was asked for",
       exclusive(in, section, identity, join)},
      {"not_scanned", "the input itself", in},
      {"one_step_only", "each element has joined its left neighbour only",
       unfinished(in, section, 2, join)},
      {"last_step_missing", "the step with the largest stride is missing",
       unfinished(in, section, section / 2, join)},
      {"whole_scanned", "scanned across sections",
       inclusive(in, all, identity, join)},
      {"warps_not_joined", "every warp starts again from its first lane",
       inclusive(in, 32, identity, join)},
      {"operands_swapped", "the right operand is joined before the left",
       inclusive(in, section, identity, swapped)},
  };
}

template <class T, class Operator>
Expected<T> scanned_sections(const std::vector<T>& in, std::size_t section,
                             T identity, Operator join) {
  return {.values = inclusive(in, section, identity, join),
          .size = in.size(),
          .explanations = section_mistakes(in, section, identity, join)};
}

/// One scan of everything, made from sections of `section` elements.
template <class T, class Operator>
Expected<T> scanned_whole(const std::vector<T>& in, std::size_t section,
                          T identity, Operator join) {
  const auto all = std::max<std::size_t>(in.size(), 1);
  const auto swapped = [&](T left, T right) { return join(right, left); };
  const std::vector<T> parts = inclusive(in, section, identity, join);
  const auto carried = [&](auto carry_of, auto combine, std::size_t from) {
    std::vector<T> out = parts;
    for (std::size_t i = from; i < out.size(); ++i)
      out[i] = combine(carry_of(i / section), parts[i]);
    return out;
  };
  std::vector<T> totals;  // the last section may be shorter
  for (std::size_t begin = 0; begin < parts.size(); begin += section)
    totals.push_back(parts[std::min(begin + section, parts.size()) - 1]);
  const std::vector<T> carries = inclusive(totals, all, identity, join);
  return {
      .values = inclusive(in, all, identity, join),
      .size = in.size(),
      .explanations = {
          {"carries_missing", "every section starts again at the identity",
           parts},
          {"one_carry_only", "only the section before is added, not all",
           carried([&](std::size_t part) { return totals[part - 1]; }, join,
                   section)},
          {"own_total", "a section has its own total as carry",
           carried([&](std::size_t part) { return carries[part]; }, join, 0)},
          {"carry_on_the_right", "the carry is joined as the right operand",
           carried([&](std::size_t part) { return carries[part - 1]; }, swapped,
                   section)},
          {"exclusive",
           "shifted by one: exclusive, where inclusive was asked for",
           exclusive(in, all, identity, join)},
      }};
}

/// The exclusive scan of each section.
template <class T, class Operator>
Expected<T> exclusive_sections(const std::vector<T>& in, std::size_t section,
                               T identity, Operator join) {
  const auto all = std::max<std::size_t>(in.size(), 1);
  const auto swapped = [&](T left, T right) { return join(right, left); };
  return {
      .values = exclusive(in, section, identity, join),
      .size = in.size(),
      .explanations = {
          {"inclusive",
           "every element includes itself: inclusive, where exclusive was "
           "asked for",
           inclusive(in, section, identity, join)},
          {"not_scanned", "the input itself", in},
          {"whole_scanned", "scanned across sections",
           exclusive(in, all, identity, join)},
          {"operands_swapped", "the right operand is joined before the left",
           exclusive(in, section, identity, swapped)},
      }};
}

/// One exclusive scan of everything, made from sections.
template <class T, class Operator>
Expected<T> exclusive_whole(const std::vector<T>& in, std::size_t section,
                            T identity, Operator join) {
  const auto all = std::max<std::size_t>(in.size(), 1);
  const std::vector<T> parts = exclusive(in, section, identity, join);
  const std::vector<T> prefixes = exclusive(in, all, identity, join);
  std::vector<T> on_the_right = parts, next_carry = parts;
  for (std::size_t i = 0; i < in.size(); ++i) {
    on_the_right[i] = join(parts[i], prefixes[i / section * section]);
    const std::size_t next =
        std::min((i / section + 1) * section, in.size()) - 1;
    next_carry[i] = join(join(prefixes[next], in[next]), parts[i]);
  }
  return {.values = prefixes,
          .size = in.size(),
          .explanations = {
              {"carries_missing", "every section starts again at the identity",
               parts},
              {"own_total", "a section has its own total as carry", next_carry},
              {"carry_on_the_right", "the carry is joined as the right operand",
               on_the_right},
              {"inclusive",
               "every element includes itself: inclusive, where exclusive was "
               "asked for",
               inclusive(in, all, identity, join)},
          }};
}

/// Sums of floats: however the adds of a prefix are ordered, i of them are
/// off by no more than i roundings of the sum of absolute values.
inline Expected<float> scanned_floats(const std::vector<float>& in,
                                      std::size_t section) {
  constexpr double rounding = 0x1p-24;
  Expected<float> expected = scanned_sections(
      in, section, 0.0f, [](float left, float right) { return left + right; });
  double exact = 0, absolute = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t adds = i % section;
    if (adds == 0) exact = absolute = 0;
    exact += double{in[i]};
    absolute += std::abs(double{in[i]});
    const auto nearest = static_cast<float>(exact);
    expected.values[i] = nearest;
    // The nearest float to the exact sum is itself half a rounding off.
    expected.bounds.push_back(static_cast<double>(adds) * rounding * absolute *
                                  1.001 +
                              (adds > 0 ? std::abs(exact) * rounding : 0));
  }
  return expected;
}

}  // namespace lockstep::scan
