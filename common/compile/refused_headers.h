// SPDX-License-Identifier: Apache-2.0
// Headers that a submission cannot include, and what to do instead.
#pragma once

#include "compile/compiler.h"

namespace lockstep {

enum class IncludedBy { submission, program };

/// Adds the reason and the remedy to "file not found".
void explain_missing_header(Diagnostic& diagnostic,
                            IncludedBy by = IncludedBy::submission);

}  // namespace lockstep
