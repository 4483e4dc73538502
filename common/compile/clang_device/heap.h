// SPDX-License-Identifier: Apache-2.0
// malloc, free, new and delete: memory of the device's heap, which outlives
// the thread and the launch.
#pragma once

#include "keywords.h"

extern "C" __attribute__((device)) void* malloc(size_t bytes);
extern "C" __attribute__((device)) void free(void* address);
namespace std {
using ::free, ::malloc;
}  // namespace std

// A whole program has clang's own operators, from <new>.
#ifndef LOCKSTEP_PROGRAM
// An allocation that fails gives a null pointer, as there are no exceptions.
#define LOCKSTEP_NEW(name)                                                \
  __attribute__((device, nodebug)) inline void* operator name(size_t n) { \
    return ::malloc(n == 0 ? 1 : n);                                      \
  }
#define LOCKSTEP_DELETE(name, ...)                            \
  __attribute__((device, nodebug)) inline void operator name( \
      void* address __VA_ARGS__) noexcept {                   \
    ::free(address);                                          \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#pragma clang diagnostic ignored "-Wnew-returns-null"
LOCKSTEP_NEW(new)
LOCKSTEP_NEW(new[])
LOCKSTEP_DELETE(delete)
LOCKSTEP_DELETE(delete[])
LOCKSTEP_DELETE(delete, , size_t)
LOCKSTEP_DELETE(delete[], , size_t)
#pragma clang diagnostic pop
#undef LOCKSTEP_DELETE
#undef LOCKSTEP_NEW
#endif
