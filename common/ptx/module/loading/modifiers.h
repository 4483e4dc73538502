// SPDX-License-Identifier: Apache-2.0
// The words behind a mnemonic: each is consumed by its meaning, or refused.
#pragma once

#include "ptx/module/instruction.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// Sets type, source_type, vector_width, modifiers and the state space in
/// `address`; `opcode` must be set. Throws DecodeError for a
/// modifier that the opcode does not have, one given twice or in
/// contradiction, and one that is missing.
void decode_modifiers(const InstructionSyntax& syntax,
                      Instruction& instruction);

}  // namespace lockstep::ptx
