// SPDX-License-Identifier: Apache-2.0
// Asks an installed compiler for its version.
#include <fmt/format.h>

#include <algorithm>

#include "compile/compiler.h"
#include "compile/toolchain.h"
#include "process/process.h"

namespace lockstep {

std::optional<std::string> front_end_version(FrontEnd front_end) {
  const bool is_nvcc = front_end == FrontEnd::nvcc;
  const auto tool = is_nvcc ? find_cuda_toolkit() : find_clang();
  if (!tool) return std::nullopt;
  ProcessRequest request;
  request.command = {tool->program.string(), "--version"};
  request.seconds = 10;
  const ProcessResult result = run_process(request);
  const std::string_view words = is_nvcc ? "release " : "clang version ";
  const std::string_view printed = result.output;
  const auto at = printed.find(words);
  if (!result.is_success() || at == printed.npos) return std::nullopt;
  const auto rest = printed.substr(at + words.size());
  return fmt::format("{} {}", is_nvcc ? "nvcc" : "clang",
                     rest.substr(0, rest.find_first_of(", -\n")));
}

}  // namespace lockstep
