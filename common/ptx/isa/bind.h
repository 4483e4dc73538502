// SPDX-License-Identifier: Apache-2.0
// Gives every instruction of a module the function that executes it.
#pragma once

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// A function with a form that is not supported is marked as refused, and so
/// is every function that calls one.
void bind(Module& module);

}  // namespace lockstep::ptx
