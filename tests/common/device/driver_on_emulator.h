// SPDX-License-Identifier: Apache-2.0
// A CUDA driver whose device is the emulator: what the child does can so be
// tested without a GPU. It has the faults of the real one: an error while a
// kernel runs is sticky, an endless kernel is waited for without end.
#pragma once

#include "device/child/driver_api.h"

namespace lockstep::test {

driver::Api driver_on_emulator();

}  // namespace lockstep::test
