// SPDX-License-Identifier: Apache-2.0
// Kernels of our own, as PTX that every driver since CUDA 10 translates by
// itself: no compiler is needed where they run.
#pragma once

#include <string>

namespace lockstep {

inline constexpr unsigned sweep_block_threads = 256;
/// What one block of sweep_read and of sweep_copy moves.
inline constexpr unsigned read_tile_bytes = sweep_block_threads * 8 * 16;
inline constexpr unsigned copy_tile_bytes = sweep_block_threads * 4 * 16;

/// The module with all of them:
/// fill_words(u64 data, u64 words, u64 seed) writes generated_word of every
///   index; checksum_words(u64 data, u64 words, u64 sum) adds checksum() to
///   *sum. Both take any grid and block.
/// sweep_read(u64 data, u64 sink) reads a whole tile a block, 8 vectors of
///   16 bytes a thread in flight. `sink` is an int that is hardly ever
///   written: it keeps the loads alive.
/// sweep_copy(u64 in, u64 out) copies a whole tile a block, 4 vectors a
///   thread in flight.
std::string trusted_ptx();

}  // namespace lockstep
