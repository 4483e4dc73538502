// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/record.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <memory>

#include "report/json.h"

namespace lockstep::cudart {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const ptx::Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

Json numbers(const ptx::Dim3& size) { return {size.x, size.y, size.z}; }

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : name;
}

/// Where the calls are in their file: what addr2line takes. A return address
/// is that of the next line perhaps, hence one less.
Json place_of(const Stack& stack) {
  Json place = nullptr;
  for (const void* caller : stack) {
    Dl_info info{};
    if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) break;
    if (place.is_null())
      place = {{"file", info.dli_fname}, {"offsets", Json::array()}};
    if (place["file"] != info.dli_fname) break;
    place["offsets"].push_back(
        reinterpret_cast<std::uintptr_t>(caller) -
        reinterpret_cast<std::uintptr_t>(info.dli_fbase) - 1);
  }
  return place;
}

}  // namespace

Record::Record(const std::string& path) {
  if (path.empty()) return;
  file_ = Descriptor(
      open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
}

void Record::write(const Json& event) {
  if (!is_open()) return;
  const std::string line = report::line_text(event);
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_.get(), rest.data(), rest.size());
    if (count <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Record::begin() { write({{"event", "begin"}}); }

void Record::kernel(const ptx::LaunchCounters& launch) {
  Json event = {{"event", "kernel"},
                {"name", demangled(launch.kernel)},
                {"grid", numbers(launch.grid)},
                {"block", numbers(launch.block)},
                {"counters", launch.values}};
  for (const ptx::LineCounters& line : launch.lines)
    event["lines"].push_back(
        {{"file", line.file}, {"line", line.line}, {"counters", line.values}});
  write(event);
}

Record::Key Record::key_of(const ptx::Finding& finding, const Stack& stack) {
  const bool has_place = finding.place.line != 0;
  return {finding.tool + '\n' + finding.kind,
          text(finding.place),
          text(finding.other),
          finding.kernel,
          finding.variable,
          has_place
              ? std::string()
              : fmt::format("{} {}", fmt::join(stack, " "), finding.message)};
}

void Record::finding(const ptx::Finding& finding, const Stack& stack) {
  const auto [found, is_new] =
      known_.try_emplace(key_of(finding, stack), Known{finding, stack, 0});
  if (is_new) return write(found->second);
  found->second.finding.count += finding.count;
}

void Record::write(Known& known) {
  const ptx::Finding& finding = known.finding;
  Json event{{"event", "finding"}};
  event.update(report::to_json(finding));
  event["call"] = place_of(known.stack);
  known.written = finding.count;
  write(event);
}

void Record::allocation(const std::string& name, const Stack& stack) {
  write({{"event", "allocation"}, {"name", name}, {"call", place_of(stack)}});
}

void Record::refused() { write({{"event", "refused"}}); }

void Record::end() {
  for (auto& [key, known] : known_)
    if (known.written != known.finding.count) write(known);
  write({{"event", "end"}});
}

}  // namespace lockstep::cudart
