// SPDX-License-Identifier: Apache-2.0
// A folder of this process alone, gone with its owner.
#pragma once

#include <filesystem>

namespace lockstep::cli {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace lockstep::cli
