// SPDX-License-Identifier: Apache-2.0
// Bound checks: comparisons with <, <=, > or >= in a condition. `==` and
// `!=` choose who does something and are no bounds.
#pragma once

#include "edits.h"
#include "tokens.h"

namespace lockstep::noise {

/// Mutants of the comparison whose operator is token `i`, if it is one.
///   bound      of an `if` or `?:`: as if it were never there
///   bound.off  of those and of loops: one more passes
void bounds(const TokenList& tokens, std::size_t i, Edits& edits);

}  // namespace lockstep::noise
