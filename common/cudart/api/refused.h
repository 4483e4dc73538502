// SPDX-License-Identifier: Apache-2.0
// Functions of the runtime that are not there. They take whatever they are
// given, look at none of it and return cudaErrorNotSupported.
#pragma once

namespace lockstep::cudart {

int refuse_call(const char* name, const void* caller);

}  // namespace lockstep::cudart

#define LOCKSTEP_REFUSED(name)                                           \
  extern "C" __attribute__((weak)) int name();                           \
  extern "C" __attribute__((weak)) int name() {                          \
    return ::lockstep::cudart::refuse_call(#name,                        \
                                           __builtin_return_address(0)); \
  }
