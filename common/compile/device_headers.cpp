// SPDX-License-Identifier: Apache-2.0
#include "compile/device_headers.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::vector<BoxedFile> read_all() {
  const fs::path folder = device_header_folder();
  std::vector<BoxedFile> result;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error)) {
    if (!at->is_regular_file(error)) continue;
    std::ifstream file(at->path(), std::ios::binary);
    result.push_back(
        {fs::relative(at->path(), folder.parent_path(), error).string(),
         std::string(std::istreambuf_iterator<char>(file), {})});
  }
  std::ranges::sort(result, {}, &BoxedFile::path);
  return result;
}

}  // namespace

fs::path device_header_folder() { return LOCKSTEP_CLANG_DEVICE; }

const std::vector<BoxedFile>& device_headers() {
  static const std::vector<BoxedFile> headers = read_all();
  return headers;
}

}  // namespace lockstep
