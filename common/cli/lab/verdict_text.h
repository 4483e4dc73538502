// SPDX-License-Identifier: Apache-2.0
// What `check` and `watch` show of one run: progress, then the result.
#pragma once

#include <string>

#include "cli/lab/autograder.h"
#include "report/layout.h"

namespace lockstep::cli {

/// judge() with a progress line where standard error is a terminal.
Judgement judge_with_progress(const Lab& lab, const Submission& submission,
                              const CheckRequest& request, SignalWatch& signals,
                              RunListener listener = {});

/// Problems, table, and what went wrong with the run itself.
std::string verdict_text(const Judgement& judgement,
                         const Submission& submission,
                         const report::Page& page);

}  // namespace lockstep::cli
