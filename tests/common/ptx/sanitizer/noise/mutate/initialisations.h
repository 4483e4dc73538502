// SPDX-License-Identifier: Apache-2.0
// Initialisations: what gives memory or a variable its first value. Those
// are the first write in the text to a shared variable or a local array, a
// plain number written to an element, and the number or braces in the
// declaration of a variable that changes later.
#pragma once

#include "edits.h"
#include "tokens.h"

namespace lockstep::noise {

void initialisations(const TokenList& tokens, Edits& edits);

}  // namespace lockstep::noise
