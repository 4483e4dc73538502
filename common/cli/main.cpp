// SPDX-License-Identifier: Apache-2.0
// lockstep: checks labs on the emulator or on a GPU.
#include "cli/verbs.h"

int main(int count, char** arguments) {
  return lockstep::cli::run_lockstep(count, arguments);
}
