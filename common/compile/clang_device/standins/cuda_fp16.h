// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cuda_fp16.h>: __half and __half2.
#pragma once

#include "../half/operations.h"

#define LOCKSTEP_H __half
#define LOCKSTEP_H2 __half2
#define LOCKSTEP_WORD half
#define LOCKSTEP_OPS lockstep_fp16
#include "../half/type.h"
#undef LOCKSTEP_OPS
#undef LOCKSTEP_WORD
#undef LOCKSTEP_H2
#undef LOCKSTEP_H

typedef __half half;
typedef __half2 half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
