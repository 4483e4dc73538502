// SPDX-License-Identifier: Apache-2.0
// lockstep run: whole CUDA programs on the emulator. Not in this version;
// the verb is known so that its absence is said.
#include "cli/system/failure.h"
#include "cli/verbs.h"

namespace lockstep::cli {

void add_run(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand(
      "run", "whole CUDA programs on the emulator (not in this version)");
  verb->allow_extras()->fallthrough(false);
  verb->callback([&program] {
    program.action = []() -> int {
      throw Failure(wrong_usage,
                    "\"run\" is not available in this version; \"make play "
                    "LAB=01\" runs a lab's program where there is a GPU");
    };
  });
}

}  // namespace lockstep::cli
