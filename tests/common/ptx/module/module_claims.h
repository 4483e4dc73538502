// SPDX-License-Identifier: Apache-2.0
// What holds for every loaded module, whatever the PTX: execution relies on
// it and checks none of it again.
#pragma once

#include <string>

#include "ptx/module/module.h"
#include "ptx/module/special_register.h"

namespace lockstep::ptx {

/// The extent of an operand's 32 lanes lies in the area of its base.
inline bool lies_inside(const Operand& operand, const Function& function,
                        const Module& module) {
  const std::uint64_t size =
      operand.bytes == 0 ? sizeof(LaneMask) : warp_size * operand.bytes;
  const std::uint64_t end = operand.offset + size;
  switch (operand.base) {
    case Operand::Base::none:
      return true;
    case Operand::Base::registers:
      return end <= function.register_bytes;
    case Operand::Base::constants:
      return end <= module.constants.bytes.size();
    case Operand::Base::specials:
      return end <= special_register_count * special_register_stride;
  }
  return false;
}

inline bool lies_inside(const DetailOperand& operand, const Function& function,
                        const Module& module) {
  for (const Operand* place :
       {&operand.value, &operand.second, &operand.address.base})
    if (!lies_inside(*place, function, module)) return false;
  for (const DetailOperand& element : operand.elements)
    if (!lies_inside(element, function, module)) return false;
  return true;
}

inline std::string broken_claim(const Instruction& instruction,
                                const Function& function,
                                const Module& module) {
  for (const Operand* operand :
       {&instruction.guard, &instruction.d, &instruction.q, &instruction.a,
        &instruction.b, &instruction.c, &instruction.e, &instruction.z,
        &instruction.address.base})
    if (!lies_inside(*operand, function, module)) return "operand outside";
  for (const Operand& operand : instruction.vector)
    if (!lies_inside(operand, function, module)) return "element outside";
  if (instruction.detail != nullptr)
    for (const DetailOperand& operand : instruction.detail->operands)
      if (!lies_inside(operand, function, module)) return "detail outside";
  const std::uint32_t target = instruction.target;
  switch (instruction.opcode) {
    case Opcode::op_bra:
      if (target < function.begin || target >= function.end)
        return "branch outside the function";
      break;
    case Opcode::op_brx:
      if (target >= module.branch_tables.size()) return "no such table";
      for (std::uint32_t pc : module.branch_tables[target])
        if (pc < function.begin || pc >= function.end)
          return "table leads outside the function";
      break;
    case Opcode::op_call:
      if (target >= module.calls.size()) return "no such call";
      if (module.calls[target].callee >= module.functions.size())
        return "no such callee";
      for (const auto* list :
           {&module.calls[target].arguments, &module.calls[target].results})
        for (const Parameter& parameter : *list)
          if (!lies_inside(parameter.value, function, module) ||
              (!parameter.value &&
               parameter.offset + parameter.bytes > function.frame_param_bytes))
            return "argument outside the frame";
      break;
    default:
      break;
  }
  if (instruction.location >= module.locations.size()) return "no location";
  if (instruction.ptx_line == 0 || instruction.ptx_line > module.text.size())
    return "no such line";
  return "";
}

inline bool runs_off(const Instruction& last) {
  if (last.guard) return true;
  return last.opcode != Opcode::op_ret && last.opcode != Opcode::op_exit &&
         last.opcode != Opcode::op_bra && last.opcode != Opcode::op_brx &&
         last.opcode != Opcode::op_trap;
}

/// Empty when all claims hold, else the first that does not.
inline std::string broken_claim(const Module& module) {
  for (const Function& function : module.functions) {
    if (function.is_extern != (function.begin == function.end))
      return "extern and empty differ";
    if (function.end > module.code.size()) return "code too short";
    if (!function.is_extern && runs_off(module.code[function.end - 1]))
      return "control runs off the end";
    for (std::uint32_t pc = function.begin; pc < function.end; ++pc)
      if (auto broken = broken_claim(module.code[pc], function, module);
          !broken.empty())
        return broken;
    for (const auto* list : {&function.parameters, &function.returns})
      for (const Parameter& parameter : *list)
        if (!lies_inside(parameter.value, function, module))
          return "parameter outside";
    for (std::uint32_t index : function.shared_variables) {
      const Variable& variable = module.variables.at(index);
      if (function.is_kernel && !variable.is_extern &&
          variable.shared_offset + variable.bytes > function.shared_bytes)
        return "shared variable outside";
    }
  }
  for (const auto* relocations : {&module.constants.relocations})
    for (const Relocation& relocation : *relocations)
      if (relocation.offset + warp_size * 8 > module.constants.bytes.size() ||
          relocation.variable >= module.variables.size())
        return "relocation outside the constants";
  for (const Variable& variable : module.variables) {
    if (variable.initial.size() > variable.bytes) return "initial too long";
    for (const Relocation& relocation : variable.relocations)
      if (relocation.offset + 8 > variable.initial.size() ||
          relocation.variable >= module.variables.size())
        return "relocation outside its variable";
  }
  for (const LocationChain& chain : module.locations) {
    if (chain.place.file >= module.files.size()) return "no such file";
    for (const SourceLocation& place : chain.inlined_at)
      if (place.file >= module.files.size()) return "no such file";
  }
  return "";
}

}  // namespace lockstep::ptx
