// SPDX-License-Identifier: Apache-2.0
// Where the outputs of GPU and emulator differ, as PTX comments.
#pragma once

#include <string>

#include "generator/program.h"
#include "run.h"

namespace lockstep::ptx::differential {

/// For the first few threads that differ: each register that does, and what
/// every register held before the first statement.
std::string explain(const Program& program, const Outcome& gpu);

}  // namespace lockstep::ptx::differential
