// SPDX-License-Identifier: Apache-2.0
// Values on which instructions are likely to differ, and the tables in memory
// that every kernel reads: one in global memory, which the host fills, and one
// in constant memory, which is part of the module.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::ptx::differential {

std::span<const std::uint64_t> edge_integers();  ///< cut to the width
std::span<const std::uint32_t> edge_floats();    ///< no NaN among them
std::span<const std::uint64_t> edge_doubles();   ///< no NaN among them

/// The table in global memory has sections, each of that many 64-bit words:
/// edge integers, pairs of float32, float64, and random bits.
inline constexpr unsigned section_words = 1024;
inline constexpr unsigned section_count = 4;
std::vector<std::uint64_t> input_table();

/// `.const .b64 constant_table[constant_words]`.
inline constexpr unsigned constant_words = 32;
std::string constant_table();

}  // namespace lockstep::ptx::differential
