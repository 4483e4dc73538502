// SPDX-License-Identifier: Apache-2.0
// Stand-in: the prelude has everything this header is included for.
#pragma once

#include "../lockstep_device.h"
