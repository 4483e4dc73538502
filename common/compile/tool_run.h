// SPDX-License-Identifier: Apache-2.0
// One run of a compiler, judged: what each way of ending means for a
// submission.
#pragma once

#include <string>

#include "compile/front_end.h"
#include "compile/sandbox.h"

namespace lockstep {

/// Whether the tool succeeded; otherwise status and message are set.
/// Diagnostics and box are set in either case. `tool` is what messages call
/// it.
bool judge_run(const BoxResult& run, const std::string& tool,
               const FrontEndInput& input, CompileResult& result);

}  // namespace lockstep
