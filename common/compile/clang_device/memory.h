// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache hint, questions about an address's state
// space, memcpy and memset.
#pragma once

#include "keywords.h"
#include "vector_types.h"

#define LOCKSTEP_GLOBAL(type) __attribute__((address_space(1))) type

// Bytes travel in a 16-bit register.
#define LOCKSTEP_LOAD_BYTE(name, hint, type, ptx, ...)        \
  LOCKSTEP_DEVICE type name(const type* address) {            \
    short value;                                              \
    asm volatile("ld.global." hint "." ptx " %0, [%1];"       \
                 : "=h"(value)                                \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address) \
                 : __VA_ARGS__);                              \
    return (type)value;                                       \
  }
// __ldg reads what no thread writes during the launch, so it is ordered with
// nothing; the others are ordinary accesses.
#define LOCKSTEP_LOAD(name, hint, type, ptx, constraint, ...) \
  LOCKSTEP_DEVICE type name(const type* address) {            \
    type value;                                               \
    asm volatile("ld.global." hint "." ptx " %0, [%1];"       \
                 : "=" constraint(value)                      \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address) \
                 : __VA_ARGS__);                              \
    return value;                                             \
  }
#define LOCKSTEP_LOAD_2(name, hint, type, ptx, constraint, ...)     \
  LOCKSTEP_DEVICE type name(const type* address) {                  \
    type value;                                                     \
    asm volatile("ld.global." hint ".v2." ptx " {%0, %1}, [%2];"    \
                 : "=" constraint(value.x), "=" constraint(value.y) \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address)       \
                 : __VA_ARGS__);                                    \
    return value;                                                   \
  }
#define LOCKSTEP_LOAD_4(name, hint, type, ptx, constraint, ...)          \
  LOCKSTEP_DEVICE type name(const type* address) {                       \
    type value;                                                          \
    asm volatile("ld.global." hint ".v4." ptx " {%0, %1, %2, %3}, [%4];" \
                 : "=" constraint(value.x), "=" constraint(value.y),     \
                   "=" constraint(value.z), "=" constraint(value.w)      \
                 : "l"((const LOCKSTEP_GLOBAL(type)*)address)            \
                 : __VA_ARGS__);                                         \
    return value;                                                        \
  }
#define LOCKSTEP_LOADS(name, hint, ...)                                  \
  LOCKSTEP_LOAD(name, hint, int, "s32", "r", __VA_ARGS__)                \
  LOCKSTEP_LOAD(name, hint, unsigned int, "u32", "r", __VA_ARGS__)       \
  LOCKSTEP_LOAD_BYTE(name, hint, char, "s8", __VA_ARGS__)                \
  LOCKSTEP_LOAD_BYTE(name, hint, signed char, "s8", __VA_ARGS__)         \
  LOCKSTEP_LOAD_BYTE(name, hint, unsigned char, "u8", __VA_ARGS__)       \
  LOCKSTEP_LOAD(name, hint, short, "s16", "h", __VA_ARGS__)              \
  LOCKSTEP_LOAD(name, hint, unsigned short, "u16", "h", __VA_ARGS__)     \
  LOCKSTEP_LOAD(name, hint, long, "s64", "l", __VA_ARGS__)               \
  LOCKSTEP_LOAD(name, hint, unsigned long, "u64", "l", __VA_ARGS__)      \
  LOCKSTEP_LOAD(name, hint, long long, "s64", "l", __VA_ARGS__)          \
  LOCKSTEP_LOAD(name, hint, unsigned long long, "u64", "l", __VA_ARGS__) \
  LOCKSTEP_LOAD(name, hint, float, "f32", "f", __VA_ARGS__)              \
  LOCKSTEP_LOAD(name, hint, double, "f64", "d", __VA_ARGS__)             \
  LOCKSTEP_LOAD_2(name, hint, int2, "s32", "r", __VA_ARGS__)             \
  LOCKSTEP_LOAD_2(name, hint, uint2, "u32", "r", __VA_ARGS__)            \
  LOCKSTEP_LOAD_2(name, hint, float2, "f32", "f", __VA_ARGS__)           \
  LOCKSTEP_LOAD_2(name, hint, double2, "f64", "d", __VA_ARGS__)          \
  LOCKSTEP_LOAD_2(name, hint, longlong2, "s64", "l", __VA_ARGS__)        \
  LOCKSTEP_LOAD_2(name, hint, ulonglong2, "u64", "l", __VA_ARGS__)       \
  LOCKSTEP_LOAD_4(name, hint, int4, "s32", "r", __VA_ARGS__)             \
  LOCKSTEP_LOAD_4(name, hint, uint4, "u32", "r", __VA_ARGS__)            \
  LOCKSTEP_LOAD_4(name, hint, float4, "f32", "f", __VA_ARGS__)
LOCKSTEP_LOADS(__ldg, "nc")
LOCKSTEP_LOADS(__ldca, "ca", "memory")
LOCKSTEP_LOADS(__ldcg, "cg", "memory")
LOCKSTEP_LOADS(__ldcs, "cs", "memory")
LOCKSTEP_LOADS(__ldlu, "lu", "memory")
LOCKSTEP_LOADS(__ldcv, "cv", "memory")
#undef LOCKSTEP_LOADS
#undef LOCKSTEP_LOAD_4
#undef LOCKSTEP_LOAD_2
#undef LOCKSTEP_LOAD
#undef LOCKSTEP_LOAD_BYTE

#define LOCKSTEP_STORE(name, hint, type, ptx, constraint)             \
  LOCKSTEP_DEVICE void name(type* address, type value) {              \
    asm volatile("st.global." hint "." ptx                            \
                 " [%0], %1;" ::"l"((LOCKSTEP_GLOBAL(type)*)address), \
                 constraint(value)                                    \
                 : "memory");                                         \
  }
#define LOCKSTEP_STORE_2(name, hint, type, ptx, constraint)                 \
  LOCKSTEP_DEVICE void name(type* address, type value) {                    \
    asm volatile("st.global." hint ".v2." ptx                               \
                 " [%0], {%1, %2};" ::"l"((LOCKSTEP_GLOBAL(type)*)address), \
                 constraint(value.x), constraint(value.y)                   \
                 : "memory");                                               \
  }
#define LOCKSTEP_STORE_4(name, hint, type, ptx, constraint)                \
  LOCKSTEP_DEVICE void name(type* address, type value) {                   \
    asm volatile(                                                          \
        "st.global." hint ".v4." ptx                                       \
        " [%0], {%1, %2, %3, %4};" ::"l"((LOCKSTEP_GLOBAL(type)*)address), \
        constraint(value.x), constraint(value.y), constraint(value.z),     \
        constraint(value.w)                                                \
        : "memory");                                                       \
  }
#define LOCKSTEP_STORES(name, hint)                          \
  LOCKSTEP_STORE(name, hint, int, "s32", "r")                \
  LOCKSTEP_STORE(name, hint, unsigned int, "u32", "r")       \
  LOCKSTEP_STORE(name, hint, short, "s16", "h")              \
  LOCKSTEP_STORE(name, hint, unsigned short, "u16", "h")     \
  LOCKSTEP_STORE(name, hint, long, "s64", "l")               \
  LOCKSTEP_STORE(name, hint, unsigned long, "u64", "l")      \
  LOCKSTEP_STORE(name, hint, long long, "s64", "l")          \
  LOCKSTEP_STORE(name, hint, unsigned long long, "u64", "l") \
  LOCKSTEP_STORE(name, hint, float, "f32", "f")              \
  LOCKSTEP_STORE(name, hint, double, "f64", "d")             \
  LOCKSTEP_STORE_2(name, hint, int2, "s32", "r")             \
  LOCKSTEP_STORE_2(name, hint, uint2, "u32", "r")            \
  LOCKSTEP_STORE_2(name, hint, float2, "f32", "f")           \
  LOCKSTEP_STORE_2(name, hint, double2, "f64", "d")          \
  LOCKSTEP_STORE_4(name, hint, int4, "s32", "r")             \
  LOCKSTEP_STORE_4(name, hint, uint4, "u32", "r")            \
  LOCKSTEP_STORE_4(name, hint, float4, "f32", "f")
LOCKSTEP_STORES(__stwb, "wb")
LOCKSTEP_STORES(__stcg, "cg")
LOCKSTEP_STORES(__stcs, "cs")
LOCKSTEP_STORES(__stwt, "wt")
#undef LOCKSTEP_STORES
#undef LOCKSTEP_STORE_4
#undef LOCKSTEP_STORE_2
#undef LOCKSTEP_STORE
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

#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
#define memset(to, value, bytes) __builtin_memset(to, value, bytes)
