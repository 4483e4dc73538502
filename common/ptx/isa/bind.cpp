// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
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

/// Whom `instruction` calls by name; null for anything else.
const CallSite* direct_call(const Module& module,
                            const Instruction& instruction) {
  if (instruction.opcode != Opcode::op_call) return nullptr;
  const CallSite& site = module.calls[instruction.target];
  return site.indirect ? nullptr : &site;
}

/// The emulator's own functions look for arguments in the param area.
bool passes_registers(const CallSite& site) {
  const auto is_register = [](const Parameter& parameter) {
    return bool{parameter.value};
  };
  return std::any_of(site.arguments.begin(), site.arguments.end(),
                     is_register) ||
         std::any_of(site.results.begin(), site.results.end(), is_register);
}

/// Returns why the instruction cannot be bound; empty if it was.
std::string bind_one(const Module& module, Instruction& instruction) {
  try {
    instruction.handler = bind_by_opcode(instruction);
  } catch (const FormError& error) {
    return error.what();
  }
  if (const CallSite* site = direct_call(module, instruction)) {
    const Function& callee = module.functions[site->callee];
    if (callee.is_extern) {
      instruction.handler = passes_registers(*site)
                                ? nullptr
                                : find_library_function(callee.name, *site);
      if (instruction.handler == nullptr) {
        return fmt::format("the emulator has no device function {}",
                           callee.name);
      }
    }
  }
  if (instruction.handler != nullptr) return {};
  return "the emulator does not support this form";
}

void bind_function(Module& module, Function& function) {
  for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
    Instruction& instruction = module.code[pc];
    const std::string why = bind_one(module, instruction);
    if (why.empty()) continue;
    if (!function.refusal) {
      const PtxError error(instruction.ptx_line, module.text_of(instruction),
                           why);
      function.refusal = Refusal{error.what(), pc};
    }
    instruction.opcode = Opcode::op_trap;
    instruction.handler = bind_by_opcode(instruction);
  }
}

/// Who calls a refused function by name is refused too.
void refuse_callers(Module& module) {
  const std::size_t count = module.functions.size();
  std::vector<std::vector<std::uint32_t>> callers(count);
  std::vector<std::uint32_t> pending;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Function& function = module.functions[i];
    if (function.refusal) pending.push_back(i);
    for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
      const CallSite* site = direct_call(module, module.code[pc]);
      if (site != nullptr) callers[site->callee].push_back(i);
    }
  }
  while (!pending.empty()) {
    const std::uint32_t refused = pending.back();
    pending.pop_back();
    for (std::uint32_t caller : callers[refused]) {
      if (module.functions[caller].refusal) continue;
      module.functions[caller].refusal = module.functions[refused].refusal;
      pending.push_back(caller);
    }
  }
}

template <class Use>
void for_each_operand(const DetailOperand& operand, const Use& use) {
  use(operand.value);
  use(operand.second);
  use(operand.address.base);
  for (const DetailOperand& element : operand.elements)
    for_each_operand(element, use);
}

/// Offsets of the registers that a function ever reads.
std::set<std::uint32_t> registers_read(const Module& module,
                                       const Function& function) {
  std::set<std::uint32_t> read;
  const auto add = [&](const Operand& operand) {
    if (operand.base == Operand::Base::registers) read.insert(operand.offset);
  };
  for (const Parameter& result : function.returns) add(result.value);
  for (std::uint32_t pc = function.begin; pc < function.end; ++pc) {
    const Instruction& i = module.code[pc];
    for (const Operand* operand :
         {&i.guard, &i.a, &i.b, &i.c, &i.e, &i.z, &i.address.base}) {
      add(*operand);
    }
    if (i.vector_width > 1) {
      for (const Operand& element : i.vector) add(element);
    }
    if (i.opcode == Opcode::op_call) {
      add(module.calls[i.target].indirect);
      for (const Parameter& argument : module.calls[i.target].arguments)
        add(argument.value);
    }
    if (i.detail == nullptr) continue;
    for (const DetailOperand& operand : i.detail->operands)
      for_each_operand(operand, add);
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
  for (Function& function : module.functions) bind_function(module, function);
  refuse_callers(module);
  drop_unread_results(module);
}

}  // namespace lockstep::ptx
