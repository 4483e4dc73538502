// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/row_history.h"

#include <algorithm>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

/// From here on a row takes no more, and the time that it takes is bounded.
constexpr std::uint32_t longest_row = 2048;
/// Records beyond these are looked at more closely: with locks and flags each
/// thread's accesses differ, with barriers alone few do.
constexpr std::uint32_t short_row = 16, long_row = 256, few_blocks = 48;
/// Records of one warp and instruction that differ in position only.
constexpr std::uint32_t most_positions = 4;

}  // namespace

bool RowHistory::drops(std::uint32_t record) {
  ++length_;
  AccessRecord& then = now_.shadow[record];
  if (then.pc != now_.access.pc) return false;
  if (length_ > (ordering_.has_handovers() ? short_row : long_row))
    outdate(then);
  const Moment& moment = then.moment;
  if (then.cells == 0) return true;
  if (moment.block != now_.block.number) {
    if (!ordering_.has_handovers() || length_ > few_blocks)
      meet_other_block(then);
    return then.cells == 0;
  }
  if (moment.epoch < now_.block.epoch) {
    then.cells &= ~now_.part.cells;
    return then.cells == 0;
  }
  if (moment.warp != now_.event.where.warp) return false;
  meet_own_warp(then);
  return then.cells == 0 || joins_another(record);
}

void RowHistory::meet_other_block(AccessRecord& then) {
  const std::uint32_t cells = then.cells & now_.part.cells;
  const Ordering::Block* other = ordering_.find(then.moment.block);
  if (cells == 0 || (other != nullptr && then.moment.epoch == other->epoch))
    return;
  for (unsigned index = 0; index < 2; ++index) {
    std::uint32_t& seen = representatives_.cells[index];
    if (seen != 0 && representatives_.block[index] != then.moment.block)
      continue;
    then.cells &= ~(seen & cells);
    representatives_.block[index] = then.moment.block;
    seen |= cells;
    return;
  }
  then.cells &= ~(representatives_.cells[0] & representatives_.cells[1]);
}

void RowHistory::meet_own_warp(AccessRecord& then) {
  const bool is_first =
      then.moment.clock == now_.access.moment.clock && !then.is_repeat;
  for_each_lane(then.cells & now_.part.cells, [&](unsigned cell) {
    const LaneMask again =
        now_.shadow.lanes_of(then, cell) & now_.part.lanes_of(cell);
    if (again == 0) return;
    if (!is_first) return now_.shadow.remove_lanes(then, cell, again);
    repeats_[cell] |= again;
    has_repeats_ = true;
  });
}

LaneMask RowHistory::lanes_before(const AccessRecord& then, unsigned cell) {
  const unsigned lane = lowest_lane(now_.part.lanes_of(cell));
  const std::uint32_t warp = now_.event.where.warp;
  const bool is_own =
      then.moment.block == now_.block.number && then.moment.warp == warp;
  LaneMask before = 0;
  for_each_lane(now_.shadow.lanes_of(then, cell), [&](unsigned other) {
    if ((is_own && other == lane) ||
        ordering_.is_ordered(now_.block, warp, lane, then.moment, other))
      before |= LaneMask{1} << other;
  });
  return before;
}

void RowHistory::outdate(AccessRecord& then) {
  const std::uint32_t block = now_.block.number, warp = now_.event.where.warp;
  const bool is_own = then.moment.block == block && then.moment.warp == warp;
  const bool is_second =
      then.outdated_block != block || then.outdated_warp != warp;
  for_each_lane(then.cells & now_.part.cells, [&](unsigned cell) {
    const std::uint32_t bit = 1u << cell;
    const LaneMask lanes = now_.shadow.lanes_of(then, cell);
    const LaneMask before = lanes_before(then, cell);
    if (is_own || (is_second && (then.outdated & bit) != 0))
      return now_.shadow.remove_lanes(then, cell, before);
    if (before == lanes && then.outdated == 0) {
      then.outdated_block = block;
      then.outdated_warp = warp;
    }
    if (before == lanes && then.outdated_block == block &&
        then.outdated_warp == warp)
      then.outdated |= bit;
  });
}

bool RowHistory::can_fold(const AccessRecord& then) const {
  // Ordered inside the warp, and no release can tell their clocks apart.
  return then.moment.clock <= now_.warp.synced &&
         then.moment.clock > now_.warp.last_release;
}

bool RowHistory::joins_another(std::uint32_t record) {
  const AccessRecord& then = now_.shadow[record];
  if (then.moment.signal != now_.access.moment.signal) return false;
  if (then.moment.clock == now_.access.moment.clock) {
    if (then.is_repeat)
      repeat_ = record;
    else if (now_.event.space == Space::global ||
             then.position == now_.access.position ||
             ++first_records_ >= most_positions)
      first_ = record;
    return false;
  }
  if (!can_fold(then)) return false;
  if (folded_ == 0) {
    folded_ = record;
    return false;
  }
  fold(now_.shadow[folded_], then);
  return true;
}

void RowHistory::fold(AccessRecord& into, const AccessRecord& from) {
  into.outdated = 0;
  into.moment.clock = std::max(into.moment.clock, from.moment.clock);
  for_each_lane(from.cells, [&](unsigned cell) {
    const std::uint32_t value =
        from.values != 0 ? now_.shadow.words(from.values)[cell] : 0;
    now_.shadow.add_value(into, cell, value, (from.valued >> cell & 1) != 0);
    now_.shadow.add_lanes(into, cell, now_.shadow.lanes_of(from, cell));
  });
}

void RowHistory::add(std::uint32_t record, bool repeats_only) {
  for_each_lane(now_.part.cells, [&](unsigned cell) {
    const LaneMask lanes = repeats_only
                               ? repeats_[cell]
                               : now_.part.lanes_of(cell) & ~repeats_[cell];
    if (lanes == 0) return;
    AccessRecord& into = now_.shadow[record];
    const bool is_agreed = (now_.part.disputed >> cell & 1) == 0;
    into.outdated &= ~(1u << cell);
    now_.shadow.add_value(into, cell, now_.part.values[cell], is_agreed);
    now_.shadow.add_lanes(into, cell, lanes);
  });
}

void RowHistory::insert_all() {
  AccessRecord access = now_.access;
  const bool is_store = now_.event.kind == AccessKind::store;
  if (is_store) access.valued = access.cells & ~now_.part.disputed;
  // One lane a cell is what a record begins with; others are added.
  const std::uint32_t record = now_.shadow.insert(
      now_.part.row, access, is_store ? &now_.part.values : nullptr);
  for_each_lane(now_.part.crowded, [&](unsigned cell) {
    now_.shadow.add_lanes(now_.shadow[record], cell, now_.part.lanes[cell]);
  });
}

bool RowHistory::remember() {
  if (length_ >= longest_row) return false;
  if (!has_repeats_ && first_ == 0) {
    insert_all();
    return true;
  }
  const auto empty_record = [&](bool is_repeat) {
    AccessRecord access = now_.access;
    access.cells = 0;
    access.is_repeat = is_repeat;
    const CellWords none{};
    return now_.shadow.insert(
        now_.part.row, access,
        now_.event.kind == AccessKind::store ? &none : nullptr);
  };
  bool has_firsts = false;
  for_each_lane(now_.part.cells, [&](unsigned cell) {
    has_firsts |= (now_.part.lanes_of(cell) & ~repeats_[cell]) != 0;
  });
  if (has_firsts) add(first_ != 0 ? first_ : empty_record(false), false);
  if (!has_repeats_) return true;
  if (repeat_ == 0) repeat_ = empty_record(true);
  now_.shadow[repeat_].position = now_.access.position;
  add(repeat_, true);
  return true;
}

}  // namespace lockstep::ptx
