// SPDX-License-Identifier: Apache-2.0
#include "harness/lab/lab_task.h"

namespace lockstep {

LabInfo& registered_lab() {
  static LabInfo lab;  // filled in by static initialisers, then left alone
  return lab;
}

}  // namespace lockstep
