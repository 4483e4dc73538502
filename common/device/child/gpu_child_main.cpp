// SPDX-License-Identifier: Apache-2.0
// lockstep-gpu-child: started by the GPU device, never by hand.
#include "device/child/gpu_child.h"

int main() {
  return lockstep::serve_as_child([] { return lockstep::driver::load_api(); });
}
