// SPDX-License-Identifier: Apache-2.0
// From an instruction to the line of source that people are told.
#pragma once

#include <string_view>

#include "ptx/module/module.h"
#include "ptx/observer/finding.h"

namespace lockstep::ptx {

/// The innermost place of `instruction` that is in no header of a compiler;
/// the innermost one if all are, empty where nothing is known.
Place place_of(const Module& module, const Instruction& instruction);

/// True for headers of nvcc, clang, the system and our clang device header:
/// code that a student has not written.
bool is_toolchain_file(std::string_view path);

/// True for those of them that are CUB's and Thrust's algorithms.
bool is_algorithm_file(std::string_view path);

}  // namespace lockstep::ptx
