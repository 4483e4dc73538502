// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/memory_cost.h"

#include <algorithm>
#include <array>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t sector_bytes = 32;
constexpr unsigned bank_count = 32;
constexpr std::uint64_t bank_bytes = 4;

/// Distinct values among the first `count`, which are sorted if need be.
std::uint32_t distinct(std::uint64_t* values, std::size_t count) {
  if (!std::is_sorted(values, values + count))
    std::sort(values, values + count);
  return static_cast<std::uint32_t>(std::unique(values, values + count) -
                                    values);
}

/// The most distinct words a bank must serve for the lanes of `mask`.
std::uint32_t wavefronts(const MemoryEvent& event, LaneMask mask) {
  constexpr std::size_t most_words = warp_size * 8;
  std::array<std::array<std::uint64_t, most_words>, bank_count> words;
  std::array<std::uint32_t, bank_count> load{};
  std::uint32_t most = 0;
  for_each_lane(mask, [&](unsigned lane) {
    const std::uint64_t first = event.address[lane] / bank_bytes;
    const std::uint64_t last =
        (event.address[lane] + event.bytes - 1) / bank_bytes;
    for (std::uint64_t word = first; word <= last; ++word) {
      auto* const begin = words[word % bank_count].data();
      std::uint32_t& count = load[word % bank_count];
      if (std::find(begin, begin + count, word) != begin + count) continue;
      begin[count++] = word;
      most = std::max(most, count);
    }
  });
  return most;
}

}  // namespace

unsigned group_lanes(std::uint32_t bytes) {
  if (bytes <= 4) return 32;
  return bytes <= 8 ? 16 : 8;
}

std::uint32_t sector_count(const MemoryEvent& event) {
  if (event.mask == 0) return 0;
  if (event.is_run) {
    const std::uint64_t bytes = std::uint64_t{event.bytes} * warp_size;
    return static_cast<std::uint32_t>((event.address[0] + bytes - 1) /
                                          sector_bytes -
                                      event.address[0] / sector_bytes + 1);
  }
  std::array<std::uint64_t, warp_size * 2> sectors;
  std::size_t count = 0;
  for_each_lane(event.mask, [&](unsigned lane) {
    const std::uint64_t first = event.address[lane] / sector_bytes;
    const std::uint64_t last =
        (event.address[lane] + event.bytes - 1) / sector_bytes;
    sectors[count++] = first;
    if (last != first) sectors[count++] = last;
  });
  return distinct(sectors.data(), count);
}

SharedCost shared_cost(const MemoryEvent& event) {
  const unsigned lanes = group_lanes(event.bytes);
  SharedCost cost;
  // Neighbouring words never meet in a bank.
  if (event.is_run) {
    cost.wavefronts = cost.least = warp_size / lanes;
    return cost;
  }
  for (unsigned first = 0; first < warp_size; first += lanes) {
    const LaneMask group = (full_mask >> (warp_size - lanes)) << first;
    if ((event.mask & group) == 0) continue;
    ++cost.least;
    cost.wavefronts += wavefronts(event, event.mask & group);
  }
  return cost;
}

}  // namespace lockstep::ptx
