// SPDX-License-Identifier: Apache-2.0
// The table of contents of the program: each verb has a file of its name that
// adds its options here and says what to do when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>

#include "cli/system/console.h"

namespace lockstep::cli {

/// What all verbs share, and what the command line chose.
struct Program {
  std::filesystem::path registry;
  Colour colour = Colour::automatic;
  std::function<int()> action;  ///< of the chosen verb; returns the exit code
};

void add_check(CLI::App& app, Program& program);
void add_watch(CLI::App& app, Program& program);
void add_build(CLI::App& app, Program& program);
void add_run(CLI::App& app, Program& program);
void add_bench(CLI::App& app, Program& program);
void add_grade(CLI::App& app, Program& program);
void add_status(CLI::App& app, Program& program);

/// Everything between main()'s arguments and its exit code; never throws.
int run_lockstep(int count, const char* const* arguments);

}  // namespace lockstep::cli
