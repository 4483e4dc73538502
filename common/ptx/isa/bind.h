// SPDX-License-Identifier: Apache-2.0
// Gives every instruction of a module the function that executes it.
#pragma once

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Throws PtxError with line and text of the first form not supported.
void bind(Module& module);

}  // namespace lockstep::ptx
