// SPDX-License-Identifier: Apache-2.0
// Groups: how they part, meet, wait and take turns.
#include "ptx/machine/warp.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
/// A group that went back so often over a loop that polls lets others run.
constexpr unsigned spins_before_yield = 8;
constexpr unsigned lease_back_edges = 16;

}  // namespace

void Warp::begin(std::uint32_t block) {
  block_ = block;
  for (auto& used : frames_) free_frames_.push_back(std::move(used));
  frames_.clear();
  groups_.clear();
  exits_.clear();
  live_ = active = existing_;
  last_branch_ = 0;
  spins_ = lease_ = 0;
  turns_ = 0;
  rotate_ = touched = false;
  if (stack_) stack_->used.fill(0);
  copies_.clear();
  frame = new_frame(*grid_->kernel);
  frame->lanes = active;
  look_at(frame);
  pc = next = grid_->kernel->begin;
  switch_pc = never;
  fill_block_registers();
}

WarpPlace Warp::place() const {
  return {block_, number_, number_ * warp_size, live_};
}

std::byte* Warp::scratch() const { return cta_->scratch(); }

void Warp::look_at(Frame* other) {
  bases_[static_cast<unsigned>(Operand::Base::registers)] =
      other->register_base();
}

void Warp::stop(LaunchStatus status, const Instruction& instruction,
                const std::string& message) {
  grid_->note(status, instruction, message);
  throw LaunchStop(status, message);
}

void Warp::branch(LaneMask mask, std::uint32_t target) {
  last_branch_ = pc + 1;
  if (target <= pc) count_back_edge();
  const LaneMask rest = active & ~mask;
  if (rest == 0) {
    next = target;
  } else if (target < next) {
    diverge(rest, next);
    next = target;
  } else if (target > next) {
    diverge(mask, target);
  }
}

void Warp::diverge(LaneMask mask, std::uint32_t target) {
  active &= ~mask;
  add_group(mask, target, frame);
  if (lease_ == 0) switch_pc = std::min(switch_pc, target);
  if (active == 0) switch_pc = 0;
}

void Warp::add_group(LaneMask mask, std::uint32_t at, Frame* in) {
  for (Group& group : groups_) {
    if (group.wait == Group::Wait::none && group.pc == at &&
        group.frame == in) {
      group.mask |= mask;
      return;
    }
  }
  groups_.push_back({mask, at, in, last_branch_, ++turns_});
}

void Warp::park() {
  if (active == 0) return;
  add_group(active, pc, frame);
  active = 0;
}

bool Warp::select_group() {
  park();
  const auto is_better = [this](const Group& a, const Group& b) {
    if (rotate_) return a.last_run < b.last_run;
    if (a.frame->depth != b.frame->depth) {
      return a.frame->depth > b.frame->depth;
    }
    return a.pc < b.pc;
  };
  std::size_t best = groups_.size();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].wait != Group::Wait::none) continue;
    if (best == groups_.size() || is_better(groups_[i], groups_[best]))
      best = i;
  }
  lease_ = rotate_ ? lease_back_edges : 0;
  rotate_ = false;
  if (best == groups_.size()) return false;
  take(best);
  return true;
}

void Warp::take(std::size_t index) {
  const Group group = groups_[index];
  groups_[index] = groups_.back();
  groups_.pop_back();
  active = group.mask;
  pc = next = group.pc;
  frame = group.frame;
  last_branch_ = group.last_branch;
  look_at(frame);
  switch_pc = never;
  if (lease_ > 0) return;
  for (const Group& other : groups_) {
    if (other.wait == Group::Wait::none && other.frame->depth >= frame->depth) {
      switch_pc = std::min(switch_pc, std::max(other.pc, pc + 1));
    }
  }
}

bool Warp::is_ready() const {
  return active != 0 ||
         std::any_of(groups_.begin(), groups_.end(), [](const Group& group) {
           return group.wait == Group::Wait::none;
         });
}

void Warp::count_back_edge() {
  if (touched) ++polls_;
  if (lease_ > 0) {
    if (--lease_ == 0) {
      switch_pc = 0;
      end_turn();
    }
  } else if (touched && ++spins_ >= spins_before_yield) {
    spins_ = 0;
    yield();
  }
  touched = false;
}

void Warp::yield() {
  const bool has_other = std::any_of(
      groups_.begin(), groups_.end(),
      [](const Group& group) { return group.wait == Group::Wait::none; });
  if (has_other) {
    rotate_ = true;
    switch_pc = 0;
  } else {
    end_turn();
  }
}

void Warp::wait_for_block(LaneMask mask, std::uint32_t barrier, Finish finish) {
  active &= ~mask;
  Group group{mask, pc, frame, last_branch_, ++turns_, Group::Wait::block};
  group.barrier = barrier;
  group.finish = finish;
  groups_.push_back(group);
  if (active == 0) switch_pc = 0;
}

void Warp::wait_for_warp(LaneMask mask, LaneMask members, Perform perform) {
  active &= ~mask;
  Group group{mask, pc, frame, last_branch_, ++turns_, Group::Wait::warp};
  group.members = members;
  group.perform = perform;
  groups_.push_back(group);
  if (active == 0) switch_pc = 0;
}

void Warp::release(std::uint32_t barrier, const BarrierResult& result) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (group.wait != Group::Wait::block || group.barrier != barrier) continue;
    if (group.finish != nullptr) {
      group.finish(
          *this,
          {&grid_->module->code[group.pc], group.pc, group.frame, group.mask},
          result);
    }
    group.wait = Group::Wait::none;
    ++group.pc;
  }
  look_at(frame);
  switch_pc = 0;
}

void Warp::settle() {
  std::vector<Attendee> attendees;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].wait == Group::Wait::warp) join(attendees, i);
  }
  look_at(frame);
}

/// Performs the operation of groups_[first] if all its members wait for it.
void Warp::join(std::vector<Attendee>& attendees, std::size_t first) {
  const Perform perform = groups_[first].perform;
  const LaneMask members = groups_[first].members;
  const auto takes_part = [&](const Group& group) {
    return group.wait == Group::Wait::warp && group.members == members &&
           group.perform == perform;
  };
  LaneMask present = 0;
  attendees.clear();
  for (const Group& group : groups_) {
    if (!takes_part(group)) continue;
    present |= group.mask;
    attendees.push_back(
        {&grid_->module->code[group.pc], group.pc, group.frame, group.mask});
  }
  if ((members & live_ & ~present) != 0) return;
  report_exited(attendees.front(), members);
  perform(*this, attendees);
  for (Group& group : groups_) {
    if (!takes_part(group)) continue;
    group.wait = Group::Wait::none;
    ++group.pc;
  }
  switch_pc = 0;
}

void Warp::exit(LaneMask mask) {
  exits_.push_back({mask, pc, last_branch_});
  live_ &= ~mask;
  active &= ~mask;
  drop(mask, frame);
  if (active == 0) switch_pc = 0;
  settle();
  cta_->threads_exited(static_cast<unsigned>(std::popcount(mask)));
}

}  // namespace lockstep::ptx
