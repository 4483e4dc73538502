// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "harness/session/session.h"

namespace lockstep {

Devices make_devices(DeviceChoice choice) {
  Devices devices;
  const unsigned workers =
      std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  for (unsigned i = 0; i < workers; ++i)
    devices.emulators.push_back(make_emulator_device());
  std::string why;
  if (choice != DeviceChoice::emulator) devices.gpu = make_gpu_device(why);
  if (choice == DeviceChoice::gpu && !devices.gpu)
    throw CannotCheck(3, fmt::format("no GPU can be used here: {}. Without "
                                     "one, check with --device emulator",
                                     why));
  return devices;
}

}  // namespace lockstep
