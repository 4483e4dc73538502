// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim, warpSize: names whose members read
// a special register. They have no address and cannot be written.
#pragma once

#include "keywords.h"
#include "vector_types.h"

#define LOCKSTEP_REGISTER(name, source)                       \
  __attribute__((device, always_inline,                       \
                 nodebug)) static unsigned int get_##name() { \
    return source;                                            \
  }                                                           \
  __declspec(property(get = get_##name)) unsigned int name

#define LOCKSTEP_BUILT_IN(variable, type, registers)                        \
  struct lockstep_##variable {                                              \
    LOCKSTEP_REGISTER(x, __nvvm_read_ptx_sreg_##registers##_x());           \
    LOCKSTEP_REGISTER(y, __nvvm_read_ptx_sreg_##registers##_y());           \
    LOCKSTEP_REGISTER(z, __nvvm_read_ptx_sreg_##registers##_z());           \
    __attribute__((device, always_inline, nodebug)) operator type() const { \
      return {get_x(), get_y(), get_z()};                                   \
    }                                                                       \
    lockstep_##variable(const lockstep_##variable&) = delete;               \
    void operator=(const lockstep_##variable&) const = delete;              \
    void operator&() const = delete;                                        \
  };                                                                        \
  extern const __attribute__((device, weak)) lockstep_##variable variable

LOCKSTEP_BUILT_IN(threadIdx, uint3, tid);
LOCKSTEP_BUILT_IN(blockIdx, uint3, ctaid);
LOCKSTEP_BUILT_IN(blockDim, dim3, ntid);
LOCKSTEP_BUILT_IN(gridDim, dim3, nctaid);

#undef LOCKSTEP_BUILT_IN
#undef LOCKSTEP_REGISTER

static constexpr __attribute__((host, device)) int warpSize = 32;
