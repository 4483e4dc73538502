// SPDX-License-Identifier: Apache-2.0
// The operators of task op. Composition of functions does not commute, and
// the identity of the maximum is not 0.
#pragma once

#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "02_kogge_stone/launches.h"

namespace lockstep::kogge_stone {

/// Runs of values below 0, so that an identity of 0 shows.
inline std::vector<int> often_negative(const Case& c) {
  std::vector<int> values = c.integers();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % 64 < 48 && values[i] > 0) values[i] = -values[i];
  return values;
}

inline Experiment scan_with(const std::string& name, const Case& c) {
  const std::size_t section = c.block_threads;
  const auto kernel = [&](const char* type) {
    return Kernel("scan_op_" + name + "(const " + type + "* in, " + type +
                  "* out, unsigned n)");
  };
  if (name == "float") {
    const auto values = scan::floats(c);
    return scan_of(kernel("float"), c, values,
                   scan::scanned_floats(values, section));
  }
  if (name == "max") {
    const auto values = often_negative(c);
    return scan_of(
        kernel("int"), c, values,
        scan::scanned_sections(values, section, INT_MIN,
                               [](int a, int b) { return std::max(a, b); }));
  }
  if (name == "compose") {
    const auto values = affine_pairs(c.inputs, c.data_seed(), c.size);
    return scan_of(kernel("Affine"), c, values,
                   scan::scanned_sections(values, section, Affine{}, compose));
  }
  const auto values = c.integers();
  return scan_of(
      kernel("int"), c, values,
      scan::scanned_sections(values, section, 0, scan::wrapping_sum));
}

}  // namespace lockstep::kogge_stone
