// SPDX-License-Identifier: Apache-2.0
// The one list of sizes that every lab is tried at: both sides of a warp, of
// the usual blocks and of 2^16, nothing, one, and numbers that no power of
// two divides.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep {

inline constexpr std::array<std::uint32_t, 15> default_sizes{
    0,   1,    2,    31,   32,   33,   127,           128,
    129, 1023, 1024, 1025, 1429, 7919, (1u << 16) + 1};

/// What --full adds, on any device.
inline constexpr std::array<std::uint32_t, 3> full_sizes{
    1u << 18, (1u << 20) - 3, 1u << 20};

/// Up to and with this size a case is tried under several schedules.
inline constexpr std::uint32_t small_size_limit = 1025;

/// What a GPU adds to both: the data fits in no cache, nor does 2^28 in one
/// grid of the usual blocks.
inline constexpr std::array<std::uint32_t, 3> gpu_sizes{(1u << 22) + 5,
                                                        1u << 24, 1u << 28};

/// In ascending order, none above `largest`.
std::vector<std::uint32_t> sizes(bool full, bool gpu,
                                 std::uint32_t largest = ~0u);

}  // namespace lockstep
