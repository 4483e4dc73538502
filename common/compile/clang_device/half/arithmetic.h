// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, functions and operators of one half type and its
// pair; part of type.h, with its macros.

// Arithmetic: one function for a value, one ending in 2 for a pair.
#define LOCKSTEP_ARITHMETIC_2(name, suffix, operation)                        \
  LOCKSTEP_DEVICE LOCKSTEP_H name##suffix(LOCKSTEP_H x, LOCKSTEP_H y) {       \
    return LOCKSTEP_H::of_bits(                                               \
        LOCKSTEP_OPS::operation(x.lockstep_bits, y.lockstep_bits));           \
  }                                                                           \
  LOCKSTEP_DEVICE LOCKSTEP_H2 name##2##suffix(LOCKSTEP_H2 x, LOCKSTEP_H2 y) { \
    return LOCKSTEP_H2::of_bits(                                              \
        LOCKSTEP_OPS::operation(x.to_bits(), y.to_bits()));                   \
  }
LOCKSTEP_ARITHMETIC_2(__hadd, , add)
LOCKSTEP_ARITHMETIC_2(__hsub, , sub)
LOCKSTEP_ARITHMETIC_2(__hmul, , mul)
LOCKSTEP_ARITHMETIC_2(__hadd, _rn, add)
LOCKSTEP_ARITHMETIC_2(__hsub, _rn, sub)
LOCKSTEP_ARITHMETIC_2(__hmul, _rn, mul)
LOCKSTEP_ARITHMETIC_2(__hadd, _sat, add_sat)
LOCKSTEP_ARITHMETIC_2(__hsub, _sat, sub_sat)
LOCKSTEP_ARITHMETIC_2(__hmul, _sat, mul_sat)
LOCKSTEP_ARITHMETIC_2(__hmin, , least)
LOCKSTEP_ARITHMETIC_2(__hmax, , most)
LOCKSTEP_ARITHMETIC_2(__hmin, _nan, least_nan)
LOCKSTEP_ARITHMETIC_2(__hmax, _nan, most_nan)
#undef LOCKSTEP_ARITHMETIC_2
#define LOCKSTEP_ARITHMETIC_3(suffix, operation)                            \
  LOCKSTEP_DEVICE LOCKSTEP_H __hfma##suffix(LOCKSTEP_H x, LOCKSTEP_H y,     \
                                            LOCKSTEP_H z) {                 \
    return LOCKSTEP_H::of_bits(LOCKSTEP_OPS::operation(                     \
        x.lockstep_bits, y.lockstep_bits, z.lockstep_bits));                \
  }                                                                         \
  LOCKSTEP_DEVICE LOCKSTEP_H2 __hfma2##suffix(LOCKSTEP_H2 x, LOCKSTEP_H2 y, \
                                              LOCKSTEP_H2 z) {              \
    return LOCKSTEP_H2::of_bits(                                            \
        LOCKSTEP_OPS::operation(x.to_bits(), y.to_bits(), z.to_bits()));    \
  }
LOCKSTEP_ARITHMETIC_3(, fma)
LOCKSTEP_ARITHMETIC_3(_sat, fma_sat)
LOCKSTEP_ARITHMETIC_3(_relu, fma_relu)
#undef LOCKSTEP_ARITHMETIC_3
LOCKSTEP_DEVICE LOCKSTEP_H __hdiv(LOCKSTEP_H x, LOCKSTEP_H y) {
  return (float)x / (float)y;  // float is wide enough for one rounding
}
LOCKSTEP_DEVICE LOCKSTEP_H2 __h2div(LOCKSTEP_H2 x, LOCKSTEP_H2 y) {
  return {__hdiv(x.x, y.x), __hdiv(x.y, y.y)};
}
#define LOCKSTEP_ARITHMETIC_1(name, operation)                            \
  LOCKSTEP_DEVICE LOCKSTEP_H name(LOCKSTEP_H x) {                         \
    return LOCKSTEP_H::of_bits(LOCKSTEP_OPS::operation(x.lockstep_bits)); \
  }                                                                       \
  LOCKSTEP_DEVICE LOCKSTEP_H2 name##2(LOCKSTEP_H2 v) {                    \
    return LOCKSTEP_H2::of_bits(LOCKSTEP_OPS::operation(v.to_bits()));    \
  }
LOCKSTEP_ARITHMETIC_1(__hneg, negated)
LOCKSTEP_ARITHMETIC_1(__habs, magnitude)
#undef LOCKSTEP_ARITHMETIC_1

// Comparisons: ordered, and (…u) true where a value is NaN; of pairs as 1 or
// 0 each, as masks, and of both.
#define LOCKSTEP_COMPARE_1(name, expression)                                   \
  LOCKSTEP_DEVICE bool __h##name(LOCKSTEP_H x, LOCKSTEP_H y) {                 \
    const float a = x, b = y;                                                  \
    return expression;                                                         \
  }                                                                            \
  LOCKSTEP_DEVICE LOCKSTEP_H2 __h##name##2(LOCKSTEP_H2 v, LOCKSTEP_H2 w) {     \
    return {__h##name(v.x, w.x) ? 1.f : 0.f, __h##name(v.y, w.y) ? 1.f : 0.f}; \
  }                                                                            \
  LOCKSTEP_DEVICE unsigned int __h##name##2_mask(LOCKSTEP_H2 v,                \
                                                 LOCKSTEP_H2 w) {              \
    return (__h##name(v.x, w.x) ? 0xffffU : 0) |                               \
           (__h##name(v.y, w.y) ? 0xffff0000U : 0);                            \
  }                                                                            \
  LOCKSTEP_DEVICE bool __hb##name##2(LOCKSTEP_H2 v, LOCKSTEP_H2 w) {           \
    return __h##name(v.x, w.x) && __h##name(v.y, w.y);                         \
  }
#define LOCKSTEP_COMPARE(name, relation, reverse) \
  LOCKSTEP_COMPARE_1(name, a relation b)          \
  LOCKSTEP_COMPARE_1(name##u, !(a reverse b))
LOCKSTEP_COMPARE(lt, <, >=)
LOCKSTEP_COMPARE(le, <=, >)
LOCKSTEP_COMPARE(gt, >, <=)
LOCKSTEP_COMPARE(ge, >=, <)
LOCKSTEP_COMPARE_1(eq, a == b)
LOCKSTEP_COMPARE_1(equ, a == b || a != a || b != b)
LOCKSTEP_COMPARE_1(ne, a<b || a> b)
LOCKSTEP_COMPARE_1(neu, a != b)
#undef LOCKSTEP_COMPARE
#undef LOCKSTEP_COMPARE_1
LOCKSTEP_DEVICE bool __hisnan(LOCKSTEP_H x) { return isnan((float)x); }
LOCKSTEP_DEVICE LOCKSTEP_H2 __hisnan2(LOCKSTEP_H2 v) {
  return {__hisnan(v.x) ? 1.f : 0.f, __hisnan(v.y) ? 1.f : 0.f};
}
LOCKSTEP_DEVICE int __hisinf(LOCKSTEP_H x) {
  return !isinf((float)x) ? 0 : (float)x < 0 ? -1 : 1;
}

// Functions: computed in float, rounded once more.
#define LOCKSTEP_FUNCTION(name, expression)              \
  LOCKSTEP_DEVICE LOCKSTEP_H h##name(LOCKSTEP_H value) { \
    const float x = value;                               \
    return LOCKSTEP_H(expression);                       \
  }                                                      \
  LOCKSTEP_DEVICE LOCKSTEP_H2 h2##name(LOCKSTEP_H2 v) {  \
    return {h##name(v.x), h##name(v.y)};                 \
  }
LOCKSTEP_FUNCTION(sqrt, sqrtf(x))
LOCKSTEP_FUNCTION(rsqrt, rsqrtf(x))
LOCKSTEP_FUNCTION(rcp, 1.f / x)
LOCKSTEP_FUNCTION(exp, expf(x))
LOCKSTEP_FUNCTION(exp2, exp2f(x))
LOCKSTEP_FUNCTION(exp10, exp10f(x))
LOCKSTEP_FUNCTION(log, logf(x))
LOCKSTEP_FUNCTION(log2, log2f(x))
LOCKSTEP_FUNCTION(log10, log10f(x))
LOCKSTEP_FUNCTION(sin, sinf(x))
LOCKSTEP_FUNCTION(cos, cosf(x))
LOCKSTEP_FUNCTION(tanh, tanhf(x))
LOCKSTEP_FUNCTION(floor, floorf(x))
LOCKSTEP_FUNCTION(ceil, ceilf(x))
LOCKSTEP_FUNCTION(trunc, truncf(x))
LOCKSTEP_FUNCTION(rint, rintf(x))
#undef LOCKSTEP_FUNCTION

#define LOCKSTEP_OPERATOR(sign, function, function2)                    \
  LOCKSTEP_DEVICE LOCKSTEP_H operator sign(const LOCKSTEP_H& x,         \
                                           const LOCKSTEP_H& y) {       \
    return function(x, y);                                              \
  }                                                                     \
  LOCKSTEP_DEVICE LOCKSTEP_H2 operator sign(const LOCKSTEP_H2& x,       \
                                            const LOCKSTEP_H2& y) {     \
    return function2(x, y);                                             \
  }                                                                     \
  LOCKSTEP_DEVICE LOCKSTEP_H& operator sign##=(LOCKSTEP_H& x,           \
                                               const LOCKSTEP_H& y) {   \
    return x = function(x, y);                                          \
  }                                                                     \
  LOCKSTEP_DEVICE LOCKSTEP_H2& operator sign##=(LOCKSTEP_H2& x,         \
                                                const LOCKSTEP_H2& y) { \
    return x = function2(x, y);                                         \
  }
LOCKSTEP_OPERATOR(+, __hadd, __hadd2)
LOCKSTEP_OPERATOR(-, __hsub, __hsub2)
LOCKSTEP_OPERATOR(*, __hmul, __hmul2)
LOCKSTEP_OPERATOR(/, __hdiv, __h2div)
#undef LOCKSTEP_OPERATOR
#define LOCKSTEP_OPERATOR(sign, name)                        \
  LOCKSTEP_DEVICE bool operator sign(const LOCKSTEP_H& x,    \
                                     const LOCKSTEP_H& y) {  \
    return __h##name(x, y);                                  \
  }                                                          \
  LOCKSTEP_DEVICE bool operator sign(const LOCKSTEP_H2& x,   \
                                     const LOCKSTEP_H2& y) { \
    return __hb##name##2(x, y);                              \
  }
LOCKSTEP_OPERATOR(==, eq)
LOCKSTEP_OPERATOR(!=, neu)
LOCKSTEP_OPERATOR(<, lt)
LOCKSTEP_OPERATOR(<=, le)
LOCKSTEP_OPERATOR(>, gt)
LOCKSTEP_OPERATOR(>=, ge)
#undef LOCKSTEP_OPERATOR
LOCKSTEP_DEVICE LOCKSTEP_H operator-(const LOCKSTEP_H& x) { return __hneg(x); }
LOCKSTEP_DEVICE LOCKSTEP_H operator+(const LOCKSTEP_H& x) { return x; }
LOCKSTEP_DEVICE LOCKSTEP_H2 operator-(const LOCKSTEP_H2& v) {
  return __hneg2(v);
}
LOCKSTEP_DEVICE LOCKSTEP_H& operator++(LOCKSTEP_H& x) {
  return x = __hadd(x, LOCKSTEP_H(1.f));
}
LOCKSTEP_DEVICE LOCKSTEP_H& operator--(LOCKSTEP_H& x) {
  return x = __hsub(x, LOCKSTEP_H(1.f));
}
LOCKSTEP_DEVICE LOCKSTEP_H operator++(LOCKSTEP_H& x, int) {
  const LOCKSTEP_H before = x;
  ++x;
  return before;
}
LOCKSTEP_DEVICE LOCKSTEP_H operator--(LOCKSTEP_H& x, int) {
  const LOCKSTEP_H before = x;
  --x;
  return before;
}
