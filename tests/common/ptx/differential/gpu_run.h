// SPDX-License-Identifier: Apache-2.0
// Runs programs on the first GPU. One object a thread.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "assembler.h"
#include "device/child/driver_handles.h"
#include "device/device.h"
#include "run.h"

namespace lockstep::ptx::differential {

class Gpu {
 public:
  /// Both outlive the object; whoever uses the GPU holds `turn`, so that a
  /// fault is told by the thread whose kernel it was. Throws
  /// std::runtime_error without a GPU.
  Gpu(const driver::Api& api, std::mutex& turn);

  const DeviceInfo& info() const { return info_; }
  const Assembler& assembler() const { return assembler_; }

  /// An outcome a program. One whose PTX the assembler does not take has a
  /// problem that begins with "assembler: "; what else goes wrong throws
  /// driver::Failure, and the context is then of no more use.
  std::vector<Outcome> run(std::span<const Program> programs);
  /// One program that the assembler does not optimise.
  Outcome run_unoptimised(const Program& program);

 private:
  void run_batch(std::span<const Program> programs,
                 std::span<Outcome> outcomes);
  Outcome run_one(const driver::LoadedModule& module, const Program& program);

  const driver::Api& api_;
  std::mutex& turn_;
  DeviceInfo info_;
  Assembler assembler_;
  driver::Memory input_, output_;
};

}  // namespace lockstep::ptx::differential
