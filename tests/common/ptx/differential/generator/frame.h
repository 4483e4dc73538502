// SPDX-License-Identifier: Apache-2.0
// What stands around the statements of a kernel: registers filled from the
// input table before, everything stored afterwards. A thread's slot of the
// output holds its trace, then all registers, then bytes of its own.
//
// The output is, in this order: a slot a thread, the cells of global atomics,
// and exchange_bytes a thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/writer.h"

namespace lockstep::ptx::differential {

inline constexpr unsigned slot_bytes = 256;
inline constexpr unsigned private_offset = 192;  ///< 64 bytes of the slot
inline constexpr unsigned cell_count = 16;       ///< of 8 bytes each
inline constexpr unsigned exchange_bytes = 16;
inline constexpr unsigned tile_bytes_per_thread = 16;
inline constexpr unsigned local_bytes = 64;

/// Where a register is in the slot.
struct Field {
  std::string name;  ///< "%r3"
  unsigned offset = 0, bytes = 0;
};
std::vector<Field> slot_fields();

std::size_t output_bytes(const Program& program);
/// What the cells of global atomics hold at first, by their operation.
std::vector<std::uint64_t> first_cells();
inline std::size_t cells_begin(const Program& program) {
  return std::size_t{program.threads()} * slot_bytes;
}

/// The kernel with no statements yet. In it are set, beside the pools:
/// %thread and %gtid (linear), %threads (of the block), %lane, %warp, %members
/// (existing lanes of the warp), %slot, %tile (shared), %trace.
Function kernel_frame(const Program& program);
/// A `.func (.b32) name(.b32, .b32)` with no statements yet; of the pools it
/// has $r and $p.
Function function_frame(const Program& program, const std::string& name);

}  // namespace lockstep::ptx::differential
