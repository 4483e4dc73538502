// SPDX-License-Identifier: Apache-2.0
// Looks along PATH first, then at the usual places.
#include "compile/toolchain.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> search_path() {
  std::vector<fs::path> result;
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const auto colon = std::min(rest.find(':'), rest.size());
    if (rest.front() == '/') result.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return result;
}

/// The program behind all links; empty where it cannot be run.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error || access(target.c_str(), X_OK) != 0) return {};
  return target;
}

bool is_in_system(const fs::path& path) {
  const std::string text = path.string();
  return text.starts_with("/usr/bin/") || text.starts_with("/usr/lib/") ||
         text.starts_with("/usr/lib64/");
}

std::optional<Toolchain> clang_at(const fs::path& path) {
  const fs::path program = resolved(path);
  if (!program.filename().string().starts_with("clang")) return std::nullopt;
  if (is_in_system(program)) return Toolchain{program, {}};
  const fs::path root = program.parent_path().parent_path();
  std::error_code error;
  if (!fs::is_directory(root / "lib" / "clang", error)) return std::nullopt;
  return Toolchain{program, root};
}

std::optional<Toolchain> toolkit_at(const fs::path& path) {
  const fs::path program = resolved(path);
  if (program.empty()) return std::nullopt;
  const fs::path root = program.parent_path().parent_path();
  if (resolved(root / "bin" / "ptxas").empty()) return std::nullopt;
  if (resolved(root / "nvvm" / "bin" / "cicc").empty() &&
      resolved(root / "bin" / "cicc").empty())
    return std::nullopt;
  return Toolchain{program, is_in_system(program) ? fs::path() : root};
}

}  // namespace

std::optional<Toolchain> find_clang() {
  for (const fs::path& directory : search_path())
    for (const char* name : {"clang++", "clang"})
      if (auto found = clang_at(directory / name)) return found;
  for (int version = 22; version >= 14; --version) {
    const auto root = fs::path("/usr/lib/llvm-" + std::to_string(version));
    if (auto found = clang_at(root / "bin" / "clang")) return found;
  }
  return std::nullopt;
}

std::optional<Toolchain> find_cuda_toolkit() {
  for (const fs::path& directory : search_path())
    if (auto found = toolkit_at(directory / "nvcc")) return found;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* root = std::getenv(variable))
      if (auto found = toolkit_at(fs::path(root) / "bin" / "nvcc"))
        return found;
  for (const char* root : {"/usr/local/cuda", "/usr/lib/nvidia-cuda-toolkit"})
    if (auto found = toolkit_at(fs::path(root) / "bin" / "nvcc")) return found;
  return std::nullopt;
}

}  // namespace lockstep
