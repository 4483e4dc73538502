// SPDX-License-Identifier: Apache-2.0
// What a reduction must give, from the host and from the front to the back,
// and what well-known mistakes give instead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness/verdict/expected.h"

namespace lockstep::reduction {

constexpr std::uint32_t blocks_for(std::uint64_t n, std::uint64_t per_block) {
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>(1, (n + per_block - 1) / per_block));
}

/// Sums wrap, as those of the device do.
inline int wrapping_sum(int left, int right) {
  return static_cast<int>(static_cast<unsigned>(left) +
                          static_cast<unsigned>(right));
}

/// One value for each group of `group` elements; `keep(i, count)` says whether
/// element i of a group of `count` takes part.
template <class T, class Operator, class Keep>
std::vector<T> reduced_if(const std::vector<T>& in, std::size_t group,
                          T identity, Operator join, Keep keep) {
  std::vector<T> results(blocks_for(in.size(), group), identity);
  for (std::size_t begin = 0; begin < in.size(); begin += group) {
    const std::size_t count = std::min(group, in.size() - begin);
    for (std::size_t i = 0; i < count; ++i)
      if (keep(i, count))
        results[begin / group] = join(results[begin / group], in[begin + i]);
  }
  return results;
}

/// The right results and the mistakes that they may be mistaken for.
template <class T, class Operator>
Expected<T> reduced(const std::vector<T>& in, std::size_t group, T identity,
                    Operator join) {
  const auto with = [&](auto keep) {
    return reduced_if(in, group, identity, join, keep);
  };
  Expected<T> expected{
      .values = with([](auto, auto) { return true; }),
      .unit = "block",
      .covers = group,
      .size = in.size(),
  };
  expected.explanations = {
      {"tail_dropped", "a block that is not full counts as empty",
       with([&](auto, auto count) { return count == group; })},
      {"first_only", "only the block's first element is in it",
       with([](auto i, auto) { return i == 0; })},
      {"first_warp_only", "only the block's first 32 elements are in it",
       with([](auto i, auto) { return i < 32; })},
      {"last_element_missing", "the last element of each block is missing",
       with([](auto i, auto count) { return i + 1 < count; })},
  };
  return expected;
}

}  // namespace lockstep::reduction
