// SPDX-License-Identifier: Apache-2.0
// Hints of a lab, chosen by task and by the symptom that the grader saw. The
// file is docs/labs/NN_name.hints.json:
//   {"smem": {"race": ["where to look", "concept", "pseudo-code", "one line"],
//             "default": […]}}
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

inline constexpr unsigned hint_levels = 4;

class Hints {
 public:
  Hints() = default;  ///< knows none
  /// A file that is not there has no hints; one that is not of this form
  /// throws std::runtime_error, which names what is wrong.
  explicit Hints(const std::filesystem::path& file);

  /// The first `levels` hints for a symptom, or the task's default ones.
  std::vector<std::string> choose(std::string_view task,
                                  std::string_view symptom,
                                  unsigned levels) const;

 private:
  nlohmann::json by_task_ = nlohmann::json::object();
};

/// What to do next about a symptom, one sentence; empty where the message
/// says all there is to say.
std::string_view next_step(std::string_view symptom);

}  // namespace lockstep
