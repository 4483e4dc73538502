// SPDX-License-Identifier: Apache-2.0
// One check of one submission: compiles it, holds the devices, runs the
// tasks that are asked for and reports each as soon as it is judged.
#pragma once

#include <chrono>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "device/device.h"
#include "harness/hints/hints.h"
#include "harness/session/exported.h"
#include "harness/session/lab_info.h"
#include "harness/session/options.h"
#include "report/events.h"

namespace lockstep {

/// Why a check cannot take place at all; `exit_code` is the program's: 2 for
/// wrong use or input, 3 for something that is missing on the machine.
class CannotCheck : public std::runtime_error {
 public:
  CannotCheck(int exit_code, const std::string& message)
      : std::runtime_error(message), exit_code_(exit_code) {}
  int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

/// An exported value is missing or out of range: the student's to repair.
class BadExport : public std::runtime_error {
 public:
  explicit BadExport(const ExportedProblem& problem)
      : std::runtime_error(problem.message), symptom_(problem.symptom) {}
  const std::string& symptom() const { return symptom_; }

 private:
  std::string symptom_;
};

/// The devices of a check. Each worker has an emulator of its own; a GPU is
/// there if one was asked for, or found under `automatic`.
struct Devices {
  std::vector<std::unique_ptr<Device>> emulators;
  std::unique_ptr<Device> gpu;

  Device& emulator() const { return *emulators.front(); }
  const Device& main() const { return gpu ? *gpu : emulator(); }
};
/// Throws CannotCheck if a GPU was asked for and there is none.
Devices make_devices(DeviceChoice choice);

/// A Compilation, or a stand-in for tests.
struct CompileSteps {
  std::function<CompileResult(const CompileRequest&)> ptx;
  std::function<CompileResult()> second_opinion;  ///< on another thread
};

class Session {
 public:
  /// Throws CannotCheck. A file that does not compile is not an error: each
  /// of its tasks then is a compile_error. Tasks run while the second opinion
  /// is made; none is reported before it is there.
  Session(const LabInfo& lab, const Options& options, Devices devices,
          CompileSteps compile);

  const LabInfo& lab() const { return lab_; }
  const Options& options() const { return options_; }
  const Program& program() const { return program_; }
  const Devices& devices() const { return devices_; }
  const Hints& hints() const { return hints_; }
  const CompileResult& compiled() const { return compiled_; }
  bool is_out_of_time() const;
  /// A value that the submission exports; throws BadExport.
  std::uint32_t exported(const Constant& constant) const;
  /// Bytes of variables of the program; an infra_error throws.
  std::vector<std::vector<std::byte>> symbols(
      const std::vector<std::string>& names) const;

  void begin();
  /// Runs one task and reports it. Never throws for what a submission does.
  report::Task grade(const TaskInfo& info);
  /// Gives the last word to the second opinion. The exit code: 0 if every
  /// task that could be judged has passed.
  int end();

  /// "lockstep check 01 --task smem --seed 7": selects the task again.
  std::string replay_command(const TaskInfo& info) const;

 private:
  void compile_submission(const CompileSteps& compile);
  void run_task(const TaskInfo& info, report::Task& result);
  void report_compile_error(report::Task& result, bool is_first) const;
  void take_second_opinion();
  void write(const report::Event& event);

  const LabInfo& lab_;
  Options options_;
  Devices devices_;
  std::ofstream events_;
  Hints hints_;
  CompileResult compiled_;
  Program program_;
  report::Report report_;
  std::size_t written_ = 0;  ///< so many tasks of the report are events
  std::future<CompileResult> second_opinion_;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace lockstep
