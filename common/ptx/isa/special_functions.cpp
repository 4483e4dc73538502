// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/special_functions.h"

#include <math.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace lockstep::ptx {
namespace {

constexpr f80 pi = std::numbers::pi_v<f80>;
constexpr f80 infinity = std::numeric_limits<f80>::infinity();

/// sin(pi * x) for |x| <= 1/4 past `quarters` quarter turns.
f80 sine_at(f80 x, int quarters) {
  switch (quarters & 3) {
    case 0:
      return std::sin(pi * x);
    case 1:
      return std::cos(pi * x);
    case 2:
      return -std::sin(pi * x);
    default:
      return -std::cos(pi * x);
  }
}

f80 sine_of_quarters(f80 x, int ahead) {
  if (!std::isfinite(x)) return std::numeric_limits<f80>::quiet_NaN();
  const f80 within = std::fmod(x, f80{2});  // exact
  const f80 quarters = std::nearbyint(2 * within);
  return sine_at(within - quarters / 2, static_cast<int>(quarters) + ahead);
}

/// Laplace's continued fraction from its 60th level up, for x >= 4.
f80 scaled_erfc_fraction(f80 x) {
  f80 tail = x;
  for (int level = 60; level > 0; --level) tail = x + level / (2 * tail);
  return std::numbers::inv_sqrtpi_v<f80> / tail;
}

/// x for erfc(x) = y <= 1/2, by Newton's method on log(erfc), which is nearly
/// a parabola.
f80 inverse_erfc_small(f80 y) {
  const f80 target = std::log(y);
  f80 x = std::sqrt(-target);
  for (int step = 0; step < 30; ++step) {
    const f80 scaled = scaled_erfc(x);
    const f80 error = std::log(scaled) - x * x - target;
    const f80 change = error * scaled / (2 * std::numbers::inv_sqrtpi_v<f80>);
    x += change;
    if (std::fabs(change) < 1e-19L * x) break;
  }
  return x;
}

/// Newton's method on erf itself, for |y| <= 1/2.
f80 inverse_erf_small(f80 y) {
  f80 x = y / (2 * std::numbers::inv_sqrtpi_v<f80>);
  for (int step = 0; step < 8; ++step) {
    x -= (std::erf(x) - y) * std::exp(x * x) /
         (2 * std::numbers::inv_sqrtpi_v<f80>);
  }
  return x;
}

/// The power series, all of whose terms have one sign.
f80 bessel_i(int order, f80 x) {
  if (std::isinf(x)) return order == 1 ? x : infinity;
  const f80 quarter = x * x / 4;
  f80 term = order == 1 ? x / 2 : f80{1}, sum = term;
  for (int k = 1; k < 5000 && std::fabs(term) > 1e-21L * std::fabs(sum); ++k) {
    term *= quarter / (f80(k) * f80(k + order));
    sum += term;
  }
  return sum;
}

}  // namespace

f80 sine_of_pi_times(f80 x) {
  const f80 result = sine_of_quarters(x, 0);
  return result == 0 ? std::copysign(f80{0}, x) : result;
}

f80 cosine_of_pi_times(f80 x) {
  const f80 result = sine_of_quarters(x, 1);
  return result == 0 ? f80{0} : result;
}

f80 scaled_erfc(f80 x) {
  if (x > 1e10L) return std::numbers::inv_sqrtpi_v<f80> / x;
  return x < 6 ? std::exp(x * x) * std::erfc(x) : scaled_erfc_fraction(x);
}

f80 inverse_erf(f80 y) {
  if (!(std::fabs(y) <= 1)) return std::numeric_limits<f80>::quiet_NaN();
  if (y == 0) return y;
  if (std::fabs(y) <= 0.5L) return inverse_erf_small(y);
  return std::copysign(inverse_erfc(1 - std::fabs(y)), y);
}

f80 inverse_erfc(f80 y) {
  if (!(y >= 0 && y <= 2)) return std::numeric_limits<f80>::quiet_NaN();
  if (y == 0) return infinity;
  if (y == 2) return -infinity;
  if (y < 0.5L) return inverse_erfc_small(y);
  if (y > 1.5L) return -inverse_erfc_small(2 - y);
  return inverse_erf_small(1 - y);
}

f80 bessel_i0(f80 x) { return bessel_i(0, x); }
f80 bessel_i1(f80 x) { return bessel_i(1, x); }

double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

f80 length_of(f80 a, f80 b, f80 c, f80 d) {
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}

}  // namespace lockstep::ptx
