// SPDX-License-Identifier: Apache-2.0
// Runs one job on the emulator, in a context of its own: nothing in its
// outcome depends on what ran before.
#pragma once

#include <memory>

#include "device/device.h"
#include "ptx/runtime/runtime.h"

namespace lockstep {

/// `job` has no job_fault. Throws only where the host lacks memory.
Outcome run_on_emulator(const Job& job, const DeviceInfo& info,
                        std::shared_ptr<const ptx::Module> module);

}  // namespace lockstep
