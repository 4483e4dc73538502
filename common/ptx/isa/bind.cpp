// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/bind.h"

#include <fmt/format.h>

#include <set>

#include "ptx/isa/binders.h"
#include "ptx/isa/library.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {

namespace {

Handler bind_by_opcode(const Instruction& instruction) {
  switch (instruction.opcode) {
#define OPCODE(name, operands, modifiers) \
  case Opcode::op_##name:                 \
    return bind_##name(instruction);
#include "ptx/module/opcodes.def"
#undef OPCODE
  }
  return nullptr;
}

[[noreturn]] void refuse(const Module& module, const Instruction& instruction,
                         const std::string& why) {
  throw PtxError(instruction.ptx_line, module.text_of(instruction), why);
}

void bind_one(const Module& module, Instruction& instruction) {
  instruction.handler = bind_by_opcode(instruction);
  if (instruction.opcode == Opcode::op_call) {
    const CallSite& site = module.calls[instruction.target];
    const Function& callee = module.functions[site.callee];
    if (!site.indirect && callee.is_extern) {
      instruction.handler = find_library_function(callee.name, site);
      if (instruction.handler == nullptr) {
        refuse(
            module, instruction,
            fmt::format("the emulator has no device function {}", callee.name));
      }
    }
  }
  if (instruction.handler == nullptr) {
    refuse(module, instruction, "the emulator does not support this form");
  }
}

/// Offsets of the registers that a function ever reads.
std::set<std::uint32_t> registers_read(const Module& module,
                                       const Function& function) {
  std::set<std::uint32_t> read;
  const auto add = [&](const Operand& operand) {
    if (operand.base == Operand::Base::registers) read.insert(operand.offset);
  };
  for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
    const Instruction& i = module.code[pc];
    for (const Operand* operand :
         {&i.guard, &i.a, &i.b, &i.c, &i.e, &i.z, &i.address.base}) {
      add(*operand);
    }
    if (i.vector_width > 1) {
      for (const Operand& element : i.vector) add(element);
    }
    if (i.opcode == Opcode::op_call) add(module.calls[i.target].indirect);
  }
  return read;
}

/// An atom whose result nobody reads is a reduction, as ptxas makes it one.
void drop_unread_results(Module& module) {
  for (const Function& function : module.functions) {
    std::set<std::uint32_t> read;
    for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
      Instruction& i = module.code[pc];
      if (i.opcode != Opcode::op_atom || !i.d) continue;
      if (read.empty()) read = registers_read(module, function);
      if (!read.contains(i.d.offset)) i.d = {};
    }
  }
}

}  // namespace

void bind(Module& module) {
  for (Instruction& instruction : module.code) bind_one(module, instruction);
  drop_unread_results(module);
}

}  // namespace lockstep::ptx
