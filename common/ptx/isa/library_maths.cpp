// SPDX-License-Identifier: Apache-2.0
// libdevice's mathematics by name, computed with the host's libm: within the
// error bounds of the CUDA maths functions, not bit for bit the same.
#include <cmath>

#include "ptx/isa/library_entry.h"
#include "ptx/isa/special_functions.h"

namespace lockstep::ptx {
namespace {

/// The length of three or four values, without overflow; and 1 / length.
template <class T, class... Fourth>
constexpr auto norm = [](T a, T b, T c, Fourth... d) {
  return static_cast<T>(length_of(a, b, c, (f80{0} + ... + d)));
};
template <class T, class... Fourth>
constexpr auto rnorm = [](T a, T b, T c, Fourth... d) {
  return static_cast<T>(1 / length_of(a, b, c, (f80{0} + ... + d)));
};

#define UNARY(name, f)                                                   \
  entry<[](f32 a) { return static_cast<f32>(f); }, f32, f32>(#name "f"), \
      entry<[](f64 a) { return static_cast<f64>(f); }, f64, f64>(#name)
#define BINARY(name, f)                                                        \
  entry<[](f32 a, f32 b) { return static_cast<f32>(f); }, f32, f32, f32>(#name \
                                                                         "f"), \
      entry<[](f64 a, f64 b) { return static_cast<f64>(f); }, f64, f64, f64>(  \
          #name)
#define FAST(name, f) \
  entry<[](f32 a) { return static_cast<f32>(f); }, f32, f32>("fast_" #name)

constexpr LibraryEntry entries[] = {
    UNARY(exp, std::exp(a)),
    UNARY(exp2, std::exp2(a)),
    UNARY(exp10, ::exp10(f64{a})),
    UNARY(expm1, std::expm1(a)),
    UNARY(log, std::log(a)),
    UNARY(log2, std::log2(a)),
    UNARY(log10, std::log10(a)),
    UNARY(log1p, std::log1p(a)),
    UNARY(sqrt, std::sqrt(a)),
    UNARY(rsqrt, 1 / std::sqrt(f80{a})),
    UNARY(rcbrt, 1 / std::cbrt(f80{a})),
    UNARY(sinpi, sine_of_pi_times(a)),
    UNARY(cospi, cosine_of_pi_times(a)),
    UNARY(erfinv, inverse_erf(a)),
    UNARY(erfcinv, inverse_erfc(a)),
    UNARY(erfcx, scaled_erfc(a)),
    UNARY(normcdf, std::erfc(-f80{a} / std::sqrt(f80{2})) / 2),
    UNARY(normcdfinv, -std::sqrt(f80{2}) * inverse_erfc(2 * f80{a})),
    UNARY(j0, ::j0(f64{a})),
    UNARY(j1, ::j1(f64{a})),
    UNARY(y0, ::y0(f64{a})),
    UNARY(y1, ::y1(f64{a})),
    UNARY(cyl_bessel_i0, bessel_i0(a)),
    UNARY(cyl_bessel_i1, bessel_i1(a)),
    UNARY(logb, std::logb(a)),
    UNARY(cbrt, std::cbrt(a)),
    UNARY(sin, std::sin(a)),
    UNARY(cos, std::cos(a)),
    UNARY(tan, std::tan(a)),
    UNARY(asin, std::asin(a)),
    UNARY(acos, std::acos(a)),
    UNARY(atan, std::atan(a)),
    UNARY(sinh, std::sinh(a)),
    UNARY(cosh, std::cosh(a)),
    UNARY(tanh, std::tanh(a)),
    UNARY(asinh, std::asinh(a)),
    UNARY(acosh, std::acosh(a)),
    UNARY(atanh, std::atanh(a)),
    UNARY(erf, std::erf(a)),
    UNARY(erfc, std::erfc(a)),
    UNARY(lgamma, log_gamma(a)),
    UNARY(tgamma, std::tgamma(a)),
    UNARY(fabs, std::fabs(a)),
    UNARY(floor, std::floor(a)),
    UNARY(ceil, std::ceil(a)),
    UNARY(trunc, std::trunc(a)),
    UNARY(round, std::round(a)),
    UNARY(rint, std::nearbyint(a)),
    UNARY(nearbyint, std::nearbyint(a)),
    BINARY(pow, std::pow(a, b)),
    BINARY(atan2, std::atan2(a, b)),
    BINARY(fmod, std::fmod(a, b)),
    BINARY(remainder, std::remainder(a, b)),
    BINARY(fmin, std::fmin(a, b)),
    BINARY(fmax, std::fmax(a, b)),
    BINARY(fdim, std::fdim(a, b)),
    BINARY(hypot, std::hypot(a, b)),
    BINARY(copysign, std::copysign(a, b)),
    BINARY(nextafter, std::nextafter(a, b)),
    BINARY(rhypot, 1 / std::hypot(f80{a}, f80{b})),
    FAST(expf, std::exp(a)),
    FAST(exp10f, ::exp10(f64{a})),
    FAST(logf, std::log(a)),
    FAST(log2f, std::log2(a)),
    FAST(log10f, std::log10(a)),
    FAST(sinf, std::sin(a)),
    FAST(cosf, std::cos(a)),
    FAST(tanf, std::tan(a)),
    entry<[](f32 a, f32 b) { return std::pow(a, b); }, f32, f32, f32>(
        "fast_powf"),
    entry<[](f32 a, f32 b) { return a / b; }, f32, f32, f32>("fast_fdividef"),
    entry<[](f32 a, f32 b, f32 c) { return std::fma(a, b, c); }, f32, f32, f32,
          f32>("fmaf"),
    entry<[](f64 a, f64 b, f64 c) { return std::fma(a, b, c); }, f64, f64, f64,
          f64>("fma"),
    entry<[](f32 a, s32 b) { return std::pow(a, static_cast<f32>(b)); }, f32,
          f32, s32>("powif"),
    entry<[](f64 a, s32 b) { return std::pow(a, b); }, f64, f64, s32>("powi"),
    entry<[](f32 a, s32 b) { return std::ldexp(a, b); }, f32, f32, s32>(
        "ldexpf"),
    entry<[](f64 a, s32 b) { return std::ldexp(a, b); }, f64, f64, s32>(
        "ldexp"),
    entry<[](s32 n, f32 a) { return static_cast<f32>(::jn(n, a)); }, f32, s32,
          f32>("jnf"),
    entry<[](s32 n, f64 a) { return ::jn(n, a); }, f64, s32, f64>("jn"),
    entry<[](s32 n, f32 a) { return static_cast<f32>(::yn(n, a)); }, f32, s32,
          f32>("ynf"),
    entry<[](s32 n, f64 a) { return ::yn(n, a); }, f64, s32, f64>("yn"),
    entry<[](f32 a) { return std::ilogb(a); }, s32, f32>("ilogbf"),
    entry<[](f64 a) { return std::ilogb(a); }, s32, f64>("ilogb"),
    entry<[](f32 a) { return static_cast<f32>(1 / std::sqrt(f80{a})); }, f32,
          f32>("frsqrt_rn"),
    entry<norm<f32>, f32, f32, f32, f32>("norm3df"),
    entry<norm<f64>, f64, f64, f64, f64>("norm3d"),
    entry<norm<f32, f32>, f32, f32, f32, f32, f32>("norm4df"),
    entry<norm<f64, f64>, f64, f64, f64, f64, f64>("norm4d"),
    entry<rnorm<f32>, f32, f32, f32, f32>("rnorm3df"),
    entry<rnorm<f64>, f64, f64, f64, f64>("rnorm3d"),
    entry<rnorm<f32, f32>, f32, f32, f32, f32, f32>("rnorm4df"),
    entry<rnorm<f64, f64>, f64, f64, f64, f64, f64>("rnorm4d"),
};

#undef UNARY
#undef BINARY
#undef FAST

}  // namespace

std::span<const LibraryEntry> library_maths() { return entries; }

}  // namespace lockstep::ptx
