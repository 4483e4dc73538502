// SPDX-License-Identifier: Apache-2.0
// The GPU child as it is, over a driver that has no GPU.
#include "device/child/gpu_child.h"
#include "driver_on_emulator.h"

int main() {
  return lockstep::serve_as_child(lockstep::test::driver_on_emulator);
}
