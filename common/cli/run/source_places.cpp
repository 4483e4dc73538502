// SPDX-License-Identifier: Apache-2.0
#include "cli/run/source_places.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "process/process.h"

namespace lockstep::cli {
namespace {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// "file.cu:12 (discriminator 3)", "??:0", "file.cu:?"
ptx::Place parse_place(std::string_view line) {
  line = line.substr(0, line.find(" ("));
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos) return {};
  ptx::Place place;
  const std::string_view digits = line.substr(colon + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), place.line);
  if (place.line != 0) place.file = line.substr(0, colon);
  return place;
}

void ask(const std::string& file, const std::vector<CallPlace>& calls,
         std::map<CallPlace, SourcePlace>& places) {
  ProcessRequest request;
  request.command = {"addr2line", "-f", "-C", "-e", file};
  for (const CallPlace& call : calls)
    request.command.push_back(fmt::format("{:#x}", call.offset));
  request.seconds = 20;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success()) return;
  const auto found = parse_places(result.output, calls.size());
  for (std::size_t i = 0; i < found.size(); ++i) places[calls[i]] = found[i];
}

}  // namespace

std::vector<SourcePlace> parse_places(std::string_view text,
                                      std::size_t count) {
  std::vector<SourcePlace> places;
  while (places.size() < count && !text.empty()) {
    SourcePlace place;
    const std::string_view function = take_line(text);
    if (function != "??") place.function = function;
    place.place = parse_place(take_line(text));
    places.push_back(std::move(place));
  }
  return places;
}

const SourcePlace* PlacedRecord::find(const CallPlace& call) const {
  const auto found = places.find(call);
  return found == places.end() ? nullptr : &found->second;
}

PlacedRecord place_calls(RunRecord& record) {
  std::map<std::string, std::set<CallPlace>> by_file;
  const auto want = [&](const CallPlace& call) {
    if (!call.file.empty()) by_file[call.file].insert(call);
  };
  for (const RecordedFinding& one : record.findings) want(one.call);
  for (const auto& [name, call] : record.allocations) want(call);
  PlacedRecord placed;
  for (const auto& [file, calls] : by_file)
    ask(file, {calls.begin(), calls.end()}, placed.places);
  for (RecordedFinding& one : record.findings) {
    const SourcePlace* place = placed.find(one.call);
    if (place != nullptr && one.finding.place.line == 0)
      one.finding.place = place->place;
  }
  return placed;
}

}  // namespace lockstep::cli
