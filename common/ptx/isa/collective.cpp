// SPDX-License-Identifier: Apache-2.0
// shfl, vote, match, redux and activemask (manual, 9.7.9.6, 9.7.13.7 to 10).
// Values of all participants are gathered, combined, and handed out again.
#include "ptx/isa/collective.h"

#include <algorithm>

#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// What a lane gets that reads from one that takes no part. The manual leaves
/// it open; a conspicuous value shows the mistake.
constexpr u32 value_of_absent_lane = 0xfbfbfbfb;

template <class T>
struct Gathered {
  LaneMask lanes = 0;
  alignas(64) T a[warp_size] = {};
  alignas(64) u32 b[warp_size] = {};
  alignas(64) u32 c[warp_size] = {};
};

template <class T>
Gathered<T> gather(Warp& warp, std::span<const Attendee> attendees) {
  Gathered<T> all;
  for (const Attendee& who : attendees) {
    warp.look_at(who.frame);
    const Source<T> a(warp, who.instruction->a);
    const Source<u32> b(warp, who.instruction->b), c(warp, who.instruction->c);
    for_lanes(who.lanes, [&](unsigned lane) {
      all.a[lane] = a[lane];
      all.b[lane] = b[lane];
      all.c[lane] = c[lane];
    });
    all.lanes |= who.lanes;
  }
  return all;
}

/// Writes values to `d` and truths to `q` of every participant.
template <class T>
void hand_out(Warp& warp, std::span<const Attendee> attendees,
              const T (&values)[warp_size], LaneMask truths) {
  for (const Attendee& who : attendees) {
    warp.look_at(who.frame);
    write<T>(warp, who.instruction->d, who.lanes,
             [&](unsigned lane) { return values[lane]; });
    write_predicate(warp, who.instruction->q, who.lanes, truths);
  }
  notify_collective(warp, attendees, false);
}

struct Partner {
  u32 lane;
  bool is_in_range;
};

/// Which lane a lane reads, from the operands b and c of shfl.
Partner partner(Modifiers::Shuffle how, u32 lane, u32 b, u32 c) {
  using Shuffle = Modifiers::Shuffle;
  const u32 distance = b & 31, clamp = c & 31, segment = (c >> 8) & 31;
  const u32 first = lane & segment;
  const u32 last = first | (clamp & ~segment);
  u32 from = lane;
  bool is_in_range = false;
  switch (how) {
    case Shuffle::up:
      from = lane - distance;
      is_in_range = static_cast<s32>(from) >= static_cast<s32>(last);
      break;
    case Shuffle::down:
      from = lane + distance;
      is_in_range = from <= last;
      break;
    case Shuffle::bfly:
      from = lane ^ distance;
      is_in_range = from <= last;
      break;
    case Shuffle::idx:
      from = first | (distance & ~segment);
      is_in_range = from <= last;
      break;
    case Shuffle::none:
      break;
  }
  return {is_in_range ? from : lane, is_in_range};
}

void perform_shfl(Warp& warp, std::span<const Attendee> attendees) {
  const auto how = attendees.front().instruction->modifiers.shuffle;
  const Gathered<u32> all = gather<u32>(warp, attendees);
  u32 values[warp_size];
  LaneMask in_range = 0;
  for (u32 lane = 0; lane < warp_size; ++lane) {
    const Partner from = partner(how, lane, all.b[lane], all.c[lane]);
    const bool is_there = (all.lanes & lane_bits[from.lane & 31]) != 0;
    values[lane] = is_there ? all.a[from.lane & 31] : value_of_absent_lane;
    if (from.is_in_range) in_range |= lane_bits[lane];
  }
  hand_out(warp, attendees, values, in_range);
}

/// The vote's predicate of every participant; it is operand `z`.
LaneMask gather_predicates(Warp& warp, std::span<const Attendee> attendees) {
  LaneMask truths = 0;
  for (const Attendee& who : attendees) {
    warp.look_at(who.frame);
    truths |= warp.predicate(who.instruction->z) & who.lanes;
  }
  return truths;
}

void perform_vote(Warp& warp, std::span<const Attendee> attendees) {
  using Vote = Modifiers::Vote;
  const LaneMask truths = gather_predicates(warp, attendees);
  LaneMask everyone = 0;
  for (const Attendee& who : attendees) everyone |= who.lanes;
  const auto how = attendees.front().instruction->modifiers.vote;
  const bool all = truths == everyone, any = truths != 0;
  const bool holds = how == Vote::all   ? all
                     : how == Vote::any ? any
                                        : all || !any;
  for (const Attendee& who : attendees) {
    warp.look_at(who.frame);
    if (how == Vote::ballot) {
      write<u32>(warp, who.instruction->d, who.lanes,
                 [&](unsigned) { return truths; });
    } else {
      write_predicate(warp, who.instruction->d, who.lanes,
                      holds ? full_mask : 0);
    }
  }
  notify_collective(warp, attendees, false);
}

template <class T, bool is_all>
void perform_match(Warp& warp, std::span<const Attendee> attendees) {
  const Gathered<T> all = gather<T>(warp, attendees);
  u32 values[warp_size] = {};
  for_lanes(all.lanes, [&](unsigned lane) {
    for_lanes(all.lanes, [&](unsigned other) {
      if (all.a[lane] == all.a[other]) values[lane] |= lane_bits[other];
    });
  });
  LaneMask is_same = 0;
  for_lanes(all.lanes, [&](unsigned lane) {
    if (values[lane] == all.lanes) is_same |= lane_bits[lane];
    if (is_all && values[lane] != all.lanes) values[lane] = 0;
  });
  hand_out(warp, attendees, values, is_same);
}

template <class T>
T reduced(AtomicOp op, T a, T b) {
  switch (op) {
    case AtomicOp::add:
      return a + b;
    case AtomicOp::min:
      return std::min(a, b);
    case AtomicOp::max:
      return std::max(a, b);
    case AtomicOp::op_and:
      return a & b;
    case AtomicOp::op_or:
      return a | b;
    default:
      return a ^ b;
  }
}

template <class T>
void perform_redux(Warp& warp, std::span<const Attendee> attendees) {
  const AtomicOp op = attendees.front().instruction->modifiers.atomic;
  const Gathered<T> all = gather<T>(warp, attendees);
  const auto first = static_cast<unsigned>(std::countr_zero(all.lanes));
  T total = all.a[first];
  for_lanes(all.lanes & (all.lanes - 1),
            [&](unsigned lane) { total = reduced(op, total, all.a[lane]); });
  T values[warp_size];
  std::fill_n(values, warp_size, total);
  hand_out(warp, attendees, values, full_mask);
}

/// The member mask: an operand of the .sync forms, else those that are here.
template <Perform perform, auto member_operand>
void collective(Warp& warp, const Instruction& i, LaneMask mask) {
  const Operand& members = i.*member_operand;
  if (members) return meet(warp, i, members, mask, perform);
  const Attendee everyone{&i, warp.pc, warp.frame, mask};
  perform(warp, {&everyone, 1});
}

void activemask(Warp& warp, const Instruction& i, LaneMask mask) {
  write<u32>(warp, i.d, mask, [&](unsigned) { return mask; });
}

}  // namespace

/// shfl.sync.mode.b32 d{|p}, a, b, c, membermask;  (9.7.9.6)
Handler bind_shfl(const Instruction& i) {
  return size_of(i.type) == 4 ? &collective<&perform_shfl, &Instruction::e>
                              : nullptr;
}

/// vote.sync.mode.pred d, {!}a, membermask;  vote.sync.ballot.b32  (9.7.13.7)
Handler bind_vote(const Instruction&) {
  return &collective<&perform_vote, &Instruction::b>;
}

/// match.any.sync.type d, a, membermask;  match.all.sync.type d{|p}, a,
/// membermask;  (9.7.13.8)
Handler bind_match(const Instruction& i) {
  const bool is_all = i.modifiers.vote == Modifiers::Vote::all;
  return for_bits(i.type, [&]<class T>() -> Handler {
    return is_all ? &collective<&perform_match<T, true>, &Instruction::b>
                  : &collective<&perform_match<T, false>, &Instruction::b>;
  });
}

/// activemask.b32 d;  (9.7.13.9)
Handler bind_activemask(const Instruction&) { return &activemask; }

/// redux.sync.op.type dst, src, membermask;  (9.7.13.10)
Handler bind_redux(const Instruction& i) {
  return for_type<u32, s32>(i.type, []<class T>() {
    return &collective<&perform_redux<T>, &Instruction::b>;
  });
}

}  // namespace lockstep::ptx
