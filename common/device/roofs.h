// SPDX-License-Identifier: Apache-2.0
// How fast the memory of a device is, measured by kernels of our own: the
// roofs that a submission's bandwidth is compared with.
#pragma once

#include <cstdint>
#include <string>

#include "device/device.h"

namespace lockstep {

struct Roofs {
  double copy_bytes_per_second = 0;  ///< read + written
  double read_bytes_per_second = 0;
  std::string message;  ///< why there are none; empty on success
};

/// Median of `repetitions` over `bytes` of cold data. Needs a GPU: the
/// emulator has no clock worth the name.
Roofs measure_roofs(Device& device, std::uint64_t bytes = 1ull << 30,
                    unsigned repetitions = 31);

}  // namespace lockstep
