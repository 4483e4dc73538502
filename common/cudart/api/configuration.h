// SPDX-License-Identifier: Apache-2.0
// Between a launch as it is written and the one in the stub that it calls.
#pragma once

#include <vector_types.h>

#include <cstddef>
#include <vector>

#include "cudart/api/call.h"

namespace lockstep::cudart {

struct Configuration {
  dim3 grid, block;
  std::size_t shared = 0;
  void* stream = nullptr;
  const void* caller = nullptr;  ///< the line of the launch
};

/// This thread's, innermost last.
inline std::vector<Configuration>& configurations() {
  static thread_local std::vector<Configuration> pushed;
  return pushed;
}

/// Of the configuration popped last, until a launch takes it.
inline const void*& popped_caller() {
  static thread_local const void* caller = nullptr;
  return caller;
}

/// Messages about this call are about the line that was popped, if any.
inline void name_launch(Call& call) {
  call.name = launch_name;
  if (popped_caller() != nullptr) call.caller = popped_caller();
  popped_caller() = nullptr;
}

}  // namespace lockstep::cudart
