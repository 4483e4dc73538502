// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/portability.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "ptx/observer/lanes.h"
#include "ptx/observer/place.h"

namespace lockstep::ptx {
namespace {

bool is_shift(const Instruction& instruction) {
  return instruction.opcode == Opcode::op_shl ||
         instruction.opcode == Opcode::op_shr;
}

bool is_division(const Instruction& instruction) {
  return (instruction.opcode == Opcode::op_div ||
          instruction.opcode == Opcode::op_rem) &&
         !is_float(instruction.type);
}

unsigned width_of(const Instruction& instruction) {
  return 8 * size_of(instruction.type);
}

/// The lane's operand b, as far as the instruction looks at it.
std::uint64_t operand_b(const InstructionEvent& event, unsigned lane) {
  const std::size_t stride = event.instruction->b.bytes;
  const std::size_t used =
      is_shift(*event.instruction) ? 4 : size_of(event.instruction->type);
  std::uint64_t value = 0;
  std::memcpy(&value, event.b + lane * stride, std::min(stride, used));
  return value;
}

bool is_undefined(const InstructionEvent& event, unsigned lane) {
  const std::uint64_t b = operand_b(event, lane);
  return is_shift(*event.instruction) ? b >= width_of(*event.instruction)
                                      : b == 0;
}

std::string operation(const InstructionEvent& event, unsigned lane) {
  if (!is_shift(*event.instruction)) return "divides by zero";
  const auto amount = static_cast<std::int32_t>(operand_b(event, lane));
  return fmt::format("shifts a value of {} bits by {}",
                     width_of(*event.instruction), amount);
}

}  // namespace

void Portability::launch_begins(const LaunchEvent& event) {
  names_.begin(event);
  findings_.begin_launch();
}

bool Portability::is_students(const Instruction& instruction) const {
  const Module& module = names_.module();
  if (instruction.location >= module.locations.size()) return true;
  const SourceLocation& place = module.locations[instruction.location].place;
  return place.file >= module.files.size() ||
         !is_toolchain_file(module.files[place.file]);
}

void Portability::instruction(const InstructionEvent& event) {
  if (event.b == nullptr ||
      !(is_shift(*event.instruction) || is_division(*event.instruction)))
    return;
  LaneMask undefined = 0;
  for_each_lane(event.mask, [&](unsigned lane) {
    if (is_undefined(event, lane)) undefined |= LaneMask{1} << lane;
  });
  if (undefined != 0 && is_students(*event.instruction))
    report(event, undefined);
}

void Portability::report(const InstructionEvent& event, LaneMask lanes) {
  findings_.add({0, event.pc, 0, 0}, 0,
                static_cast<unsigned>(std::popcount(lanes)),
                [&] { return describe(event, lanes); });
}

Finding Portability::describe(const InstructionEvent& event,
                              LaneMask lanes) const {
  const unsigned lane = lowest_lane(lanes);
  const std::uint32_t thread = event.where.first_thread + lane;
  const bool shifts = is_shift(*event.instruction);
  Finding finding;
  finding.kind = shifts ? "shift past the width" : "division by zero";
  finding.message =
      shifts ? "a shift by the width of the value or more, which C++ leaves "
               "undefined"
             : "an integer division by zero, which C++ leaves undefined";
  finding.place = names_.place(event.instruction);
  finding.label =
      fmt::format("thread {} of block {} {}", names_.thread(thread),
                  names_.block(event.where.block), operation(event, lane));
  finding.block = names_.block_id(event.where.block);
  for_each_lane(lanes, [&](unsigned each) {
    finding.threads.push_back(
        names_.thread_id(event.where.first_thread + each));
  });
  finding.kernel = names_.kernel().name;
  return finding;
}

}  // namespace lockstep::ptx
