// SPDX-License-Identifier: Apache-2.0
// A student's file, looked at before any work starts.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::cli {

struct Submission {
  std::filesystem::path path;  ///< below the current folder: relative to it
  std::string content;

  std::string fingerprint() const;  ///< of the content
};

/// Throws Failure with wrong_usage, saying what to do, for what is no source
/// file: nothing there, a folder, a device, empty, binary, enormous.
Submission read_submission(const std::filesystem::path& path);

}  // namespace lockstep::cli
