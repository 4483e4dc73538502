// SPDX-License-Identifier: Apache-2.0
// Runs the body of a kernel written inline in a test: `%out` is the address
// of one 32-bit word a thread, `%thread` the thread of the block, `%lane` its
// lane, and %r0..%r31, %rd0..%rd15, %p0..%p7 are free.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernel_run.h"
#include "recorder.h"

namespace lockstep::ptx {

struct BodyRun {
  LaunchResult result;
  std::vector<std::uint32_t> out;
  std::string ptx;
  /// Keeps the instructions alive that recorded events point to.
  std::shared_ptr<const Module> module;

  /// The PTX text of an instruction's line, trimmed of nothing.
  std::string line(const Instruction* instruction) const;
};

struct BodyOptions {
  unsigned threads = 32;
  unsigned blocks = 1;
  Schedule schedule;
  LaunchLimits limits;
  std::string before;  ///< functions and variables of the module
};

/// Words start as 0.
BodyRun run_body(const std::string& body, const BodyOptions& options = {},
                 Recorder* recorder = nullptr);

}  // namespace lockstep::ptx
