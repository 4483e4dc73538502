// SPDX-License-Identifier: Apache-2.0
#include "cudart/api/refused.h"

#include "cudart/core/session.h"

namespace lockstep::cudart {

int refuse_call(const char* name, const void* caller) {
  Session& s = session();
  const std::lock_guard guard(s.lock);
  s.refuse(std::string(name) + " is not in this runtime", stack_from(caller));
  return static_cast<int>(s.finish(Error::not_supported, name, caller));
}

}  // namespace lockstep::cudart
