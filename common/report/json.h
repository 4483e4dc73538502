// SPDX-License-Identifier: Apache-2.0
// Reports, tasks and findings as JSON and back. Members have a fixed order
// and text is made valid UTF-8, so that equal reports are equal bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/report.h"

namespace lockstep::report {

/// Of the layout of the JSON report.
inline constexpr int report_version = 1;

nlohmann::ordered_json to_json(const ptx::Finding& finding);
nlohmann::ordered_json to_json(const Task& task);
nlohmann::ordered_json to_json(const Report& report);
/// Of one report as it is; of several: {"version", "reports": […]}.
nlohmann::ordered_json to_json(const std::vector<Report>& reports);

/// These take what may be missing as empty and throw std::runtime_error,
/// naming the member, for a value of the wrong type or an unknown status.
ptx::Finding finding_from_json(const nlohmann::ordered_json& json);
Task task_from_json(const nlohmann::ordered_json& json);
Report report_from_json(const nlohmann::ordered_json& json);

/// The text of a file: indented, one newline at the end, valid UTF-8 whatever
/// the strings hold.
std::string file_text(const nlohmann::ordered_json& json);
/// The text of one event: a line, with its newline.
std::string line_text(const nlohmann::ordered_json& json);

}  // namespace lockstep::report
