// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cuda_bf16.h>: __nv_bfloat16 and __nv_bfloat162.
#pragma once

#include "../half/operations.h"

#define LOCKSTEP_H __nv_bfloat16
#define LOCKSTEP_H2 __nv_bfloat162
#define LOCKSTEP_WORD bfloat16
#define LOCKSTEP_OPS lockstep_bf16
#include "../half/type.h"
#undef LOCKSTEP_OPS
#undef LOCKSTEP_WORD
#undef LOCKSTEP_H2
#undef LOCKSTEP_H

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
