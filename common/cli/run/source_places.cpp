// SPDX-License-Identifier: Apache-2.0
#include "cli/run/source_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "process/process.h"
#include "ptx/observer/place.h"

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

std::map<std::uint64_t, std::vector<SourcePlace>> ask(
    const std::string& file, const std::set<std::uint64_t>& offsets) {
  ProcessRequest request;
  request.command = {"addr2line", "-a", "-f", "-i", "-C", "-e", file};
  for (const std::uint64_t offset : offsets)
    request.command.push_back(fmt::format("{:#x}", offset));
  request.seconds = 20;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success()) return {};
  return parse_places(result.output);
}

}  // namespace

std::map<std::uint64_t, std::vector<SourcePlace>> parse_places(
    std::string_view text) {
  std::map<std::uint64_t, std::vector<SourcePlace>> places;
  std::vector<SourcePlace>* present = nullptr;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with("0x")) {
      std::uint64_t offset = 0;
      std::from_chars(line.data() + 2, line.data() + line.size(), offset, 16);
      present = &places[offset];
    } else if (present != nullptr) {
      const std::string function(line == "??" ? std::string_view() : line);
      present->push_back({function, parse_place(take_line(text))});
    }
  }
  return places;
}

SourcePlace own_place(const std::vector<SourcePlace>& places) {
  for (const SourcePlace& place : places)
    if (place.place.line != 0 && !ptx::is_toolchain_file(place.place.file))
      return place;
  return places.empty() ? SourcePlace() : places.front();
}

Places place_calls(RunRecord& record) {
  std::set<CallPlace> calls;
  for (const RecordedFinding& one : record.findings) calls.insert(one.call);
  for (const auto& [name, call] : record.allocations) calls.insert(call);
  std::map<std::string, std::set<std::uint64_t>> offsets;
  for (const CallPlace& call : calls)
    if (!call.file.empty())
      offsets[call.file].insert(call.offsets.begin(), call.offsets.end());
  Places places;
  for (const auto& [file, wanted] : offsets) {
    const auto found = ask(file, wanted);
    for (const CallPlace& call : calls) {
      if (call.file != file) continue;
      std::vector<SourcePlace> outwards;
      for (const std::uint64_t offset : call.offsets)
        if (const auto at = found.find(offset); at != found.end())
          outwards.insert(outwards.end(), at->second.begin(), at->second.end());
      places[call] = own_place(outwards);
    }
  }
  for (RecordedFinding& one : record.findings)
    if (const auto place = places.find(one.call);
        place != places.end() && one.finding.place.line == 0)
      one.finding.place = place->second.place;
  return places;
}

}  // namespace lockstep::cli
