// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ptx/launch/deadlock.h"
#include "ptx/launch/dispatch.h"

namespace lockstep::ptx {

namespace {

constexpr std::int64_t round_robin_turn = 2048;
constexpr std::uint32_t max_resident = 64;
constexpr std::uint64_t instructions_between_clocks = 10'000;
/// So many warp instructions without any change are a livelock, if all poll.
constexpr std::uint64_t livelock_instructions = 4'000'000;

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Scheduler::Scheduler(Grid& grid, const LaunchConfig& config, BlockQueue& queue)
    : grid_(grid),
      schedule_(config.schedule),
      limits_(config.limits),
      is_cooperative_(config.is_cooperative),
      random_(config.schedule.seed),
      queue_(queue),
      start_(std::chrono::steady_clock::now()) {}

void Scheduler::run() {
  const std::uint64_t slots =
      is_cooperative_ ? grid_.dimensions.count()
                      : std::clamp(schedule_.resident_blocks, 1u, max_resident);
  while (resident_.size() < slots && !queue_.is_empty()) {
    auto cta = std::make_unique<Cta>(grid_);
    if (start_next_block(*cta)) resident_.push_back(std::move(cta));
  }
  while (!resident_.empty() && !queue_.is_cancelled()) run_round();
}

bool Scheduler::start_next_block(Cta& cta) {
  const std::optional<std::uint32_t> block = queue_.take();
  if (!block) return false;
  cta.begin(*block);
  grid_.observers->notify(&Observer::block_begins, *block);
  return true;
}

/// Every resident block gets one go.
void Scheduler::run_round() {
  fill(block_order_, resident_.size());
  for (const std::uint32_t slot : block_order_) {
    Cta& cta = *resident_[slot];
    run_block(cta);
    if (!cta.is_done()) continue;
    grid_.observers->notify(&Observer::block_ends, cta.block());
    if (!start_next_block(cta)) resident_[slot].reset();
  }
  std::erase(resident_, nullptr);
}

/// Every warp of the block gets one turn.
void Scheduler::run_block(Cta& cta) {
  bool has_run = false;
  fill(warp_order_, cta.warps().size());
  for (const std::uint32_t number : warp_order_) {
    Warp& warp = *cta.warps()[number];
    if (!warp.is_ready()) continue;
    has_run = true;
    run_turn(warp, turn_length());
    check_limits(warp);
  }
  if (!has_run && !cta.is_done()) report_deadlock(cta);
  check_progress(cta);
}

/// An order of 0..count - 1, in which whoever is next gets a turn.
void Scheduler::fill(std::vector<std::uint32_t>& order, std::size_t count) {
  order.resize(count);
  std::iota(order.begin(), order.end(), 0u);
  if (schedule_.seed == 0) return;
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1],
              order[random_.below(static_cast<std::uint32_t>(i))]);
  }
}

/// Seeded orders mix long turns with short ones, down to single instructions.
std::int64_t Scheduler::turn_length() {
  const std::int64_t turn = schedule_.seed == 0
                                ? round_robin_turn
                                : std::int64_t{1} << random_.below(11);
  const std::uint64_t left =
      limits_.instruction_budget -
      std::min(limits_.instruction_budget, grid_.executed);
  return static_cast<std::int64_t>(
      std::min(static_cast<std::uint64_t>(turn), left));
}

/// Asks the clock once in a while only: that costs more than a short turn.
bool Scheduler::is_out_of_time() {
  if (limits_.seconds <= 0 || grid_.executed < next_clock_) return false;
  next_clock_ = grid_.executed + instructions_between_clocks;
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start_;
  return passed.count() > limits_.seconds;
}

void Scheduler::check_limits(const Warp& warp) {
  const bool is_over_budget = grid_.executed >= limits_.instruction_budget;
  const bool is_late = is_out_of_time();
  if (!is_over_budget && !is_late) return;
  const bool is_last =
      warp.live() == 0 && queue_.is_empty() &&
      std::all_of(resident_.begin(), resident_.end(),
                  [](const auto& cta) { return !cta || cta->is_done(); });
  if (is_last) return;
  const std::uint32_t pc = warp.active != 0 || warp.groups().empty()
                               ? warp.pc
                               : warp.groups().front().pc;
  const Instruction& here =
      grid_.module->code[std::min<std::size_t>(pc, grid_.kernel->end - 1)];
  const std::string limit =
      is_over_budget
          ? fmt::format("{} warp instructions", limits_.instruction_budget)
          : fmt::format("{} seconds", limits_.seconds);
  const std::string message = fmt::format(
      "{} did not end within {}: block {}, warp {} was at {}; is there a loop "
      "that never ends?",
      grid_.kernel->name, limit, warp.place().block, warp.number(),
      grid_.describe(here));
  grid_.note(LaunchStatus::budget, here, message);
  throw LaunchStop(LaunchStatus::budget, message);
}

/// A livelock: for long nothing has changed, and every warp polls.
void Scheduler::check_progress(Cta& cta) {
  const auto for_all_warps = [&](auto claim) {
    return std::all_of(
        resident_.begin(), resident_.end(), [&](const auto& block) {
          return !block || block->is_done() ||
                 std::all_of(block->warps().begin(), block->warps().end(),
                             [&](const auto& warp) { return claim(*warp); });
        });
  };
  if (grid_.progress != seen_progress_) {
    seen_progress_ = grid_.progress;
    progress_executed_ = grid_.executed;
    return;
  }
  if (grid_.executed - progress_executed_ < livelock_instructions) return;
  progress_executed_ = grid_.executed;
  const bool all_poll = for_all_warps(
      [](Warp& warp) { return !warp.is_ready() || warp.take_polls() > 0; });
  if (all_poll && polled_before_) report_livelock(cta);
  polled_before_ = all_poll;
}

}  // namespace lockstep::ptx
