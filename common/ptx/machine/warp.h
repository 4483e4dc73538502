// SPDX-License-Identifier: Apache-2.0
// State of one warp: its groups of lanes, their frames, special registers.
// A group is lanes with one pc and one frame. The current group runs; groups
// that meet at one pc merge; otherwise the deepest call, then the lowest pc
// goes first. That reconverges without any analysis of control flow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ptx/machine/alloca_stack.h"
#include "ptx/machine/async_copies.h"
#include "ptx/machine/frame.h"
#include "ptx/machine/launch_result.h"
#include "ptx/module/special_register.h"
#include "ptx/observer/events.h"

namespace lockstep::ptx {

class Cta;
struct Grid;
struct BarrierResult;

/// Lanes that take part in one warp-wide operation: all that sit in one
/// frame before one instruction.
struct Attendee {
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  Frame* frame = nullptr;
  LaneMask lanes = 0;
};

/// Carries out a `.sync` operation once everybody is there.
using Perform = void (*)(Warp&, std::span<const Attendee>);
/// Gives released lanes the result of a block barrier.
using Finish = void (*)(Warp&, const Attendee&, const BarrierResult&);

struct Group {
  enum class Wait : std::uint8_t { none, block, warp };

  LaneMask mask = 0;
  std::uint32_t pc = 0;
  Frame* frame = nullptr;
  std::uint32_t last_branch = 0;  ///< pc + 1 of its last guarded branch
  std::uint64_t last_run = 0;     ///< when it last was the current group
  Wait wait = Wait::none;
  std::uint32_t barrier = 0;  ///< block: its number
  Finish finish = nullptr;    ///< block
  LaneMask members = 0;       ///< warp: the lanes that it waits for
  Perform perform = nullptr;  ///< warp
};

/// Lanes that have exited: where, and at which guarded branch they parted.
struct Exit {
  LaneMask mask = 0;
  std::uint32_t pc = 0;
  std::uint32_t last_branch = 0;  ///< pc + 1; 0: none
};

class Warp {
 public:
  Warp(Grid& grid, Cta& cta, std::uint32_t number);

  // What the dispatch loop and the handlers work on.
  std::uint32_t pc = 0;         ///< of the instruction that executes
  std::uint32_t next = 0;       ///< where its group goes on
  std::uint32_t switch_pc = 0;  ///< from here on another group is due
  LaneMask active = 0;          ///< lanes of the current group
  std::int64_t remaining = 0;   ///< instructions left of this turn
  Frame* frame = nullptr;       ///< of the current group
  bool touched = false;  ///< the loop made an access that others may answer

  /// Starts at the kernel's first instruction, as a warp of block `block`.
  void begin(std::uint32_t block);

  Grid& grid() const { return *grid_; }
  Cta& cta() const { return *cta_; }
  /// Gives the warp `instructions` to execute.
  void begin_turn(std::int64_t instructions) {
    remaining = turn_ = instructions;
  }
  /// Ends the turn after the instruction that executes.
  void end_turn() {
    turn_ -= remaining;
    remaining = 0;
  }
  /// Instructions executed in this turn so far.
  std::int64_t executed() const { return turn_ - remaining; }
  std::uint32_t number() const { return number_; }
  LaneMask existing() const { return existing_; }
  LaneMask live() const { return live_; }
  WarpPlace place() const;

  /// The 32 lanes of an operand.
  std::byte* at(const Operand& operand) const {
    return bases_[static_cast<unsigned>(operand.base)] + operand.offset;
  }
  /// Lanes for which a predicate holds; all of them if there is none.
  LaneMask predicate(const Operand& operand) const {
    if (!operand) return full_mask;
    const LaneMask value = *reinterpret_cast<const LaneMask*>(at(operand));
    return operand.negated ? ~value : value;
  }
  /// Room for 32 values of any type, until it was asked for 8 more times.
  std::byte* scratch() const;
  /// Registers of `other` until the next call: for operations that join
  /// groups in several frames.
  void look_at(Frame* other);

  // Control flow; `mask` are lanes of the current group.
  void branch(LaneMask mask, std::uint32_t target);
  /// Lanes go on at `target` as a group of their own.
  void diverge(LaneMask mask, std::uint32_t target);
  /// Throws LaunchStop when calls are nested too deeply.
  Frame& enter(LaneMask mask, const Function& callee, const CallSite& site);
  void leave(LaneMask mask);
  void exit(LaneMask mask);

  // Waiting.
  void wait_for_block(LaneMask mask, std::uint32_t barrier, Finish finish);
  void wait_for_warp(LaneMask mask, LaneMask members, Perform perform);
  /// Performs what has become complete among the waiting `.sync` groups.
  void settle();
  /// Lets those go on that wait for block barrier `barrier`.
  void release(std::uint32_t barrier, const BarrierResult& result);

  /// Makes the group current that is due; false if none can run.
  bool select_group();
  bool is_ready() const;
  /// Back edges of loops that poll, since this was last asked.
  std::uint64_t take_polls() { return std::exchange(polls_, 0); }
  /// The current group first in line again after others; see emulator notes.
  void yield();

  std::span<const Group> groups() const { return groups_; }
  std::span<const Exit> exits() const { return exits_; }

  /// The branch at which exited lanes parted from those who came to `missed`,
  /// or else the instruction at which they exited; null if none has exited.
  const Instruction* where_left(LaneMask lanes, std::uint32_t missed) const;
  void report_outside(const Attendee& who, LaneMask members);
  void report_exited(const Attendee& who, LaneMask members);

  /// Host bytes behind [address, address + bytes) of the local space, a copy
  /// a lane; null where there is none.
  LaneBytes local(std::uint64_t address, std::uint64_t bytes);
  /// The lanes' stacks for alloca; throws LaunchStop when there is no room.
  AllocaStack& stack();
  /// A lane is about to take memory by alloca in the current frame.
  void mark_stack(unsigned lane);
  /// Copies that have begun and not yet taken effect.
  AsyncCopies& copies() { return copies_; }
  /// Host bytes behind [address, address + bytes) of a generic address as a
  /// lane sees it, null where there is none.
  std::byte* generic(unsigned lane, std::uint64_t address, std::uint64_t bytes);

  /// Ends the launch with a message that names the place.
  [[noreturn]] void stop(LaunchStatus status, const Instruction& instruction,
                         const std::string& message);

 private:
  void fill_fixed_registers();
  void fill_cluster_registers();
  void fill_block_registers();
  void set(SpecialRegister special, std::uint64_t value);
  void set(SpecialRegister special, unsigned lane, std::uint64_t value);
  void add_group(LaneMask mask, std::uint32_t at, Frame* in);
  void park();
  void report(SyncMisuseEvent event, const Attendee& who);
  void take(std::size_t index);
  void count_back_edge();
  void join(std::vector<Attendee>& attendees, std::size_t first);
  Frame* new_frame(const Function& function);
  void drop(LaneMask mask, Frame* from);
  void restore_stack(LaneMask mask, const Frame& left);

  Grid* grid_;
  Cta* cta_;
  std::uint32_t number_;
  std::uint32_t block_ = 0;
  LaneMask existing_ = 0;
  LaneMask live_ = 0;
  std::byte* bases_[4] = {};
  std::vector<Group> groups_;  ///< all but the current one
  std::vector<Exit> exits_;
  std::uint32_t last_branch_ = 0;
  std::uint64_t turns_ = 0;
  std::int64_t turn_ = 0;
  unsigned spins_ = 0;
  std::uint64_t polls_ = 0;
  unsigned lease_ = 0;  ///< back edges for which the group keeps running
  bool rotate_ = false;
  std::vector<std::unique_ptr<Frame>> frames_, free_frames_;
  std::vector<RegisterLine> specials_;
  std::unique_ptr<AllocaStack> stack_;  ///< null until used
  AsyncCopies copies_;
};

}  // namespace lockstep::ptx
