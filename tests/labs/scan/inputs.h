// SPDX-License-Identifier: Apache-2.0
// Floats for the labs about scans: as many kinds as there are of integers,
// and none whose sums are exact by chance, except for the smallest.
#pragma once

#include <vector>

#include "harness/case/case.h"

namespace lockstep::scan {

inline std::vector<float> floats(const Case& c) {
  const bool is_wide =
      c.inputs == InputKind::random || c.inputs == InputKind::extremes;
  const float scale = is_wide ? 0x1p-31f : 0.1f;
  std::vector<float> values;
  for (const int value : c.integers())
    values.push_back(static_cast<float>(value) * scale);
  return values;
}

}  // namespace lockstep::scan
