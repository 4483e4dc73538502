// SPDX-License-Identifier: Apache-2.0
// Which modifiers go together, and with which types. (Whether an operation
// exists for a type at all is known to isa/, where its handler is bound.)
#pragma once

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

/// Throws DecodeError; fills in the defaults of atom and red.
void check_modifiers(Instruction& instruction);

}  // namespace lockstep::ptx
