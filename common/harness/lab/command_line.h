// SPDX-License-Identifier: Apache-2.0
// The options of an autograder, beside those that Catch2 has.
#pragma once

#include <catch2/catch_session.hpp>

#include "harness/session/options.h"

namespace lockstep {

struct CommandLine {
  Options options;
  bool list_lab = false;
  bool bench = false;
};

/// Adds our options to the session's. They write into `line`, which must
/// outlive the session.
void add_options(Catch::Session& session, CommandLine& line);

}  // namespace lockstep
