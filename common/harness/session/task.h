// SPDX-License-Identifier: Apache-2.0
// What the body of a task's test case talks to. Every call either holds or
// ends the task: the first problem is the one that is reported.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/inputs/sizes.h"
#include "harness/session/exported.h"
#include "harness/session/session.h"
#include "harness/verdict/experiment.h"
#include "harness/verdict/gate.h"
#include "harness/verdict/verdict.h"

namespace lockstep {

/// Thrown to leave a task's body once its result is decided.
struct TaskEnded {};

/// Describes one case. Called by several threads at once.
using Build = std::function<Experiment(const Case&)>;
using Gates = std::function<std::vector<Gate>(const Case&)>;

class Task {
 public:
  Task(const Session& session, const TaskInfo& info, report::Task& result)
      : session_(session), info_(info), result_(result) {}

  const Session& session() const { return session_; }
  std::uint64_t seed() const { return session_.options().seed; }
  bool is_full() const { return session_.options().full; }
  Device* gpu() const { return session_.devices().gpu.get(); }
  /// The list of sizes, none above `largest`.
  std::vector<std::uint32_t> sizes(std::uint32_t largest = ~0u) const {
    return lockstep::sizes(is_full(), gpu() != nullptr, largest);
  }

  /// A launch shape that the submission exports, validated.
  std::uint32_t constant(const Constant& constant);
  /// Every answer of a predict task; `question` says what was asked.
  void answers(const std::string& question, const std::vector<Answers>& all);

  /// Every case of the grid, on the emulator and, where there is one, on the
  /// GPU. A case that fails is shrunk.
  void check(const CaseGrid& grid, const Build& build);

  /// One case of `size` whose counters must stay within the gates.
  void gate(CaseGrid grid, std::uint32_t size, const Build& build,
            const Gates& gates);

  /// Ends the task with what came of it.
  [[noreturn]] void fail(Status status, const std::string& symptom,
                         const std::string& message);
  /// Ends the task, correct, with part of its points.
  [[noreturn]] void award(int points, const std::string& message);

  report::Task& result() { return result_; }

 private:
  bool is_replay() const { return session_.options().replay.size.has_value(); }
  std::vector<Case> selected(const CaseGrid& grid) const;
  Verdict run(Device& device, const Case& one, const Build& build) const;
  void check_on_emulator(std::vector<Case> list, const CaseGrid& grid,
                         const Build& build);
  void check_on_gpu(const std::vector<Case>& list, const CaseGrid& grid,
                    const Build& build);
  void keep_counters(const Case& one, const Verdict& verdict);
  void require_device_code();
  void require_kernels(const Case& one, const Build& build);
  [[noreturn]] void shrink_and_report(Device& device, Case failing,
                                      Verdict verdict, const CaseGrid& grid,
                                      const Build& build);
  [[noreturn]] void report_failure(const Case& failing, const CaseGrid& grid,
                                   const Build& build, const Verdict& verdict);

  const Session& session_;
  const TaskInfo& info_;
  report::Task& result_;
  std::uint32_t counted_size_ = 0;
};

}  // namespace lockstep
