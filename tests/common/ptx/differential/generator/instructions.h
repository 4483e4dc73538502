// SPDX-License-Identifier: Apache-2.0
// Templates (writer.h) of instructions that stand by themselves.
#pragma once

#include "generator/writer.h"

namespace lockstep::ptx::differential {

Templates integer_templates();     ///< arithmetic, and division by anything
Templates bit_templates();         ///< bits, logic, shifts, moves
Templates carry_templates();       ///< chains of .cc instructions
Templates comparison_templates();  ///< setp, set, selp, slct
Templates float_templates();       ///< rounded as the manual says, no .approx
Templates half_templates();        ///< f16 and bf16, single and in pairs
Templates conversion_templates();  ///< cvt and moves between kinds
/// Short ones that need only $r and $p: what fills the other families.
Templates plain_templates();

}  // namespace lockstep::ptx::differential
