// SPDX-License-Identifier: Apache-2.0
// What every way from CUDA source to PTX with clang has in common: IR is made
// first, changed, and then optimised.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/toolchain.h"

namespace lockstep {

/// The GPU and PTX version, for the runs that make IR and PTX.
void add_gpu(std::vector<std::string>& command);

/// IR to PTX. Equal barriers, shuffles or votes in the two arms of a branch
/// stay where they are: joined, they would hide that they are in divergent
/// code. Floating-point contraction is CUDA's default.
std::vector<std::string> optimise_command(const Toolchain& clang,
                                          const std::string& ir,
                                          const std::string& ptx);

/// Unoptimised IR, changed so that the optimiser keeps what the checkers need
/// to see.
std::string checked_ir(std::string_view ir);

}  // namespace lockstep
