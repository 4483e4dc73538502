// SPDX-License-Identifier: Apache-2.0
// Runs one job on a GPU through the driver. This is the child's side: what
// goes wrong here may leave the process's context unusable.
#pragma once

#include "device/child/driver_api.h"
#include "device/child/trusted_module.h"
#include "device/wire/job_wire.h"

namespace lockstep {

/// Never throws. The module is loaded for this job and unloaded after it, so
/// that no variable of a program outlives its job.
Reply run_on_driver(const driver::Api& api, const DeviceInfo& info,
                    TrustedModule& trusted, const Job& job);

}  // namespace lockstep
