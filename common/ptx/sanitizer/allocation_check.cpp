// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/allocation_check.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep::ptx {
namespace {

enum class Misuse : std::uint32_t { invalid_free, leak };

/// What is at `address`, which is not the start of a live allocation.
std::string why_not_free(std::uint64_t address, const Allocation* near) {
  const auto nothing = fmt::format(
      "{:#x} is freed, which is no address of device memory", address);
  if (near == nullptr || address < near->address) return nothing;
  const std::uint64_t offset = address - near->address;
  if (offset == 0 && !near->is_live)
    return fmt::format("{} ({} bytes) is freed a second time", near->name,
                       near->bytes);
  if (offset < near->bytes)
    return fmt::format(
        "{:#x} is freed, {} bytes into {}; only its start can be", address,
        offset, near->name);
  return nothing;
}

bool is_double(const HostEvent& event) {
  return event.allocation != nullptr && !event.allocation->is_live &&
         event.allocation->address == event.address;
}

}  // namespace

void AllocationCheck::host(const HostEvent& event) {
  switch (event.kind) {
    case HostEvent::Kind::allocated:
      if (!event.is_variable)
        live_[event.allocation->id] = {event.allocation->name, event.bytes};
      return;
    case HostEvent::Kind::freed:
      live_.erase(event.allocation->id);
      return;
    case HostEvent::Kind::invalid_free:
      if (finds_invalid_frees_) invalid_free(event);
      return;
    case HostEvent::Kind::written:
    case HostEvent::Kind::read:
    case HostEvent::Kind::copied:
      return;
  }
}

void AllocationCheck::invalid_free(const HostEvent& event) {
  const FindingSite site{static_cast<std::uint32_t>(Misuse::invalid_free), 0, 0,
                         event.address};
  findings_.add(site, 0, 1, [&] {
    Finding finding;
    finding.kind = is_double(event) ? "double free" : "invalid free";
    finding.message = why_not_free(event.address, event.allocation);
    if (event.allocation != nullptr) finding.variable = event.allocation->name;
    return finding;
  });
}

void AllocationCheck::program_ends() {
  if (!finds_leaks_) return;
  struct Total {
    std::uint64_t count = 0, bytes = 0;
  };
  std::map<std::string, Total> leaked;
  for (const auto& [id, live] : std::exchange(live_, {})) {
    ++leaked[live.name].count;
    leaked[live.name].bytes += live.bytes;
  }
  std::uint64_t number = 0;
  for (const auto& entry : leaked) {
    // No structured binding: clang 14 captures none in a lambda.
    const std::string& name = entry.first;
    const Total& total = entry.second;
    const FindingSite site{static_cast<std::uint32_t>(Misuse::leak), 0, 0,
                           ++number};
    findings_.add(site, 0, total.count, [&] {
      Finding finding;
      finding.kind = "leak";
      finding.severity = Severity::warning;
      finding.message =
          total.count == 1
              ? fmt::format("{} ({} bytes) is never freed", name, total.bytes)
              : fmt::format(
                    "{} allocations named {} ({} bytes in all) are "
                    "never freed",
                    total.count, name, total.bytes);
      finding.variable = name;
      return finding;
    });
  }
}

}  // namespace lockstep::ptx
