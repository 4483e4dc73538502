// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/program_order.h"

#include <algorithm>

namespace lockstep::ptx {
namespace {

bool is_block_barrier(const Instruction& instruction) {
  return instruction.opcode == Opcode::op_barrier ||
         (instruction.opcode == Opcode::op_bar &&
          instruction.modifiers.barrier != Modifiers::Barrier::warp_sync);
}

bool ends_straight_code(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::op_bra:
    case Opcode::op_brx:
    case Opcode::op_call:
    case Opcode::op_ret:
    case Opcode::op_exit:
      return true;
    default:
      return is_block_barrier(instruction);
  }
}

bool is_same(const Operand& one, const Operand& two) {
  return one.base == two.base && one.offset == two.offset;
}

bool is_same(const Address& one, const Address& two) {
  return is_same(one.base, two.base) && one.offset == two.offset;
}

std::vector<bool> branch_targets(const Module& module) {
  std::vector<bool> targets(module.code.size() + 1);
  const auto mark = [&](std::uint32_t pc) {
    if (pc < targets.size()) targets[pc] = true;
  };
  for (const Instruction& instruction : module.code)
    if (instruction.opcode == Opcode::op_bra) mark(instruction.target);
  for (const auto& table : module.branch_tables)
    for (const std::uint32_t pc : table) mark(pc);
  for (const Function& function : module.functions) mark(function.begin);
  return targets;
}

}  // namespace

void ProgramOrder::begin(const Module& module) {
  const std::size_t size = module.code.size();
  loops_.clear();
  for (std::uint32_t pc = 0; pc < size; ++pc)
    if (module.code[pc].opcode == Opcode::op_bra &&
        module.code[pc].target <= pc)
      loops_.push_back({module.code[pc].target, pc});
  has_block_fence_ = has_block_scope_ = false;
  for (const Instruction& instruction : module.code) {
    if (instruction.modifiers.scope != Scope::cta) continue;
    has_block_scope_ = true;
    has_block_fence_ |= instruction.opcode == Opcode::op_membar ||
                        instruction.opcode == Opcode::op_fence;
  }
  updates_.assign(size, false);
  std::vector<bool> targets;
  for (std::uint32_t pc = 0; pc < size; ++pc) {
    const Instruction& store = module.code[pc];
    if (store.opcode != Opcode::op_st ||
        store.modifiers.semantics == Semantics::weak)
      continue;
    if (targets.empty()) targets = branch_targets(module);
    updates_[pc] = finds_load(module, pc, targets);
  }
}

bool ProgramOrder::finds_load(const Module& module, std::uint32_t store,
                              const std::vector<bool>& is_target) const {
  constexpr std::uint32_t farthest = 32;
  const Address& address = module.code[store].address;
  for (std::uint32_t back = 1; back <= std::min(store, farthest); ++back) {
    if (is_target[store - back + 1]) return false;
    const Instruction& before = module.code[store - back];
    if (ends_straight_code(before)) return false;
    if (before.opcode == Opcode::op_ld &&
        before.modifiers.semantics != Semantics::weak &&
        is_same(before.address, address))
      return true;
  }
  return false;
}

bool ProgramOrder::share_loop(std::uint32_t pc, std::uint32_t other) const {
  const auto [low, high] = std::minmax(pc, other);
  return std::any_of(loops_.begin(), loops_.end(),
                     [low = low, high = high](const Loop& loop) {
                       return loop.begin <= low && high <= loop.end;
                     });
}

}  // namespace lockstep::ptx
