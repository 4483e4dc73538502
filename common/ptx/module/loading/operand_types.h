// SPDX-License-Identifier: Apache-2.0
// The type that each operand of an instruction must have. Most have the
// instruction's; the exceptions of the manual stand in operand_types.cpp.
#pragma once

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

/// `role` is a letter of the pattern in opcodes.def: d a b c e.
Type operand_type(const Instruction& instruction, char role);

/// ld, st and cvt take registers that are wider than the type.
bool takes_wider_registers(Opcode opcode);

}  // namespace lockstep::ptx
