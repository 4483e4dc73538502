// SPDX-License-Identifier: Apache-2.0
// The last verdict on each task of the labs' own submissions, for `status`:
// one file a lab in build/.lockstep. Every task remembers which version of
// the file it was judged on.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "report/report.h"

namespace lockstep::cli {

struct StoredTask {
  report::Status status = report::Status::not_run;
  int points = 0;
  int max_points = 0;
  std::string device;
  std::string fingerprint;  ///< of the submission that was judged
};

struct StoredLab {
  int total_points = 0;
  std::map<std::string, StoredTask> tasks;
};

class ResultStore {
 public:
  explicit ResultStore(std::filesystem::path folder)
      : folder_(std::move(folder)) {}

  /// Empty where nothing, or nothing readable, is stored.
  StoredLab load(const std::string& lab) const;

  /// Adds the verdicts of one check. A task that could not be judged does not
  /// replace the verdict on the same file that another device gave. Throws
  /// Failure where the folder cannot be written.
  void add(const report::Report& report, const std::string& fingerprint) const;

 private:
  std::filesystem::path file_of(const std::string& lab) const;

  std::filesystem::path folder_;
};

/// Of a registry: build/labs/labs.json -> build/.lockstep.
std::filesystem::path store_folder(const std::filesystem::path& registry);

}  // namespace lockstep::cli
