// SPDX-License-Identifier: Apache-2.0
// The GPU that jobs run on, found through the driver.
#pragma once

#include "device/child/driver_api.h"
#include "device/device.h"

namespace lockstep {

/// The first GPU that the driver shows, with its context current. Throws
/// std::runtime_error with a sentence where there is none.
DeviceInfo open_gpu(const driver::Api& api);

}  // namespace lockstep
