// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all. Whether it can be written is known
// before any work starts.
#pragma once

#include <filesystem>
#include <string_view>

namespace lockstep::cli {

class OutputFile {
 public:
  /// "-" is standard output. Throws Failure with wrong_usage, naming the
  /// path, where nothing can be written.
  explicit OutputFile(const std::filesystem::path& path);

  bool is_standard_output() const { return path_ == "-"; }

  /// Writes to a temporary name beside the file and renames it; devices and
  /// pipes are written to directly.
  void write(std::string_view text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace lockstep::cli
