// SPDX-License-Identifier: Apache-2.0
// dim3 and uint3: from the prelude in CUDA code, else just these two.
#pragma once

#ifdef __CUDA__
#include "../vector_types.h"
#else
struct uint3 {
  unsigned int x, y, z;
};
struct dim3 {
  unsigned int x = 1, y = 1, z = 1;
};
#endif
