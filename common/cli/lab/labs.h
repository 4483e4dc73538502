// SPDX-License-Identifier: Apache-2.0
// Which labs there are: what the build wrote to labs/labs.json beside this
// program,
//   {"version": 1, "labs": [{"name": "01_reduction", "title": "Reduction",
//     "executable": "lab_01", "submission": "/…/labs/01_reduction/…cu"}, …]}
// with paths relative to that file where they are not absolute.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::cli {

struct Lab {
  std::string name;  ///< "01_reduction"
  std::string title;
  std::filesystem::path executable;  ///< its autograder
  std::filesystem::path submission;  ///< what is checked by default

  std::string number() const;  ///< "01", what people type
};

class Labs {
 public:
  /// Reads a registry; throws Failure with missing_thing where it is not
  /// there or not readable.
  explicit Labs(const std::filesystem::path& registry);

  const std::vector<Lab>& all() const { return labs_; }

  /// By "01", "1", "01_reduction" or "reduction"; throws Failure with
  /// wrong_usage, listing the labs, for anything else.
  const Lab& named(const std::string& name) const;

 private:
  std::vector<Lab> labs_;
};

/// Of the running program: build/lockstep -> build/labs/labs.json.
std::filesystem::path default_registry();

}  // namespace lockstep::cli
