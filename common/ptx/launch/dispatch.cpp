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

template <bool is_observed>
void run(Warp& warp) {
  const Instruction* const code = warp.grid().module->code.data();
  while (warp.remaining > 0) {
    const Instruction& instruction = code[warp.pc];
    const LaneMask mask = warp.active & warp.predicate(instruction.guard);
    warp.next = warp.pc + 1;
    --warp.remaining;
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
  if (warp.grid().observers->wants_instructions()) {
    run<true>(warp);
  } else {
    run<false>(warp);
  }
}

}  // namespace lockstep::ptx
