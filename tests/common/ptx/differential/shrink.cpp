// SPDX-License-Identifier: Apache-2.0
#include "shrink.h"

namespace lockstep::ptx::differential {

Program shrink(Program program,
               const std::function<bool(const Program&)>& shows) {
  // A statement stands before those in it: going up takes the whole first.
  for (bool has_shrunk = true; has_shrunk;) {
    has_shrunk = false;
    for (unsigned number = 0; number < statement_count(program);) {
      Program smaller = without_statement(program, number);
      if (shows(smaller)) {
        program = std::move(smaller);
        has_shrunk = true;
      } else {
        ++number;
      }
    }
  }
  return program;
}

}  // namespace lockstep::ptx::differential
