// SPDX-License-Identifier: Apache-2.0
// The functions of <cmath> by their names in namespace std.
#pragma once

#include "functions.h"
#include "parts.h"

namespace std {
using ::abs, ::acos, ::acosf, ::acosh, ::acoshf, ::asin, ::asinf, ::asinh;
using ::asinhf, ::atan, ::atan2, ::atan2f, ::atanf, ::atanh, ::atanhf;
using ::cbrt, ::cbrtf, ::ceil, ::ceilf, ::copysign, ::copysignf, ::cos, ::cosf;
using ::cosh, ::coshf, ::erf, ::erfc, ::erfcf, ::erff, ::exp, ::exp2, ::exp2f;
using ::expf, ::expm1, ::expm1f, ::fabs, ::fabsf, ::fdim, ::fdimf, ::floor;
using ::floorf, ::fma, ::fmaf, ::fmax, ::fmaxf, ::fmin, ::fminf, ::fmod;
using ::fmodf, ::frexp, ::frexpf, ::hypot, ::hypotf, ::ilogb, ::ilogbf;
using ::isfinite, ::isinf, ::isnan, ::ldexp, ::ldexpf, ::lgamma, ::lgammaf;
using ::llrint, ::llrintf, ::llround, ::llroundf, ::log, ::log10, ::log10f;
using ::log1p, ::log1pf, ::log2, ::log2f, ::logb, ::logbf, ::logf, ::lrint;
using ::lrintf, ::lround, ::lroundf, ::modf, ::modff, ::nan, ::nanf;
using ::nearbyint, ::nearbyintf, ::nextafter, ::nextafterf, ::pow, ::powf;
using ::remainder, ::remainderf, ::remquo, ::remquof, ::rint, ::rintf, ::round;
using ::roundf, ::scalbln, ::scalblnf, ::scalbn, ::scalbnf, ::signbit, ::sin;
using ::sinf, ::sinh, ::sinhf, ::sqrt, ::sqrtf, ::tan, ::tanf, ::tanh, ::tanhf;
using ::tgamma, ::tgammaf, ::trunc, ::truncf;
}  // namespace std
