// SPDX-License-Identifier: Apache-2.0
// A folder with one lab whose autograder is a script, and the program run in
// it. What the script plays is the first line of the submission.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/system/temporary_folder.h"
#include "process/process.h"

namespace lockstep::cli {

class Workplace {
 public:
  explicit Workplace(const std::string& scene = "pass");

  std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  std::filesystem::path submission() const { return path("reduction.cu"); }
  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  /// Saves the submission so that the script plays `scene`.
  void play(const std::string& scene) const;

  /// Runs lockstep in the folder, with the folder's own temporary folder.
  ProcessResult run(const std::vector<std::string>& arguments) const;
  /// Runs a shell script there in which $LOCKSTEP is the program with its
  /// list of labs; a signal of it reaches the program as from a terminal.
  ProcessResult shell(const std::string& script) const;

  /// What is left in the temporary folder.
  std::vector<std::string> leftovers() const;

 private:
  std::vector<std::string> environment() const;

  TemporaryFolder folder_;
};

}  // namespace lockstep::cli
