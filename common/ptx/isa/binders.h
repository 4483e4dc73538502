// SPDX-License-Identifier: Apache-2.0
// One binder an opcode: `bind_add` returns the function that executes this
// form of add, or null if the form is not supported.
#pragma once

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

#define OPCODE(name, operands, modifiers) \
  Handler bind_##name(const Instruction& instruction);
#include "ptx/module/opcodes.def"
#undef OPCODE

/// Floating point forms of opcodes that integers have too.
Handler bind_float_add(const Instruction& instruction);
Handler bind_float_sub(const Instruction& instruction);
Handler bind_float_mul(const Instruction& instruction);
Handler bind_float_div(const Instruction& instruction);
Handler bind_float_abs(const Instruction& instruction);
Handler bind_float_neg(const Instruction& instruction);
Handler bind_float_min(const Instruction& instruction);
Handler bind_float_max(const Instruction& instruction);

/// add.u16x2 and add.s16x2.
Handler bind_pair_add(const Instruction& instruction);

/// Half precision forms.
Handler bind_half_add(const Instruction& instruction);
Handler bind_half_sub(const Instruction& instruction);
Handler bind_half_mul(const Instruction& instruction);
Handler bind_half_fma(const Instruction& instruction);
Handler bind_half_abs(const Instruction& instruction);
Handler bind_half_neg(const Instruction& instruction);
Handler bind_half_min(const Instruction& instruction);
Handler bind_half_max(const Instruction& instruction);
Handler bind_half_ex2(const Instruction& instruction);
Handler bind_half_tanh(const Instruction& instruction);
/// cvt from or to a type narrower than f32.
Handler bind_half_cvt(const Instruction& instruction);

/// add, sub, mul, fma, rcp, sqrt, div and cvt with .rz, .rm or .rp.
Handler bind_rounded(const Instruction& instruction);
Handler bind_rounded_cvt(const Instruction& instruction);

}  // namespace lockstep::ptx
