// SPDX-License-Identifier: Apache-2.0
// What clang, nvcc, its preprocessor and ptxas print, as Diagnostics.
#pragma once

#include <string_view>
#include <vector>

#include "compile/compiler.h"

namespace lockstep {

/// At most a hundred diagnostics of bounded length, as valid UTF-8 without
/// control characters.
std::vector<Diagnostic> parse_diagnostics(std::string_view printed);

/// Registers, spills and shared memory by kernel, from `ptxas -v`.
std::vector<CompileResult::Resources> parse_resources(std::string_view printed);

/// Valid UTF-8 without control characters, at most `length` bytes.
std::string printable(std::string_view text, std::size_t length);

}  // namespace lockstep
