// SPDX-License-Identifier: Apache-2.0
// Look-ups in a loaded module.
#include "ptx/module/module.h"

namespace lockstep::ptx {

const Function* Module::find_function(std::string_view function_name) const {
  for (const Function& function : functions)
    if (function.name == function_name) return &function;
  return nullptr;
}

const Variable* Module::find_variable(std::string_view variable_name) const {
  for (const Variable& variable : variables)
    if (variable.name == variable_name) return &variable;
  return nullptr;
}

std::string_view Module::text_of(const Instruction& instruction) const {
  const std::uint32_t line = instruction.ptx_line;
  if (line == 0 || line > text.size()) return "";
  const std::string_view whole = text[line - 1];
  const auto first = whole.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  const auto last = whole.find_last_not_of(" \t\r");
  return whole.substr(first, last - first + 1);
}

}  // namespace lockstep::ptx
