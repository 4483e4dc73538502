// SPDX-License-Identifier: Apache-2.0
#include "ptx/observer/place.h"

#include <algorithm>
#include <array>

namespace lockstep::ptx {
namespace {

std::string_view file_of(const Module& module, const SourceLocation& location) {
  if (location.file >= module.files.size()) return {};
  return module.files[location.file];
}

Place named(const Module& module, const SourceLocation& location) {
  return {std::string(file_of(module, location)), location.line,
          location.column};
}

}  // namespace

bool is_toolchain_file(std::string_view path) {
  constexpr std::array<std::string_view, 4> folders = {
      "/lib/clang/", "/targets/", "clang_device/", "/nvvm/"};
  return path.starts_with("/usr/") ||
         std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view folder) {
                       return path.find(folder) != std::string_view::npos;
                     });
}

bool is_algorithm_file(std::string_view path) {
  return is_toolchain_file(path) &&
         (path.find("/cub/") != std::string_view::npos ||
          path.find("/thrust/") != std::string_view::npos);
}

Place place_of(const Module& module, const Instruction& instruction) {
  if (instruction.location >= module.locations.size()) return {};
  const LocationChain& chain = module.locations[instruction.location];
  if (!is_toolchain_file(file_of(module, chain.place)))
    return named(module, chain.place);
  for (const SourceLocation& outer : chain.inlined_at)
    if (!is_toolchain_file(file_of(module, outer))) return named(module, outer);
  return named(module, chain.place);
}

}  // namespace lockstep::ptx
