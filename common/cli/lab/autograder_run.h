// SPDX-License-Identifier: Apache-2.0
// One run of an autograder: its process, its events, its ending. No child and
// no temporary file is left when it returns, however it ends.
#pragma once

#include "cli/lab/autograder.h"
#include "cli/lab/event_reader.h"
#include "process/process.h"

namespace lockstep::cli {

enum class Ending : std::uint8_t { by_itself, by_signal, superseded };

struct AutograderRun {
  EventReader events;
  Ending ending = Ending::by_itself;
  ProcessResult result;  ///< if it ended by itself
};

AutograderRun run_autograder(const Lab& lab, const Submission& submission,
                             const CheckRequest& request, SignalWatch& signals,
                             const RunListener& listener);

}  // namespace lockstep::cli
