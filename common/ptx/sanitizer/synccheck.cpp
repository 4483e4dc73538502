// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/synccheck.h"

#include <fmt/format.h>

#include <bit>

namespace lockstep::ptx {
namespace {

struct Wording {
  std::string_view kind;
  std::string_view message;
  std::string_view doing;  ///< what the threads at the first place do
  std::string_view other;  ///< and those at the other one, if there is one
};

Wording wording(SyncMisuse misuse) {
  switch (misuse) {
    case SyncMisuse::divergent_barrier:
      return {"divergent barrier",
              "a block barrier in divergent code: only a part of the warp "
              "reaches it",
              "is at the barrier", "the others of its warp are here"};
    case SyncMisuse::missing_threads:
      return {"missing threads",
              "a block barrier waits for threads that never reach it",
              "waits at the barrier", "the missing ones are here"};
    case SyncMisuse::lane_not_in_mask:
      return {"lane not in mask",
              "a thread executes a warp-synchronous operation whose mask does "
              "not name it",
              "is not in the mask", "the mask is that of this operation"};
    case SyncMisuse::mask_mismatch:
      return {"mask mismatch",
              "threads of one warp name different masks for one operation",
              "names a mask that others do not", "the others are here"};
    case SyncMisuse::exited_lane_in_mask:
      return {"exited lane in mask", "a mask names threads that have exited",
              "names a thread that has exited", "it exited here"};
    case SyncMisuse::deadlock:
      return {"deadlock", "nothing can run any more: every thread waits",
              "waits", "the threads that it waits for are here"};
    case SyncMisuse::livelock:
      return {"livelock", "all threads spin on memory that nobody changes",
              "spins", "other threads are here"};
  }
  return {};
}

}  // namespace

void Synccheck::launch_begins(const LaunchEvent& event) {
  names_.begin(event);
  findings_.begin_launch();
}

Finding Synccheck::describe(const SyncMisuseEvent& event) const {
  const Wording words = wording(event.kind);
  const LaneMask lanes = event.mask != 0 ? event.mask : 1;
  const std::uint32_t thread =
      event.where.first_thread + static_cast<unsigned>(std::countr_zero(lanes));
  Finding finding;
  finding.kind = words.kind;
  finding.message = words.message;
  finding.place = names_.place(event.instruction);
  finding.label = fmt::format("thread {} of block {} {}", names_.thread(thread),
                              names_.block(event.where.block), words.doing);
  if (!event.detail.empty()) finding.label += ": " + event.detail;
  finding.block = names_.block_id(event.where.block);
  for (LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
    finding.threads.push_back(
        names_.thread_id(event.where.first_thread +
                         static_cast<unsigned>(std::countr_zero(rest))));
  if (event.other != nullptr) {
    finding.other = names_.place(event.other);
    finding.other_label = words.other;
  }
  finding.kernel = names_.kernel().name;
  return finding;
}

void Synccheck::sync_misuse(const SyncMisuseEvent& event) {
  const std::uint32_t other = event.other ? event.other->ptx_line : 0;
  const FindingSite site{static_cast<std::uint32_t>(event.kind), event.pc,
                         other, 0};
  findings_.add(site, 0, 1, [&] { return describe(event); });
}

}  // namespace lockstep::ptx
