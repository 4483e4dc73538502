// SPDX-License-Identifier: Apache-2.0
// Functions of CUDA that the host's libm lacks, to about 64 bits: rounded to
// float64 they are within 1 ulp.
#pragma once

namespace lockstep::ptx {

using f80 = long double;

f80 sine_of_pi_times(f80 x);
f80 cosine_of_pi_times(f80 x);
/// exp(x * x) * erfc(x)
f80 scaled_erfc(f80 x);
/// The x with erf(x) = y; ±infinity for ±1, NaN beyond.
f80 inverse_erf(f80 y);
/// The x with erfc(x) = y, y in [0, 2].
f80 inverse_erfc(f80 y);
/// Modified Bessel functions of the first kind, of order 0 and 1.
f80 bessel_i0(f80 x);
f80 bessel_i1(f80 x);
/// log(|gamma(x)|), without the C library's global sign.
double log_gamma(double x);
/// sqrt(a² + b² + c² + d²)
f80 length_of(f80 a, f80 b, f80 c, f80 d);

}  // namespace lockstep::ptx
