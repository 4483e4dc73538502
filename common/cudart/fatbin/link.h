// SPDX-License-Identifier: Apache-2.0
// Separate compilation: the PTX of several objects as one module. What one
// object declares extern, another defines by the same name.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cudart {

/// One text for all. File numbers and debug labels are made distinct, names
/// that an object keeps to itself too. Requires at least one text.
std::string linked_ptx(const std::vector<std::string>& texts);

}  // namespace lockstep::cudart
