// SPDX-License-Identifier: Apache-2.0
// Runs a program under the emulator.
#pragma once

#include <memory>

#include "ptx/runtime/runtime.h"
#include "run.h"

namespace lockstep::ptx::differential {

struct EmulatorOptions {
  bool has_checkers = false;
  std::uint64_t schedule_seed = 0;
};

/// Refusals, faults, deadlocks and findings are the outcome's problem.
Outcome run_emulated(const Program& program,
                     const EmulatorOptions& options = {});
/// The same for a module that was prepared from the program's text.
Outcome run_emulated(const Program& program,
                     std::shared_ptr<const Module> module,
                     const EmulatorOptions& options = {});

}  // namespace lockstep::ptx::differential
