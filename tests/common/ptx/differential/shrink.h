// SPDX-License-Identifier: Apache-2.0
// Makes a program that shows something smaller while it still shows it.
#pragma once

#include <functional>

#include "generator/program.h"

namespace lockstep::ptx::differential {

/// Takes statements out, the largest first, as long as `shows` holds for what
/// is left; ends when no single one can go. Requires that it holds for
/// `program`.
Program shrink(Program program,
               const std::function<bool(const Program&)>& shows);

}  // namespace lockstep::ptx::differential
