// SPDX-License-Identifier: Apache-2.0
// What clang is given in place of the CUDA Toolkit's own headers: the prelude
// of every device file, as nvcc includes cuda_runtime.h. One subject a file.
// Whatever a report can point at is `nodebug` and always inlined, so that its
// line in the PTX is the line of the caller.
#pragma once

#include "keywords.h"
// keywords.h comes first: everything below is written with it.
#include "atomics.h"
#include "built_in_variables.h"
#include "conversions.h"
#include "diagnostics.h"
#include "heap.h"
#include "integers.h"
#include "maths.h"
#include "memory.h"
#include "runtime/templates.h"
#include "simd.h"
#include "synchronization.h"
#include "vector_types.h"
#include "warp.h"

#ifdef LOCKSTEP_PROGRAM
// nvcc brings these along for the host's side of a program.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#endif
