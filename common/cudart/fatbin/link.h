// SPDX-License-Identifier: Apache-2.0
// Separate compilation: the PTX of several objects as one module. What one
// object declares extern, another defines by the same name.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cudart {

/// One text for all: file numbers are made distinct, and of what is weak and
/// there more than once the first is kept. Names that an object keeps to
/// itself are made distinct too. Throws ptx::PtxError for what is no PTX.
std::string linked_ptx(const std::vector<std::string>& texts);

}  // namespace lockstep::cudart
