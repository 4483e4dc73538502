// SPDX-License-Identifier: Apache-2.0
// Where clang and the CUDA Toolkit are on this machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep {

/// A compiler and the directory it needs to read besides the system's own;
/// empty where it lies within them.
struct Toolchain {
  std::filesystem::path program;  ///< with all links resolved
  std::filesystem::path root;
};

std::optional<Toolchain> find_clang();
/// A toolkit with cicc and ptxas, found by PATH, CUDA_PATH or at its usual
/// place; a wrapper script on PATH is passed over.
std::optional<Toolchain> find_cuda_toolkit();

}  // namespace lockstep
