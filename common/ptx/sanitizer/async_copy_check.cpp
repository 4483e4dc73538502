// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/async_copy_check.h"

#include <fmt/format.h>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {

void AsyncCopyCheck::launch_begins(const LaunchEvent& event) {
  names_.begin(event);
  findings_.begin_launch();
  blocks_.clear();
}

void AsyncCopyCheck::async_copy(const AsyncCopyEvent& event) {
  Ranges& ranges = blocks_[event.where.block];
  for_each_lane(event.mask, [&](unsigned lane) {
    const std::uint64_t begin = event.address[lane];
    const std::uint32_t thread = event.where.first_thread + lane;
    if (event.kind == AsyncCopyEvent::Kind::begun) {
      ranges[begin] = {begin + event.bytes, event.instruction, event.pc,
                       thread};
    } else if (const auto found = ranges.find(begin);
               found != ranges.end() && found->second.thread == thread) {
      ranges.erase(found);
    }
  });
  if (ranges.empty()) blocks_.erase(event.where.block);
}

void AsyncCopyCheck::memory(const MemoryEvent& event) {
  if (blocks_.empty() || event.space != Space::shared) return;
  const auto found = blocks_.find(event.where.block);
  if (found == blocks_.end()) return;
  const Ranges& ranges = found->second;
  for_each_lane(event.mask, [&](unsigned lane) {
    const std::uint64_t begin = event.address[lane];
    auto after = ranges.lower_bound(begin + event.bytes);
    if (after == ranges.begin()) return;
    const Range& copy = std::prev(after)->second;
    // The copy's own store tells that it has taken effect.
    if (copy.end > begin && copy.instruction != event.instruction)
      report(event, lane, copy);
  });
}

void AsyncCopyCheck::report(const MemoryEvent& event, unsigned lane,
                            const Range& copy) {
  const Variable* variable = names_.shared_variable(event.address[lane]);
  const FindingSite site{
      is_write(event.kind) ? 1u : 0u, event.pc, copy.pc,
      variable != nullptr ? names_.shared_begin(*variable) + 1 : 0};
  findings_.add(site, 0, 1, [&] {
    const std::uint32_t thread = event.where.first_thread + lane;
    const NamedElement named =
        names_.element(Space::shared, event.address[lane], event.element_bytes,
                       event.allocation[lane]);
    Finding finding;
    const char* const kind = is_write(event.kind) ? "write" : "read";
    finding.kind = fmt::format("{}-before-copy", kind);
    finding.message = fmt::format(
        "{} of shared memory that an asynchronous copy is still filling: "
        "nobody has waited for the copy",
        kind);
    finding.place = names_.place(event.instruction);
    finding.label =
        fmt::format("thread {} of block {} {}s {}", names_.thread(thread),
                    names_.block(event.where.block), kind, named.element);
    finding.block = names_.block_id(event.where.block);
    finding.threads = {names_.thread_id(thread), names_.thread_id(copy.thread)};
    finding.other = names_.place(copy.instruction);
    finding.other_label =
        fmt::format("thread {} begins the copy", names_.thread(copy.thread));
    finding.variable = named.variable;
    finding.kernel = names_.kernel().name;
    return finding;
  });
}

}  // namespace lockstep::ptx
