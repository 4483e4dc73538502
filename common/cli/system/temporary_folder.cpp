// SPDX-License-Identifier: Apache-2.0
// mkdtemp and remove_all.
#include "cli/system/temporary_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cli/system/failure.h"

namespace lockstep::cli {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  std::string name = ((error ? "/tmp" : parent) / "lockstep-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw Failure(missing_thing,
                  fmt::format("cannot make a temporary folder ({}): {}; set "
                              "TMPDIR to a folder that you may write to",
                              name, std::strerror(errno)));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace lockstep::cli
