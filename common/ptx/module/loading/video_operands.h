// SPDX-License-Identifier: Apache-2.0
// The suffixes of a video instruction's operands: `%r1.b0`, `%r2.h10`.
#pragma once

#include "ptx/module/instruction.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// The instruction without the suffixes, which go to `out.immediate`. Throws
/// DecodeError for one that does not exist.
InstructionSyntax take_video_parts(InstructionSyntax syntax, Instruction& out);

}  // namespace lockstep::ptx
