// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache hint, questions about an address's state
// space, memcpy and memset.
#pragma once

#include "keywords.h"
#include "vector_types.h"

#define LOCKSTEP_GLOBAL(type) __attribute__((address_space(1))) type

// The value of a type in registers: its PTX type, the constraint of a part,
// and the type of a part (bytes travel in 16-bit registers).
#define LOCKSTEP_SCALARS(use, name, hint, ...)                                 \
  use##_1(name, hint, char, "s8", "h", short, __VA_ARGS__)                     \
      use##_1(name, hint, signed char, "s8", "h", short, __VA_ARGS__) use##_1( \
          name, hint, unsigned char, "u8", "h", short, __VA_ARGS__)            \
          use##_1(name, hint, short, "s16", "h", short, __VA_ARGS__) use##_1(  \
              name, hint, unsigned short, "u16", "h", short, __VA_ARGS__)      \
              use##_1(name, hint, int, "s32", "r", int, __VA_ARGS__) use##_1(  \
                  name, hint, unsigned int, "u32", "r", int, __VA_ARGS__)      \
                  use##_1(name, hint, long, "s64", "l", long, __VA_ARGS__)     \
                      use##_1(name, hint, unsigned long, "u64", "l", long,     \
                              __VA_ARGS__)                                     \
                          use##_1(name, hint, long long, "s64", "l", long,     \
                                  __VA_ARGS__)                                 \
                              use##_1(name, hint, unsigned long long, "u64",   \
                                      "l", long, __VA_ARGS__)                  \
                                  use##_1(name, hint, float, "f32", "f",       \
                                          float, __VA_ARGS__)                  \
                                      use##_1(name, hint, double, "f64", "d",  \
                                              double, __VA_ARGS__)
#define LOCKSTEP_PAIRS(use, name, hint, ...)                                   \
  use##_2(name, hint, char2, "s8", "h", short, __VA_ARGS__) use##_2(           \
      name, hint, uchar2, "u8", "h", short,                                    \
      __VA_ARGS__) use##_2(name, hint, short2, "s16", "h", short, __VA_ARGS__) \
      use##_2(name, hint, ushort2, "u16", "h", short, __VA_ARGS__) use##_2(    \
          name, hint, int2, "s32", "r", int,                                   \
          __VA_ARGS__) use##_2(name, hint, uint2, "u32", "r", int,             \
                               __VA_ARGS__) use##_2(name, hint, long2, "s64",  \
                                                    "l", long, __VA_ARGS__)    \
          use##_2(name, hint, ulong2, "u64", "l", long, __VA_ARGS__) use##_2(  \
              name, hint, longlong2, "s64", "l", long, __VA_ARGS__)            \
              use##_2(name, hint, ulonglong2, "u64", "l", long, __VA_ARGS__)   \
                  use##_2(name, hint, float2, "f32", "f", float, __VA_ARGS__)  \
                      use##_2(name, hint, double2, "f64", "d", double,         \
                              __VA_ARGS__)
#define LOCKSTEP_FOURS(use, name, hint, ...)                                   \
  use##_4(name, hint, char4, "s8", "h", short, __VA_ARGS__)                    \
      use##_4(name, hint, uchar4, "u8", "h", short, __VA_ARGS__)               \
          use##_4(name, hint, short4, "s16", "h", short, __VA_ARGS__)          \
              use##_4(name, hint, ushort4, "u16", "h", short, __VA_ARGS__)     \
                  use##_4(name, hint, int4, "s32", "r", int, __VA_ARGS__)      \
                      use##_4(name, hint, uint4, "u32", "r", int, __VA_ARGS__) \
                          use##_4(name, hint, float4, "f32", "f", float,       \
                                  __VA_ARGS__)

#define LOCKSTEP_LOAD_1(name, hint, type, ptx, constraint, part, ...) \
  LOCKSTEP_DEVICE type name(const type* address) {                    \
    part x;                                                           \
    asm volatile("ld.global." hint "." ptx " %0, [%1];"               \
                 : "=" constraint(x)                                  \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address)         \
                 : __VA_ARGS__);                                      \
    return (type)x;                                                   \
  }
#define LOCKSTEP_LOAD_2(name, hint, type, ptx, constraint, part, ...) \
  LOCKSTEP_DEVICE type name(const type* address) {                    \
    part x, y;                                                        \
    asm volatile("ld.global." hint ".v2." ptx " {%0, %1}, [%2];"      \
                 : "=" constraint(x), "=" constraint(y)               \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address)         \
                 : __VA_ARGS__);                                      \
    type result;                                                      \
    result.x = x, result.y = y;                                       \
    return result;                                                    \
  }
#define LOCKSTEP_LOAD_4(name, hint, type, ptx, constraint, part, ...)       \
  LOCKSTEP_DEVICE type name(const type* address) {                          \
    part x, y, z, w;                                                        \
    asm volatile("ld.global." hint ".v4." ptx " {%0, %1, %2, %3}, [%4];"    \
                 : "=" constraint(x), "=" constraint(y), "=" constraint(z), \
                   "=" constraint(w)                                        \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address)               \
                 : __VA_ARGS__);                                            \
    type result;                                                            \
    result.x = x, result.y = y, result.z = z, result.w = w;                 \
    return result;                                                          \
  }
// __ldg reads what no thread writes during the launch, so it is ordered with
// nothing; the others are ordinary accesses.
#define LOCKSTEP_LOADS(name, hint, ...)                    \
  LOCKSTEP_SCALARS(LOCKSTEP_LOAD, name, hint, __VA_ARGS__) \
  LOCKSTEP_PAIRS(LOCKSTEP_LOAD, name, hint, __VA_ARGS__)   \
  LOCKSTEP_FOURS(LOCKSTEP_LOAD, name, hint, __VA_ARGS__)
LOCKSTEP_LOADS(__ldg, "nc")
LOCKSTEP_LOADS(__ldca, "ca", "memory")
LOCKSTEP_LOADS(__ldcg, "cg", "memory")
LOCKSTEP_LOADS(__ldcs, "cs", "memory")
LOCKSTEP_LOADS(__ldlu, "lu", "memory")
LOCKSTEP_LOADS(__ldcv, "cv", "memory")
#undef LOCKSTEP_LOADS
#undef LOCKSTEP_LOAD_4
#undef LOCKSTEP_LOAD_2
#undef LOCKSTEP_LOAD_1

#define LOCKSTEP_STORE_1(name, hint, type, ptx, constraint, part, ...) \
  LOCKSTEP_DEVICE void name(type* address, type value) {               \
    asm volatile("st.global." hint "." ptx                             \
                 " [%0], %1;" ::"l"((LOCKSTEP_GLOBAL(type)*)address),  \
                 constraint((part)value)                               \
                 : "memory");                                          \
  }
#define LOCKSTEP_STORE_2(name, hint, type, ptx, constraint, part, ...)      \
  LOCKSTEP_DEVICE void name(type* address, type value) {                    \
    asm volatile("st.global." hint ".v2." ptx                               \
                 " [%0], {%1, %2};" ::"l"((LOCKSTEP_GLOBAL(type)*)address), \
                 constraint((part)value.x), constraint((part)value.y)       \
                 : "memory");                                               \
  }
#define LOCKSTEP_STORE_4(name, hint, type, ptx, constraint, part, ...)     \
  LOCKSTEP_DEVICE void name(type* address, type value) {                   \
    asm volatile(                                                          \
        "st.global." hint ".v4." ptx                                       \
        " [%0], {%1, %2, %3, %4};" ::"l"((LOCKSTEP_GLOBAL(type)*)address), \
        constraint((part)value.x), constraint((part)value.y),              \
        constraint((part)value.z), constraint((part)value.w)               \
        : "memory");                                                       \
  }
#define LOCKSTEP_STORES(name, hint)            \
  LOCKSTEP_SCALARS(LOCKSTEP_STORE, name, hint) \
  LOCKSTEP_PAIRS(LOCKSTEP_STORE, name, hint)   \
  LOCKSTEP_FOURS(LOCKSTEP_STORE, name, hint)
LOCKSTEP_STORES(__stwb, "wb")
LOCKSTEP_STORES(__stcg, "cg")
LOCKSTEP_STORES(__stcs, "cs")
LOCKSTEP_STORES(__stwt, "wt")
#undef LOCKSTEP_STORES
#undef LOCKSTEP_STORE_4
#undef LOCKSTEP_STORE_2
#undef LOCKSTEP_STORE_1
#undef LOCKSTEP_FOURS
#undef LOCKSTEP_PAIRS
#undef LOCKSTEP_SCALARS
#undef LOCKSTEP_GLOBAL

#define LOCKSTEP_STATE_SPACE(name, Name, space)                          \
  LOCKSTEP_DEVICE unsigned int __is##Name(const void* address) {         \
    unsigned int result;                                                 \
    asm("{\n\t.reg .pred p;\n\tisspacep." space                          \
        " p, %1;\n\t"                                                    \
        "selp.u32 %0, 1, 0, p;\n\t}"                                     \
        : "=r"(result)                                                   \
        : "l"(address));                                                 \
    return result;                                                       \
  }                                                                      \
  LOCKSTEP_DEVICE size_t __cvta_generic_to_##name(const void* address) { \
    size_t result;                                                       \
    asm("cvta.to." space ".u64 %0, %1;" : "=l"(result) : "l"(address));  \
    return result;                                                       \
  }                                                                      \
  LOCKSTEP_DEVICE void* __cvta_##name##_to_generic(size_t address) {     \
    void* result;                                                        \
    asm("cvta." space ".u64 %0, %1;" : "=l"(result) : "l"(address));     \
    return result;                                                       \
  }
LOCKSTEP_STATE_SPACE(global, Global, "global")
LOCKSTEP_STATE_SPACE(shared, Shared, "shared")
LOCKSTEP_STATE_SPACE(constant, Constant, "const")
LOCKSTEP_STATE_SPACE(local, Local, "local")
#undef LOCKSTEP_STATE_SPACE

LOCKSTEP_DEVICE void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
LOCKSTEP_DEVICE void* memset(void* to, int value, size_t bytes) {
  return __builtin_memset(to, value, bytes);
}
namespace std {
using ::memcpy, ::memset;
}  // namespace std
