// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim, warpSize: names whose members read
// a special register. They have no address and cannot be written.
#pragma once

#include "keywords.h"
#include "vector_types.h"

#define LOCKSTEP_REGISTER(name, source)                               \
  LOCKSTEP_METHOD static unsigned int get_##name() { return source; } \
  __declspec(property(get = get_##name)) unsigned int name

#define LOCKSTEP_BUILT_IN(variable, registers)                    \
  struct lockstep_##variable {                                    \
    LOCKSTEP_REGISTER(x, __nvvm_read_ptx_sreg_##registers##_x()); \
    LOCKSTEP_REGISTER(y, __nvvm_read_ptx_sreg_##registers##_y()); \
    LOCKSTEP_REGISTER(z, __nvvm_read_ptx_sreg_##registers##_z()); \
    LOCKSTEP_METHOD operator uint3() const {                      \
      return {get_x(), get_y(), get_z()};                         \
    }                                                             \
    lockstep_##variable(const lockstep_##variable&) = delete;     \
    void operator=(const lockstep_##variable&) const = delete;    \
    void operator&() const = delete;                              \
  };                                                              \
  LOCKSTEP_METHOD inline dim3::dim3(const lockstep_##variable& v) \
      : dim3((uint3)v) {}                                         \
  extern const __attribute__((device, weak)) lockstep_##variable variable

LOCKSTEP_BUILT_IN(threadIdx, tid);
LOCKSTEP_BUILT_IN(blockIdx, ctaid);
LOCKSTEP_BUILT_IN(blockDim, ntid);
LOCKSTEP_BUILT_IN(gridDim, nctaid);

#undef LOCKSTEP_BUILT_IN
#undef LOCKSTEP_REGISTER

static constexpr __attribute__((host, device)) int warpSize = 32;
