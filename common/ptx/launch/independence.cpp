// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/independence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "ptx/module/opcode_table.h"
#include "ptx/module/special_register.h"

namespace lockstep::ptx {

namespace {

bool is_beyond_block(Space space) {
  return space == Space::global || space == Space::generic;
}

/// a + b == b + a and so on, whatever order the lanes of a grid come in.
bool is_order_free(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
    case AtomicOp::min:
    case AtomicOp::max:
    case AtomicOp::op_and:
    case AtomicOp::op_or:
    case AtomicOp::op_xor:
      return true;
    default:
      return false;
  }
}

/// The loader drops the result of an `atom` that nobody reads.
bool is_plain_reduction(const Instruction& i) {
  return !i.d && !is_float(i.type) && i.vector_width == 1 &&
         size_of(i.type) >= 4 && is_order_free(i.modifiers.atomic);
}

bool reads_clock(const Instruction& i) {
  const auto is_clock = [](const Operand& operand) {
    return operand.base == Operand::Base::specials &&
           is_live(static_cast<SpecialRegister>(operand.offset /
                                                special_register_stride));
  };
  return is_clock(i.a) || is_clock(i.b) || is_clock(i.c);
}

/// Or operands of which only its binder knows what they are.
bool has_memory_operand(Opcode opcode) {
  return row_of(opcode).operands.find_first_of("m*") != std::string_view::npos;
}

/// May the instruction, by itself, make a block depend on another?
bool is_dependent(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::op_ld:
    case Opcode::op_ldu:
    case Opcode::op_st:
      return is_beyond_block(i.address.space) &&
             i.modifiers.semantics != Semantics::weak;
    case Opcode::op_atom:
    case Opcode::op_red:
      return is_beyond_block(i.address.space) && !is_plain_reduction(i);
    case Opcode::op_membar:
    case Opcode::op_fence:
      return i.modifiers.scope != Scope::cta;
    case Opcode::op_nanosleep:
      return true;
    case Opcode::op_prefetch:
    case Opcode::op_applypriority:
    case Opcode::op_discard:
      return false;
    default:
      return has_memory_operand(i.opcode) || reads_clock(i);
  }
}

class Reach {
 public:
  explicit Reach(const Module& module) : module_(module) {}

  std::string why_dependent(std::uint32_t kernel) {
    for (pending_ = {kernel}; !pending_.empty();) {
      const std::uint32_t index = pending_.back();
      pending_.pop_back();
      if (!seen_.insert(index).second) continue;
      const Function& function = module_.functions[index];
      for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
        if (std::string why = look_at(module_.code[pc]); !why.empty())
          return why;
      }
    }
    return {};
  }

 private:
  std::string look_at(const Instruction& i) {
    const bool is_call = i.opcode == Opcode::op_call;
    if (is_call ? can_follow(module_.calls[i.target]) : !is_dependent(i))
      return {};
    return fmt::format("PTX line {}: {}", i.ptx_line, module_.text_of(i));
  }

  bool can_follow(const CallSite& site) {
    if (site.indirect) return false;
    const Function& callee = module_.functions[site.callee];
    // Mathematics depends on nothing; printf, assert and malloc do.
    if (callee.is_extern) return callee.name.starts_with("__nv_");
    pending_.push_back(site.callee);
    return true;
  }

  const Module& module_;
  std::vector<std::uint32_t> pending_;
  std::set<std::uint32_t> seen_;
};

}  // namespace

std::string why_dependent(const Module& module, const Function& kernel) {
  const auto index =
      static_cast<std::uint32_t>(&kernel - module.functions.data());
  return Reach(module).why_dependent(index);
}

}  // namespace lockstep::ptx
