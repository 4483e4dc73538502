// SPDX-License-Identifier: Apache-2.0
// Runs a compiler in a box made by bubblewrap: it sees the system's tools
// read-only, the files handed to it and nothing else; no network, no home,
// no other process, an unprivileged user, limits on everything. Without a box
// the same command runs in a private temporary directory under the limits.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "process/process.h"

namespace lockstep {

struct BoxedFile {
  std::string path;  ///< relative to the directory the command starts in
  std::string content;
};

struct BoxRequest {
  /// The first word is a full path; files are named relative to the box.
  std::vector<std::string> command;
  std::vector<std::filesystem::path> toolchains;  ///< directories it may read
  std::vector<BoxedFile> files;
  double seconds = 30;
  bool use_box = true;
};

struct BoxResult {
  ProcessResult process;
  std::string directory;    ///< the absolute path it was started in
  std::string box;          ///< "bubblewrap" or "none"
  std::string missing_box;  ///< not empty: no box can be made; the remedy
};

BoxResult run_in_box(const BoxRequest& request, std::stop_token stop = {});

/// Empty where boxes can be made here, else why not and what to do.
std::string find_box_problem();
/// The same, looked up once a process.
const std::string& box_problem();

}  // namespace lockstep
