// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/dispatch.h"

#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// Counts what a turn executed, however it ends.
class TurnCount {
 public:
  explicit TurnCount(Warp& warp) : warp_(warp) {}
  ~TurnCount() {
    warp_.grid().executed += static_cast<std::uint64_t>(warp_.executed());
    warp_.begin_turn(0);
  }
  TurnCount(const TurnCount&) = delete;
  TurnCount& operator=(const TurnCount&) = delete;

 private:
  Warp& warp_;
};

void notify(const Warp& warp, const Instruction& instruction, LaneMask mask) {
  warp.grid().observers->instruction(
      {warp.place(), &instruction, warp.pc, mask, warp.active,
       instruction.b ? warp.at(instruction.b) : nullptr});
}

/// Tells observers of straight-line code when it ends, however it ends.
class Stretch {
 public:
  explicit Stretch(const Warp& warp) : warp_(warp) {}
  ~Stretch() { tell(); }
  Stretch(const Stretch&) = delete;
  Stretch& operator=(const Stretch&) = delete;

  /// The warp is about to execute an instruction.
  void add(LaneMask mask) {
    if (warp_.pc != so_far_.pc + so_far_.count || mask != so_far_.mask ||
        warp_.active != so_far_.active) {
      tell();
      so_far_ = {warp_.pc, 0, mask, warp_.active};
    }
    ++so_far_.count;
  }

 private:
  void tell() {
    if (so_far_.count > 0) warp_.grid().observers->stretch(so_far_);
  }

  const Warp& warp_;
  StretchEvent so_far_;
};

struct NoStretch {
  explicit NoStretch(const Warp&) {}
  void add(LaneMask) {}
};

template <bool is_observed, class Counting>
void run(Warp& warp) {
  const Instruction* const code = warp.grid().module->code.data();
  Counting counting(warp);
  while (warp.remaining > 0) {
    const Instruction& instruction = code[warp.pc];
    const LaneMask mask = warp.active & warp.predicate(instruction.guard);
    warp.next = warp.pc + 1;
    --warp.remaining;
    counting.add(mask);
    if constexpr (is_observed) notify(warp, instruction, mask);
    if (mask != 0) instruction.handler(warp, instruction, mask);
    warp.pc = warp.next;
    if (warp.pc >= warp.switch_pc && !warp.select_group()) return;
  }
}

}  // namespace

void run_turn(Warp& warp, std::int64_t instructions) {
  warp.begin_turn(instructions);
  const TurnCount count(warp);
  if ((warp.active == 0 || warp.pc >= warp.switch_pc) && !warp.select_group()) {
    return;
  }
  const Observers& observers = *warp.grid().observers;
  if (observers.wants_instructions()) {
    run<true, Stretch>(warp);
  } else if (observers.wants_stretches()) {
    run<false, Stretch>(warp);
  } else {
    run<false, NoStretch>(warp);
  }
}

}  // namespace lockstep::ptx
