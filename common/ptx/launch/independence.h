// SPDX-License-Identifier: Apache-2.0
// May the blocks of a kernel run at the same time on several host threads?
#pragma once

#include <string>

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// What in the code that a kernel may reach lets one block see what another
/// one does, or the time: then its blocks take turns on one thread. Empty if
/// there is nothing. Plain loads and stores are no reason, as blocks that
/// meet in them have no defined result; nor are reductions of integers whose
/// order does not show.
std::string why_dependent(const Module& module, const Function& kernel);

}  // namespace lockstep::ptx
