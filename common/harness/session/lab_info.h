// SPDX-License-Identifier: Apache-2.0
// A lab's names all follow from the one in labs/CMakeLists.txt, and its tasks
// from the autograder's own test cases.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class Session;
class Task;
struct BenchCase;

/// One rung, in the order of the autograder's source.
struct TaskInfo {
  std::string name;   ///< "smem"
  std::string title;  ///< one line
  unsigned max_points = 0;
  bool needs_gpu = false;
  void (*body)(Task&) = nullptr;
};

/// Further cases of a task, from the file that the student edition lacks.
struct HiddenCases {
  std::string task;
  void (*body)(Task&) = nullptr;
};

struct LabInfo {
  std::string name;                         ///< "01_reduction"
  std::filesystem::path root;               ///< of the source tree
  std::filesystem::path build_folder = {};  ///< of build/labs
  std::vector<TaskInfo> tasks;
  std::vector<HiddenCases> hidden;
  /// What `lockstep bench` measures, for data of n elements.
  std::vector<BenchCase> (*bench)(const Session&, std::uint32_t n) = nullptr;

  std::string number() const { return name.substr(0, name.find('_')); }
  std::string stem() const { return name.substr(name.find('_') + 1); }
  /// Relative to the root: "labs/01_reduction/reduction.cu".
  std::string source() const;
  std::string title() const;  ///< "Reduction"
  std::filesystem::path hints_file() const;
  /// Null when there is none of that name.
  const TaskInfo* find(std::string_view task) const;
};

}  // namespace lockstep
