// SPDX-License-Identifier: Apache-2.0
// lockstep grade: a whole class. Not in this version; the verb is known so
// that its absence is said.
#include "cli/system/failure.h"
#include "cli/verbs.h"

namespace lockstep::cli {

void add_grade(CLI::App& app, Program& program) {
  auto* verb =
      app.add_subcommand("grade", "grade a whole class (not in this version)");
  verb->allow_extras()->fallthrough(false);
  verb->callback([&program] {
    program.action = []() -> int {
      throw Failure(wrong_usage,
                    "\"grade\" is not available in this version; \"lockstep "
                    "check LAB --submission FILE --json FILE\" grades one "
                    "submission");
    };
  });
}

}  // namespace lockstep::cli
