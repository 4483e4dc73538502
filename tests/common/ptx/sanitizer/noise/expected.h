// SPDX-License-Identifier: Apache-2.0
// Inputs of the corpus and what a right kernel makes of them, by the names
// in its `// launch:` line. Computed on the host from the definition of the
// operation, one element at a time.
#pragma once

#include <vector>

#include "kernel_file.h"

namespace lockstep::noise {

/// The same for the same shape.
std::vector<int> input_of(const LaunchShape& shape);
/// Throws std::runtime_error for a name that is not there.
bool is_expected(const LaunchShape& shape, const std::vector<int>& in,
                 std::vector<int> out);

}  // namespace lockstep::noise
