// SPDX-License-Identifier: Apache-2.0
#include "harness/session/lab_info.h"

#include <algorithm>
#include <cctype>

namespace lockstep {

std::string LabInfo::source() const {
  return "labs/" + name + "/" + stem() + ".cu";
}

std::string LabInfo::title() const {
  std::string text = stem();
  std::ranges::replace(text, '_', ' ');
  if (!text.empty())
    text[0] =
        static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::filesystem::path LabInfo::hints_file() const {
  return root / "docs" / "labs" / (name + ".hints.json");
}

const TaskInfo* LabInfo::find(std::string_view task) const {
  const auto it = std::ranges::find(tasks, task, &TaskInfo::name);
  return it == tasks.end() ? nullptr : &*it;
}

}  // namespace lockstep
