// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run_record.h"

#include <algorithm>
#include <stdexcept>

#include "report/json.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

CallPlace place_of(const Json& event) {
  const auto call = event.find("call");
  if (call == event.end() || !call->is_object()) return {};
  return {call->value("file", ""),
          call->value("offsets", std::vector<std::uint64_t>())};
}

bool is_same(const RecordedFinding& one, RecordedFinding two) {
  two.finding.count = one.finding.count;
  return one.call == two.call &&
         report::to_json(one.finding) == report::to_json(two.finding);
}

void add_finding(const Json& event, std::vector<RecordedFinding>& findings) {
  RecordedFinding found{report::finding_from_json(event), place_of(event)};
  const auto known = std::ranges::find_if(
      findings, [&](const auto& one) { return is_same(one, found); });
  if (known == findings.end())
    findings.push_back(std::move(found));
  else
    known->finding.count = found.finding.count;
}

void add_event(const Json& event, RunRecord& record) {
  const std::string kind = event.value("event", "");
  record.has_begun = true;
  if (kind == "end") record.has_ended = true;
  if (kind == "refused") record.was_refused = true;
  if (kind == "finding") add_finding(event, record.findings);
  if (kind == "allocation")
    record.allocations[event.value("name", "")] = place_of(event);
  if (kind == "kernel") {
    record.kernels.push_back(
        {{"name", event.value("name", "")},
         {"grid", event.value("grid", Json::array())},
         {"block", event.value("block", Json::array())},
         {"counters", event.value("counters", Json::object())}});
    if (event.contains("lines"))
      record.kernels.back()["lines"] = event["lines"];
  }
}

}  // namespace

RunRecord parse_record(std::string_view text) {
  RunRecord record;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const Json event = Json::parse(text.substr(0, end), nullptr, false);
    text.remove_prefix(end + 1);
    if (!event.is_object()) continue;
    try {
      add_event(event, record);
    } catch (const std::exception&) {
      continue;  // the program can write to its own record; so be it
    }
  }
  std::ranges::stable_sort(
      record.findings, std::greater<>(),
      [](const RecordedFinding& one) { return one.finding.severity; });
  return record;
}

}  // namespace lockstep::cli
