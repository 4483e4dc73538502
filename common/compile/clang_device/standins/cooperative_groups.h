// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cooperative_groups.h>: thread blocks, tiles of a warp and
// coalesced groups. Barriers across the grid or a cluster are refused by name.
#pragma once

#include "../cooperative_groups/groups.h"
