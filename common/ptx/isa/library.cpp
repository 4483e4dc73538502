// SPDX-License-Identifier: Apache-2.0
// libdevice's mathematics by name, computed with the host's libm: within the
// error bounds of the CUDA maths functions, not bit for bit the same.
#include "ptx/isa/library.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "ptx/isa/floating.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

template <class T>
T argument(Warp& warp, unsigned lane, const Parameter& parameter) {
  T value;
  std::memcpy(&value, warp.frame->params_of(lane) + parameter.offset,
              sizeof value);
  return value;
}

template <auto f, class R, class... A>
void apply(Warp& warp, const Instruction& i, LaneMask mask) {
  const CallSite& site = warp.grid().module->calls[i.target];
  for_lanes(mask, [&](unsigned lane) {
    [&]<std::size_t... n>(std::index_sequence<n...>) {
      const R result = f(argument<A>(warp, lane, site.arguments[n])...);
      std::memcpy(warp.frame->params_of(lane) + site.results[0].offset, &result,
                  sizeof result);
    }
    (std::index_sequence_for<A...>{});
  });
}

struct Entry {
  std::string_view name;  ///< without `__nv_`
  Handler handler = nullptr;
  unsigned result_bytes = 0;
  std::array<unsigned, 3> argument_bytes{};
};

template <auto f, class R, class... A>
constexpr Entry entry(std::string_view name) {
  return {name, &apply<f, R, A...>, sizeof(R), {sizeof(A)...}};
}

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

constexpr Entry entries[] = {
    UNARY(exp, std::exp(a)),
    UNARY(exp2, std::exp2(a)),
    UNARY(exp10, std::pow(10.0, f64{a})),
    UNARY(expm1, std::expm1(a)),
    UNARY(log, std::log(a)),
    UNARY(log2, std::log2(a)),
    UNARY(log10, std::log10(a)),
    UNARY(log1p, std::log1p(a)),
    UNARY(sqrt, std::sqrt(a)),
    UNARY(rsqrt, 1.0 / std::sqrt(f64{a})),
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
    UNARY(lgamma, std::lgamma(a)),
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
    FAST(expf, std::exp(a)),
    FAST(exp10f, std::pow(10.0, f64{a})),
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
    entry<[](f32 a) { return saturate_unit(a); }, f32, f32>("saturatef"),
    entry<[](f32 a) { return s32{std::isnan(a)}; }, s32, f32>("isnanf"),
    entry<[](f64 a) { return s32{std::isnan(a)}; }, s32, f64>("isnand"),
    entry<[](f32 a) { return s32{std::isinf(a)}; }, s32, f32>("isinff"),
    entry<[](f64 a) { return s32{std::isinf(a)}; }, s32, f64>("isinfd"),
    entry<[](f32 a) { return s32{std::isfinite(a)}; }, s32, f32>("finitef"),
    entry<[](f64 a) { return s32{std::isfinite(a)}; }, s32, f64>("isfinited"),
    entry<[](f32 a) { return s32{std::signbit(a)}; }, s32, f32>("signbitf"),
    entry<[](f64 a) { return s32{std::signbit(a)}; }, s32, f64>("signbitd"),
    entry<[](s32 a) { return a < 0 ? -a : a; }, s32, s32>("abs"),
    entry<[](s64 a) { return a < 0 ? -a : a; }, s64, s64>("llabs"),
    entry<[](s32 a, s32 b) { return std::min(a, b); }, s32, s32, s32>("min"),
    entry<[](s32 a, s32 b) { return std::max(a, b); }, s32, s32, s32>("max"),
    entry<[](u32 a, u32 b) { return std::min(a, b); }, u32, u32, u32>("umin"),
    entry<[](u32 a, u32 b) { return std::max(a, b); }, u32, u32, u32>("umax"),
    entry<[](s64 a, s64 b) { return std::min(a, b); }, s64, s64, s64>("llmin"),
    entry<[](s64 a, s64 b) { return std::max(a, b); }, s64, s64, s64>("llmax"),
    entry<[](u64 a, u64 b) { return std::min(a, b); }, u64, u64, u64>("ullmin"),
    entry<[](u64 a, u64 b) { return std::max(a, b); }, u64, u64, u64>("ullmax"),
    entry<[](u32 a) { return std::popcount(a); }, s32, u32>("popc"),
    entry<[](u64 a) { return std::popcount(a); }, s32, u64>("popcll"),
    entry<[](u32 a) { return std::countl_zero(a); }, s32, u32>("clz"),
    entry<[](u64 a) { return std::countl_zero(a); }, s32, u64>("clzll"),
    entry<[](u32 a) { return a ? std::countr_zero(a) + 1 : 0; }, s32, u32>(
        "ffs"),
    entry<[](u64 a) { return a ? std::countr_zero(a) + 1 : 0; }, s32, u64>(
        "ffsll"),
    entry<[](s32 a, s32 b) { return static_cast<s32>(s64{a} * b >> 32); }, s32,
          s32, s32>("mulhi"),
    entry<[](u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }, u32,
          u32, u32>("umulhi"),
    entry<[](f32 a) { return std::bit_cast<s32>(a); }, s32, f32>(
        "float_as_int"),
    entry<[](s32 a) { return std::bit_cast<f32>(a); }, f32, s32>(
        "int_as_float"),
};

#undef UNARY
#undef BINARY
#undef FAST

bool fits(const Entry& entry, const CallSite& site) {
  if (site.results.size() != 1 || site.results[0].bytes != entry.result_bytes ||
      site.arguments.size() > entry.argument_bytes.size()) {
    return false;
  }
  for (std::size_t n = 0; n < entry.argument_bytes.size(); ++n) {
    const unsigned given =
        n < site.arguments.size() ? site.arguments[n].bytes : 0;
    if (given != entry.argument_bytes[n]) return false;
  }
  return true;
}

}  // namespace

Handler find_library_function(std::string_view name, const CallSite& site) {
  constexpr std::string_view prefix = "__nv_";
  if (!name.starts_with(prefix)) return find_system_function(name, site);
  name.remove_prefix(prefix.size());
  for (const Entry& entry : entries) {
    if (entry.name == name && fits(entry, site)) return entry.handler;
  }
  return nullptr;
}

}  // namespace lockstep::ptx
