// SPDX-License-Identifier: Apache-2.0
// The throw-away process that runs kernels on a GPU: it says hello, then
// answers one job after another until its parent goes or its context is
// spoilt.
#pragma once

#include <functional>

#include "device/child/driver_api.h"

namespace lockstep {

/// The socket to the parent, in every child.
inline constexpr int child_descriptor = 3;

/// What main of a child does. `load` gives the driver, or throws
/// std::runtime_error with a sentence. Returns the exit code.
int serve_as_child(const std::function<driver::Api()>& load);

}  // namespace lockstep
