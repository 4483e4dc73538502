// SPDX-License-Identifier: Apache-2.0
#include "ptx/machine/grid.h"

#include <fmt/format.h>

#include "ptx/observer/place.h"

namespace lockstep::ptx {

namespace {

/// Registers, parameters and local variables of all resident threads.
constexpr std::uint64_t max_frame_bytes = std::uint64_t{1} << 30;

}  // namespace

Place Grid::place_of(const Instruction& instruction) const {
  return ptx::place_of(*module, instruction);
}

std::string Grid::describe(const Instruction& instruction) const {
  const Place place = place_of(instruction);
  if (place.line != 0) return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("PTX line {} ({})", instruction.ptx_line,
                     module->text_of(instruction));
}

void Grid::note(LaunchStatus status, const Instruction& instruction,
                const std::string& message) {
  if (result.status != LaunchStatus::success) return;
  result.status = status;
  result.message = message;
  result.place = place_of(instruction);
}

void Grid::charge(std::uint64_t bytes) {
  frame_bytes += bytes;
  if (frame_bytes <= max_frame_bytes) return;
  throw LaunchStop(
      LaunchStatus::invalid_launch,
      fmt::format("registers, parameters and local variables of the resident "
                  "threads of {} take more than {} MiB; use smaller local "
                  "arrays or recurse less deeply",
                  kernel->name, max_frame_bytes >> 20));
}

}  // namespace lockstep::ptx
