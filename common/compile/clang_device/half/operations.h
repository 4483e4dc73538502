// SPDX-License-Identifier: Apache-2.0
// The bits of a half type as unsigned short, of a pair as unsigned int, and
// the PTX on them. One struct of static functions a type, with the same
// names, so that everything above is written once.
#pragma once

#include "../lockstep_device.h"

#define LOCKSTEP_STATIC __attribute__((device, always_inline, nodebug)) static

struct lockstep_fp16 {
#define LOCKSTEP_FROM(mode, ptx)                                     \
  LOCKSTEP_STATIC unsigned short from_##mode(float x) {              \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.f32 %0, %1;" : "=h"(r) : "f"(x));           \
    return r;                                                        \
  }                                                                  \
  LOCKSTEP_STATIC unsigned short from_##mode(double x) {             \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.f64 %0, %1;" : "=h"(r) : "d"(x));           \
    return r;                                                        \
  }                                                                  \
  LOCKSTEP_STATIC unsigned short from_##mode(int x) {                \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.s32 %0, %1;" : "=h"(r) : "r"(x));           \
    return r;                                                        \
  }                                                                  \
  LOCKSTEP_STATIC unsigned short from_##mode(unsigned int x) {       \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.u32 %0, %1;" : "=h"(r) : "r"(x));           \
    return r;                                                        \
  }                                                                  \
  LOCKSTEP_STATIC unsigned short from_##mode(long long x) {          \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.s64 %0, %1;" : "=h"(r) : "l"(x));           \
    return r;                                                        \
  }                                                                  \
  LOCKSTEP_STATIC unsigned short from_##mode(unsigned long long x) { \
    unsigned short r;                                                \
    asm("cvt." ptx ".f16.u64 %0, %1;" : "=h"(r) : "l"(x));           \
    return r;                                                        \
  }
  LOCKSTEP_FROM(rn, "rn")
  LOCKSTEP_FROM(rz, "rz")
  LOCKSTEP_FROM(rd, "rm")
  LOCKSTEP_FROM(ru, "rp")
#undef LOCKSTEP_FROM
  LOCKSTEP_STATIC float to_float(unsigned short x) {
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x));
    return r;
  }
#define LOCKSTEP_OP_1(name, ptx)                          \
  LOCKSTEP_STATIC unsigned short name(unsigned short x) { \
    unsigned short r;                                     \
    asm(ptx ".f16 %0, %1;" : "=h"(r) : "h"(x));           \
    return r;                                             \
  }                                                       \
  LOCKSTEP_STATIC unsigned int name(unsigned int x) {     \
    unsigned int r;                                       \
    asm(ptx ".f16x2 %0, %1;" : "=r"(r) : "r"(x));         \
    return r;                                             \
  }
  LOCKSTEP_OP_1(negated, "neg")
  LOCKSTEP_OP_1(magnitude, "abs")
#undef LOCKSTEP_OP_1
#define LOCKSTEP_OP_2(name, ptx)                                            \
  LOCKSTEP_STATIC unsigned short name(unsigned short x, unsigned short y) { \
    unsigned short r;                                                       \
    asm(ptx ".f16 %0, %1, %2;" : "=h"(r) : "h"(x), "h"(y));                 \
    return r;                                                               \
  }                                                                         \
  LOCKSTEP_STATIC unsigned int name(unsigned int x, unsigned int y) {       \
    unsigned int r;                                                         \
    asm(ptx ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));               \
    return r;                                                               \
  }
  LOCKSTEP_OP_2(add, "add.rn")
  LOCKSTEP_OP_2(sub, "sub.rn")
  LOCKSTEP_OP_2(mul, "mul.rn")
  LOCKSTEP_OP_2(add_sat, "add.rn.sat")
  LOCKSTEP_OP_2(sub_sat, "sub.rn.sat")
  LOCKSTEP_OP_2(mul_sat, "mul.rn.sat")
  LOCKSTEP_OP_2(least, "min")
  LOCKSTEP_OP_2(most, "max")
  LOCKSTEP_OP_2(least_nan, "min.NaN")
  LOCKSTEP_OP_2(most_nan, "max.NaN")
#undef LOCKSTEP_OP_2
#define LOCKSTEP_OP_3(name, ptx)                                          \
  LOCKSTEP_STATIC unsigned short name(unsigned short x, unsigned short y, \
                                      unsigned short z) {                 \
    unsigned short r;                                                     \
    asm(ptx ".f16 %0, %1, %2, %3;" : "=h"(r) : "h"(x), "h"(y), "h"(z));   \
    return r;                                                             \
  }                                                                       \
  LOCKSTEP_STATIC unsigned int name(unsigned int x, unsigned int y,       \
                                    unsigned int z) {                     \
    unsigned int r;                                                       \
    asm(ptx ".f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); \
    return r;                                                             \
  }
  LOCKSTEP_OP_3(fma, "fma.rn")
  LOCKSTEP_OP_3(fma_sat, "fma.rn.sat")
  LOCKSTEP_OP_3(fma_relu, "fma.rn.relu")
#undef LOCKSTEP_OP_3
  LOCKSTEP_STATIC unsigned short atomic_add(unsigned short* at,
                                            unsigned short x) {
    unsigned short old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
                 : "=h"(old)
                 : "l"(at), "h"(x)
                 : "memory");
    return old;
  }
  LOCKSTEP_STATIC unsigned int atomic_add(unsigned int* at, unsigned int x) {
    unsigned int old;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(at), "r"(x)
                 : "memory");
    return old;
  }
};

// Of bfloat16 this GPU's PTX has fma, min, max and the conversion from float
// alone; sums and products are fma's, other conversions pass through a float
// rounded to odd, which the second rounding cannot tell from the exact value.
struct lockstep_bf16 {
  LOCKSTEP_STATIC unsigned short from_rn(float x) {
    unsigned short r;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
  }
  LOCKSTEP_STATIC unsigned short from_rz(float x) {
    const unsigned int bits = __float_as_uint(x);
    return x != x ? 0x7fff : (unsigned short)(bits >> 16);
  }
  LOCKSTEP_STATIC unsigned short from_rd(float x) { return directed(x, true); }
  LOCKSTEP_STATIC unsigned short from_ru(float x) { return directed(x, false); }
#define LOCKSTEP_FROM_1(mode, type, to_float, back)                     \
  LOCKSTEP_STATIC unsigned short from_##mode(type x) {                  \
    const float cut = to_float(x);                                      \
    const unsigned int is_cut = (back)cut != x && x == x;               \
    return from_##mode(__uint_as_float(__float_as_uint(cut) | is_cut)); \
  }
#define LOCKSTEP_FROM(type, to_float, back) \
  LOCKSTEP_FROM_1(rn, type, to_float, back) \
  LOCKSTEP_FROM_1(rz, type, to_float, back) \
  LOCKSTEP_FROM_1(rd, type, to_float, back) \
  LOCKSTEP_FROM_1(ru, type, to_float, back)
  LOCKSTEP_FROM(double, __double2float_rz, double)
  LOCKSTEP_FROM(int, __int2float_rz, int)
  LOCKSTEP_FROM(unsigned int, __uint2float_rz, unsigned int)
  LOCKSTEP_FROM(long long, __ll2float_rz, long long)
  LOCKSTEP_FROM(unsigned long long, __ull2float_rz, unsigned long long)
#undef LOCKSTEP_FROM
#undef LOCKSTEP_FROM_1
  LOCKSTEP_STATIC float to_float(unsigned short x) {
    return __uint_as_float((unsigned int)x << 16);
  }
#define LOCKSTEP_OP_1(name, ptx)                          \
  LOCKSTEP_STATIC unsigned short name(unsigned short x) { \
    unsigned short r;                                     \
    asm(ptx ".bf16 %0, %1;" : "=h"(r) : "h"(x));          \
    return r;                                             \
  }                                                       \
  LOCKSTEP_STATIC unsigned int name(unsigned int x) {     \
    unsigned int r;                                       \
    asm(ptx ".bf16x2 %0, %1;" : "=r"(r) : "r"(x));        \
    return r;                                             \
  }
  LOCKSTEP_OP_1(negated, "neg")
  LOCKSTEP_OP_1(magnitude, "abs")
#undef LOCKSTEP_OP_1
#define LOCKSTEP_OP_2(name, ptx)                                            \
  LOCKSTEP_STATIC unsigned short name(unsigned short x, unsigned short y) { \
    unsigned short r;                                                       \
    asm(ptx ".bf16 %0, %1, %2;" : "=h"(r) : "h"(x), "h"(y));                \
    return r;                                                               \
  }                                                                         \
  LOCKSTEP_STATIC unsigned int name(unsigned int x, unsigned int y) {       \
    unsigned int r;                                                         \
    asm(ptx ".bf16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));              \
    return r;                                                               \
  }
  LOCKSTEP_OP_2(least, "min")
  LOCKSTEP_OP_2(most, "max")
  LOCKSTEP_OP_2(least_nan, "min.NaN")
  LOCKSTEP_OP_2(most_nan, "max.NaN")
#undef LOCKSTEP_OP_2
#define LOCKSTEP_OP_3(name, ptx)                                           \
  LOCKSTEP_STATIC unsigned short name(unsigned short x, unsigned short y,  \
                                      unsigned short z) {                  \
    unsigned short r;                                                      \
    asm(ptx ".bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(x), "h"(y), "h"(z));   \
    return r;                                                              \
  }                                                                        \
  LOCKSTEP_STATIC unsigned int name(unsigned int x, unsigned int y,        \
                                    unsigned int z) {                      \
    unsigned int r;                                                        \
    asm(ptx ".bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); \
    return r;                                                              \
  }
  LOCKSTEP_OP_3(fma, "fma.rn")
  LOCKSTEP_OP_3(fma_relu, "fma.rn.relu")
#undef LOCKSTEP_OP_3
// 1, -0 and -1 as operands; saturation between 0 and 1, which gives 0 for NaN.
#define LOCKSTEP_BY_FMA(type, one, minus_zero, minus_one)                   \
  LOCKSTEP_STATIC type add(type x, type y) { return fma(x, (type)one, y); } \
  LOCKSTEP_STATIC type sub(type x, type y) {                                \
    return fma(y, (type)minus_one, x);                                      \
  }                                                                         \
  LOCKSTEP_STATIC type mul(type x, type y) {                                \
    return fma(x, y, (type)minus_zero);                                     \
  }                                                                         \
  LOCKSTEP_STATIC type saturated(type x) {                                  \
    return least(most(x, (type)0), (type)one);                              \
  }                                                                         \
  LOCKSTEP_STATIC type add_sat(type x, type y) {                            \
    return saturated(add(x, y));                                            \
  }                                                                         \
  LOCKSTEP_STATIC type sub_sat(type x, type y) {                            \
    return saturated(sub(x, y));                                            \
  }                                                                         \
  LOCKSTEP_STATIC type mul_sat(type x, type y) {                            \
    return saturated(mul(x, y));                                            \
  }                                                                         \
  LOCKSTEP_STATIC type fma_sat(type x, type y, type z) {                    \
    return saturated(fma(x, y, z));                                         \
  }
  LOCKSTEP_BY_FMA(unsigned short, 0x3f80, 0x8000, 0xbf80)
  LOCKSTEP_BY_FMA(unsigned int, 0x3f803f80, 0x80008000, 0xbf80bf80)
#undef LOCKSTEP_BY_FMA
  template <class T>
  LOCKSTEP_STATIC T atomic_add(T* at, T x) {
    T old = *(volatile T*)at;
    for (;;) {
      const T seen = atomicCAS(at, old, add(old, x));
      if (seen == old) return old;
      old = seen;
    }
  }

 private:
  LOCKSTEP_STATIC unsigned short directed(float x, bool is_down) {
    const unsigned short cut = from_rz(x);
    const bool is_away = is_down == (__float_as_int(x) < 0);
    return to_float(cut) != x && x == x && is_away ? cut + 1 : cut;
  }
};
