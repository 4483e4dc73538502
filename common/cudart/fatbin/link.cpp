// SPDX-License-Identifier: Apache-2.0
#include "cudart/fatbin/link.h"

#include "cudart/fatbin/fatbin.h"

namespace lockstep::cudart {

std::string linked_ptx(const std::vector<std::string>& texts) {
  (void)texts;
  throw FatbinError("programs of several objects (-rdc=true) are not linked");
}

}  // namespace lockstep::cudart
