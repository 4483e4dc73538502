// SPDX-License-Identifier: Apache-2.0
// The rows of opcodes.def, to be looked up by mnemonic or opcode.
#pragma once

#include <optional>
#include <string_view>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

struct OpcodeRow {
  std::string_view mnemonic;
  std::string_view operands;   ///< pattern, see opcodes.def
  std::string_view modifiers;  ///< number of types, classes of modifiers
};

inline constexpr unsigned opcode_count = 0
#define OPCODE(name, operands, modifiers) +1
#include "ptx/module/opcodes.def"
#undef OPCODE
    ;

const OpcodeRow& row_of(Opcode opcode);
std::string_view name_of(Opcode opcode);
/// Nothing for a mnemonic that is not in the table.
std::optional<Opcode> opcode_named(std::string_view mnemonic);

}  // namespace lockstep::ptx
