// SPDX-License-Identifier: Apache-2.0
// Runs a lab's autograder on one submission and makes its events a report.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lab/labs.h"
#include "cli/lab/submission.h"
#include "cli/system/signals.h"
#include "report/report.h"

namespace lockstep::cli {

/// What `check` and `watch` hand on to the autograder.
struct CheckRequest {
  std::string device = "auto";
  std::string compiler = "auto";
  std::uint64_t seed = 1;
  bool is_full = false;
  bool use_box = true;
  bool is_bench = false;  ///< measure instead of judging
  std::string task;       ///< empty: all
  unsigned hints = 1;     ///< levels, 1 to 4
  /// One case again, as a replay command names it.
  std::optional<std::uint64_t> size;
  std::optional<unsigned> block;
  std::string schedule, inputs, variant;

  bool is_replay() const {
    return size || block || !schedule.empty() || !inputs.empty() ||
           !variant.empty();
  }
};

/// What may happen while an autograder runs.
struct RunListener {
  /// `done` of `count` tasks have a verdict; `task` is judged now.
  std::function<void(std::size_t done, std::size_t count,
                     std::string_view task)>
      on_progress;
  /// With a descriptor, called when it is readable; true gives the run up.
  int watched_descriptor = -1;
  std::function<bool()> is_superseded;
};

struct Judgement {
  report::Report report;
  bool is_stopped = false;     ///< by a signal
  bool is_superseded = false;  ///< by the listener; there is no verdict
  /// Why a verdict is missing or doubtful, with the exit code for it; empty
  /// when the autograder did its work.
  std::string problem;
  int problem_code = 0;
  /// False: nothing is known, not even which tasks there are.
  bool has_report = false;
};

/// Never invents a verdict: what the autograder did not report by its end is
/// an infra_error.
Judgement judge(const Lab& lab, const Submission& submission,
                const CheckRequest& request, SignalWatch& signals,
                const RunListener& listener);

struct Measured {
  nlohmann::ordered_json json;  ///< what report/bench.h renders
  bool is_stopped = false;      ///< by a signal
};

/// Runs it to measure instead of judging (--bench). Throws Failure where
/// there is nothing to measure.
Measured measure(const Lab& lab, const Submission& submission,
                 const CheckRequest& request, SignalWatch& signals);

/// Names, titles and max_points of a lab's tasks, none judged; its points
/// are zero. Asks the autograder (--list-lab); throws Failure.
report::Report tasks_of(const Lab& lab);

/// Throws Failure with wrong_usage, listing the tasks, for an unknown one.
void require_task(const Lab& lab, const std::string& task);

}  // namespace lockstep::cli
