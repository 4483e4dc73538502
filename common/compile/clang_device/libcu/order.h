// SPDX-License-Identifier: Apache-2.0
// Scopes, memory orders and the PTX for them: loads, stores and atomic
// operations of 4 and 8 bytes. A sequentially consistent one is preceded by
// fence.sc. The order is a constant once the call is inlined.
#pragma once

#include "../lockstep_device.h"

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

namespace std {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst,
};
}  // namespace std
using std::memory_order, std::memory_order_acq_rel, std::memory_order_acquire;
using std::memory_order_consume, std::memory_order_relaxed;
using std::memory_order_release, std::memory_order_seq_cst;

namespace lockstep_atomic {

template <thread_scope Scope>
struct scoped;

#define LOCKSTEP_WORD_OPERATIONS(scope, bits, word, c)                    \
  LOCKSTEP_METHOD static word load(const volatile word* at,               \
                                   memory_order order) {                  \
    word result;                                                          \
    if (order == memory_order_seq_cst) fence(order);                      \
    if (order == memory_order_relaxed)                                    \
      asm volatile("ld.relaxed." scope ".b" bits " %0, [%1];"             \
                   : "=" c(result)                                        \
                   : "l"(at)                                              \
                   : "memory");                                           \
    else                                                                  \
      asm volatile("ld.acquire." scope ".b" bits " %0, [%1];"             \
                   : "=" c(result)                                        \
                   : "l"(at)                                              \
                   : "memory");                                           \
    return result;                                                        \
  }                                                                       \
  LOCKSTEP_METHOD static void store(volatile word* at, word value,        \
                                    memory_order order) {                 \
    if (order == memory_order_seq_cst) fence(order);                      \
    if (order == memory_order_release)                                    \
      asm volatile("st.release." scope ".b" bits " [%0], %1;" ::"l"(at),  \
                   c(value)                                               \
                   : "memory");                                           \
    else                                                                  \
      asm volatile("st.relaxed." scope ".b" bits " [%0], %1;" ::"l"(at),  \
                   c(value)                                               \
                   : "memory");                                           \
  }                                                                       \
  LOCKSTEP_METHOD static word exchange(volatile word* at, word value,     \
                                       memory_order order) {              \
    word old = 0;                                                         \
    LOCKSTEP_RMW(scope, "exch.b" bits, c)                                 \
    return old;                                                           \
  }                                                                       \
  LOCKSTEP_METHOD static word compare_exchange(                           \
      volatile word* at, word expected, word value, memory_order order) { \
    word old = 0;                                                         \
    LOCKSTEP_CAS(scope, "cas.b" bits, c)                                  \
    return old;                                                           \
  }

#define LOCKSTEP_RMW_1(order_word, scope, operation, c)                    \
  asm volatile("atom." order_word "." scope "." operation " %0, [%1], %2;" \
               : "=" c(old)                                                \
               : "l"(at), c(value)                                         \
               : "memory")
#define LOCKSTEP_CAS_1(order_word, scope, operation, c)                        \
  asm volatile("atom." order_word "." scope "." operation " %0, [%1], %2, %3;" \
               : "=" c(old)                                                    \
               : "l"(at), c(expected), c(value)                                \
               : "memory")
#define LOCKSTEP_BY_ORDER(make, scope, operation, c) \
  switch (order) {                                   \
    case memory_order_relaxed:                       \
      make("relaxed", scope, operation, c);          \
      break;                                         \
    case memory_order_release:                       \
      make("release", scope, operation, c);          \
      break;                                         \
    case memory_order_acq_rel:                       \
      make("acq_rel", scope, operation, c);          \
      break;                                         \
    case memory_order_seq_cst:                       \
      fence(order);                                  \
      make("acquire", scope, operation, c);          \
      break;                                         \
    default:                                         \
      make("acquire", scope, operation, c);          \
  }
#define LOCKSTEP_RMW(scope, operation, c) \
  LOCKSTEP_BY_ORDER(LOCKSTEP_RMW_1, scope, operation, c)
#define LOCKSTEP_CAS(scope, operation, c) \
  LOCKSTEP_BY_ORDER(LOCKSTEP_CAS_1, scope, operation, c)

#define LOCKSTEP_FETCH(name, scope, operation, type, c)           \
  LOCKSTEP_METHOD static type name(volatile type* at, type value, \
                                   memory_order order) {          \
    type old = 0;                                                 \
    LOCKSTEP_RMW(scope, operation, c)                             \
    return old;                                                   \
  }
#define LOCKSTEP_FETCH_INTEGER(scope, bits, type, sign, c)    \
  LOCKSTEP_FETCH(fetch_add, scope, "add.u" bits, type, c)     \
  LOCKSTEP_FETCH(fetch_min, scope, "min." sign bits, type, c) \
  LOCKSTEP_FETCH(fetch_max, scope, "max." sign bits, type, c) \
  LOCKSTEP_FETCH(fetch_and, scope, "and.b" bits, type, c)     \
  LOCKSTEP_FETCH(fetch_or, scope, "or.b" bits, type, c)       \
  LOCKSTEP_FETCH(fetch_xor, scope, "xor.b" bits, type, c)
#define LOCKSTEP_SCOPE(name, scope)                                   \
  template <>                                                         \
  struct scoped<name> {                                               \
    LOCKSTEP_METHOD static void fence(memory_order order) {           \
      if (order == memory_order_relaxed) return;                      \
      if (order == memory_order_seq_cst)                              \
        asm volatile("fence.sc." scope ";" ::: "memory");             \
      else                                                            \
        asm volatile("fence.acq_rel." scope ";" ::: "memory");        \
    }                                                                 \
    LOCKSTEP_WORD_OPERATIONS(scope, "32", unsigned int, "r")          \
    LOCKSTEP_WORD_OPERATIONS(scope, "64", unsigned long long, "l")    \
    LOCKSTEP_FETCH_INTEGER(scope, "32", int, "s", "r")                \
    LOCKSTEP_FETCH_INTEGER(scope, "32", unsigned int, "u", "r")       \
    LOCKSTEP_FETCH_INTEGER(scope, "64", long, "s", "l")               \
    LOCKSTEP_FETCH_INTEGER(scope, "64", unsigned long, "u", "l")      \
    LOCKSTEP_FETCH_INTEGER(scope, "64", long long, "s", "l")          \
    LOCKSTEP_FETCH_INTEGER(scope, "64", unsigned long long, "u", "l") \
    LOCKSTEP_FETCH(fetch_add, scope, "add.f32", float, "f")           \
    LOCKSTEP_FETCH(fetch_add, scope, "add.f64", double, "d")          \
  };
LOCKSTEP_SCOPE(thread_scope_system, "sys")
LOCKSTEP_SCOPE(thread_scope_device, "gpu")
LOCKSTEP_SCOPE(thread_scope_block, "cta")
template <>
struct scoped<thread_scope_thread> : scoped<thread_scope_block> {};
#undef LOCKSTEP_SCOPE
#undef LOCKSTEP_FETCH_INTEGER
#undef LOCKSTEP_FETCH
#undef LOCKSTEP_CAS
#undef LOCKSTEP_RMW
#undef LOCKSTEP_BY_ORDER
#undef LOCKSTEP_CAS_1
#undef LOCKSTEP_RMW_1
#undef LOCKSTEP_WORD_OPERATIONS

}  // namespace lockstep_atomic
}  // namespace cuda
