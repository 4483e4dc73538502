// SPDX-License-Identifier: Apache-2.0
#include "harness/hints/hints.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace lockstep {
namespace {

using Json = nlohmann::json;

void require(bool holds, const std::filesystem::path& file,
             std::string_view where, std::string_view what) {
  if (!holds)
    throw std::runtime_error(
        fmt::format("{}: {} must be {}", file.string(), where, what));
}

void validate(const Json& hints, const std::filesystem::path& file) {
  require(hints.is_object(), file, "it", "an object by task name");
  for (const auto& [task, symptoms] : hints.items()) {
    require(symptoms.is_object(), file, task, "an object by symptom");
    for (const auto& [symptom, levels] : symptoms.items()) {
      const std::string where = task + "." + symptom;
      require(levels.is_array() && levels.size() == hint_levels, file, where,
              fmt::format("a list of {} hints", hint_levels));
      for (const Json& hint : levels)
        require(hint.is_string(), file, where, "a list of strings");
    }
  }
}

}  // namespace

Hints::Hints(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) return;
  by_task_ = Json::parse(stream, nullptr, false);
  require(!by_task_.is_discarded(), file, "it", "valid JSON");
  validate(by_task_, file);
}

std::vector<std::string> Hints::choose(std::string_view task,
                                       std::string_view symptom,
                                       unsigned levels) const {
  const auto of_task = by_task_.find(task);
  if (of_task == by_task_.end()) return {};
  auto chosen = of_task->find(symptom);
  if (chosen == of_task->end()) chosen = of_task->find("default");
  if (chosen == of_task->end()) return {};
  std::vector<std::string> hints;
  for (const Json& hint : *chosen)
    if (hints.size() < levels) hints.push_back(hint.get<std::string>());
  return hints;
}

}  // namespace lockstep
