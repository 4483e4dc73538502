// SPDX-License-Identifier: Apache-2.0
// The options that `check` and `watch` have in common.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/lab/autograder.h"

namespace lockstep::cli {

void add_check_options(CLI::App& verb, CheckRequest& request);

}  // namespace lockstep::cli
