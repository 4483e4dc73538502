// SPDX-License-Identifier: Apache-2.0
// Every class of modifiers: its spellings, and what each sets.
#pragma once

#include <span>
#include <string_view>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

struct ModifierSpelling {
  std::string_view modifier_class;  ///< as in opcodes.def
  std::string_view text;            ///< without the dot
  void (*apply)(Instruction&);
};

std::span<const ModifierSpelling> modifier_spellings();

}  // namespace lockstep::ptx
