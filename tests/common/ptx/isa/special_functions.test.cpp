// SPDX-License-Identifier: Apache-2.0
// Against published values of the functions, and against their definitions.
#include "ptx/isa/special_functions.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

namespace lockstep::ptx {
namespace {

/// Within one unit of float64's last place.
bool is_close(f80 value, f80 expected) {
  return std::fabs(value - expected) <= 0x1p-52L * std::fabs(expected);
}

TEST_CASE("special functions: have their published values", "[ptx][isa]") {
  CHECK(is_close(inverse_erf(0.5L), 0.47693627620446987338L));
  CHECK(is_close(inverse_erfc(0.5L), 0.47693627620446987338L));
  CHECK(is_close(scaled_erfc(1), 0.42758357615580700442L));
  CHECK(is_close(scaled_erfc(10), 0.056140992743822585L));
  CHECK(is_close(bessel_i0(1), 1.2660658777520083356L));
  CHECK(is_close(bessel_i1(1), 0.56515910399248502721L));
  CHECK(is_close(sine_of_pi_times(0.25L), std::sqrt(f80{0.5L})));
  CHECK(is_close(length_of(2, 3, 6, 0), 7));
}

TEST_CASE("special functions: the inverses undo erf and erfc", "[ptx][isa]") {
  const double x = GENERATE(-5.0, -1.25, -0.5, -1e-8, 1e-300, 0.25, 0.75, 3.0);
  const f80 y = std::erf(f80{x});
  if (std::fabs(y) < 0.9L) CHECK(is_close(inverse_erf(y), x));
  const f80 c = std::erfc(f80{x});
  if (x > 0.1) CHECK(is_close(inverse_erfc(c), x));
}

TEST_CASE("special functions: edges", "[ptx][isa]") {
  CHECK(inverse_erf(1) == HUGE_VALL);
  CHECK(inverse_erf(-1) == -HUGE_VALL);
  CHECK(std::isnan(inverse_erf(1.5L)));
  CHECK(std::isnan(inverse_erf(NAN)));
  CHECK(inverse_erfc(0) == HUGE_VALL);
  CHECK(inverse_erfc(2) == -HUGE_VALL);
  CHECK(inverse_erf(0) == 0);
  CHECK(sine_of_pi_times(1e15L) == 0);
  CHECK(cosine_of_pi_times(1e15L + 1) == -1);
  CHECK(cosine_of_pi_times(0.5L) == 0);
  CHECK(std::isnan(sine_of_pi_times(HUGE_VALL)));
  CHECK(bessel_i0(0) == 1);
  CHECK(bessel_i1(-HUGE_VALL) == -HUGE_VALL);
  CHECK(is_close(scaled_erfc(1e12L), 0.56418958354775628695e-12L));
}

}  // namespace
}  // namespace lockstep::ptx
