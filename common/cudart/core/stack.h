// SPDX-License-Identifier: Apache-2.0
// Where in the program a call comes from: its caller and, because CUDA's
// headers put small functions between, the callers of that.
#pragma once

#include <vector>

namespace lockstep::cudart {

/// Return addresses, innermost first; empty where nothing is known.
using Stack = std::vector<const void*>;

/// From `caller` on outwards, if it is on this thread's stack now; else it
/// alone; nothing for null.
Stack stack_from(const void* caller);

}  // namespace lockstep::cudart
