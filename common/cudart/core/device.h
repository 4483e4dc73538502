// SPDX-License-Identifier: Apache-2.0
// The device that programs are told they run on: of compute capability 8.0,
// with few multiprocessors, so that programs that fill a device stay small.
#pragma once

#include <cstdint>

#include "ptx/observer/events.h"

namespace lockstep::cudart::device {

inline constexpr const char* name = "Lockstep emulator";
inline constexpr int major = 8, minor = 0;
inline constexpr int multiprocessors = 4;
inline constexpr int max_threads_per_multiprocessor = 2048;
inline constexpr int max_blocks_per_multiprocessor = 32;
inline constexpr int registers_per_block = 65536;
inline constexpr int max_threads_per_block = 1024;
inline constexpr ptx::Dim3 max_block{1024, 1024, 64};
inline constexpr ptx::Dim3 max_grid{0x7fffffff, 65535, 65535};
inline constexpr std::uint32_t shared_bytes_per_block = 48 * 1024;
inline constexpr std::uint32_t shared_bytes_per_block_opt_in = 163 * 1024;
inline constexpr std::uint32_t shared_bytes_per_multiprocessor = 164 * 1024;
inline constexpr std::uint32_t reserved_shared_bytes = 1024;
inline constexpr std::uint64_t global_bytes = std::uint64_t{4} << 30;
inline constexpr int constant_bytes = 64 * 1024;
inline constexpr int l2_bytes = 4 << 20;
inline constexpr int bus_bits = 256;
inline constexpr int max_texture_width = 131072, max_texture_height = 65536;
inline constexpr int max_texture_3d = 16384, max_texture_layered = 32768;
inline constexpr int clock_khz = 1'000'000;
inline constexpr int pitch_alignment = 512;
/// Warp instructions of one launch; a day of work.
inline constexpr std::uint64_t instruction_budget = 1'000'000'000'000;

}  // namespace lockstep::cudart::device
