// SPDX-License-Identifier: Apache-2.0
// mbarrier (manual, 9.7.13.15). An arrival is an atomic update with release
// semantics, a wait that succeeds an acquiring load; one that does not
// succeed orders nothing.
#include "ptx/isa/mbarrier.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "ptx/isa/async_copy.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/bulk_copy.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr std::size_t max_deferred = 4096;
constexpr std::uint64_t max_deferred_bytes = std::uint64_t{64} << 20;

struct Plan {
  const Instruction* part = nullptr;     ///< the update, or a wait that ends
  const Instruction* relaxed = nullptr;  ///< a wait that goes on
  Operand d;
  Operand a;               ///< count, bytes, state or parity
  bool has_count = false;  ///< else 1
  bool drops = false;
};

u64 word_at(Cta& cta, u64 address) {
  u64 word;
  std::memcpy(&word, cta.shared() + address, sizeof word);
  return word;
}

void put_word(Cta& cta, u64 address, u64 word) {
  std::memcpy(cta.shared() + address, &word, sizeof word);
}

[[noreturn]] void stop(Warp& warp, const Instruction& i, u64 address,
                       const char* why) {
  warp.stop(LaunchStatus::trap, i,
            fmt::format("{}: the mbarrier at shared address {}: {}",
                        warp.grid().describe(i), address, why));
}

Mbarrier barrier_at(Warp& warp, const Instruction& i, u64 address) {
  const u64 word = word_at(warp.cta(), address);
  if (!Mbarrier::is_one(word))
    stop(warp, i, address, "it is not initialised, or was made invalid");
  return Mbarrier::from(word);
}

/// Lanes of `mask` that name valid shared memory, with their addresses.
LaneMask resolve(Warp& warp, const Instruction& part, LaneMask mask,
                 AccessKind kind, LaneAddresses& address) {
  address = addresses_of(warp, part.address);
  return resolve_shared(warp, part, mask, kind, 8, 8, address);
}

void add_arrivals(Warp& warp, const Instruction& i, u64 address,
                  Mbarrier& barrier, u32 count) {
  if (count > barrier.pending)
    stop(warp, i, address, "more threads arrive than it expects");
  barrier.pending -= count;
  barrier.advance_if_complete();
}

void add_bytes(Warp& warp, const Instruction& i, u64 address, Mbarrier& barrier,
               s64 bytes) {
  const s64 sum = barrier.bytes + bytes;
  if (sum > Mbarrier::max_bytes || sum < -Mbarrier::max_bytes)
    stop(warp, i, address, "it expects more than 1048575 bytes");
  barrier.bytes = static_cast<s32>(sum);
}

/// Applies `change(lane, address, barrier)` to each lane's mbarrier.
template <class Change>
LaneMask update(Warp& warp, const Instruction& part, LaneMask mask,
                Change change) {
  LaneAddresses address;
  mask = resolve(warp, part, mask, AccessKind::atomic, address);
  notify_shared(warp, part, warp.pc, mask, AccessKind::atomic, 8, address);
  ++warp.grid().progress;
  for_lanes(mask, [&](unsigned lane) {
    Mbarrier barrier = barrier_at(warp, part, address[lane]);
    change(lane, address[lane], barrier);
    put_word(warp.cta(), address[lane], barrier.bits());
  });
  return mask;
}

/// A plain store of one word a lane.
void put(Warp& warp, const Instruction& part, LaneMask mask,
         const std::array<u64, warp_size>& words) {
  LaneAddresses address;
  mask = resolve(warp, part, mask, AccessKind::store, address);
  notify_shared(warp, part, warp.pc, mask, AccessKind::store, 8, address,
                std::as_bytes(std::span(words)));
  ++warp.grid().progress;
  for_lanes(mask, [&](unsigned lane) {
    put_word(warp.cta(), address[lane], words[lane]);
    std::erase_if(warp.cta().deferred(), [&](const DeferredArrival& arrival) {
      return arrival.barrier == address[lane];
    });
  });
}

void init(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u32> count(warp, plan.a);
  std::array<u64, warp_size> words{};
  for_lanes(mask, [&](unsigned lane) {
    if (count[lane] == 0 || count[lane] > Mbarrier::max_count) {
      warp.stop(LaunchStatus::trap, i,
                fmt::format("{}: an mbarrier for {} threads; from 1 to {} are "
                            "possible",
                            warp.grid().describe(i), count[lane],
                            Mbarrier::max_count));
    }
    words[lane] = Mbarrier{count[lane], count[lane], 0, false}.bits();
  });
  put(warp, *plan.part, mask, words);
}

void invalidate(Warp& warp, const Instruction& i, LaneMask mask) {
  std::array<u64, warp_size> words;
  words.fill(invalid_mbarrier);
  put(warp, *plan_of<Plan>(i).part, mask, words);
}

/// arrive, arrive_drop; `a` is the count, or the bytes of expect_tx.
template <bool expects_bytes>
void arrive(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u32> operand(warp, plan.a);
  alignas(64) u64 state[warp_size] = {};
  update(warp, *plan.part, mask,
         [&](unsigned lane, u64 address, Mbarrier& barrier) {
           state[lane] = barrier.bits();
           if (expects_bytes)
             add_bytes(warp, i, address, barrier, operand[lane]);
           const u32 count =
               plan.has_count && !expects_bytes ? operand[lane] : 1;
           if (plan.drops) {
             if (count > barrier.expected)
               stop(warp, i, address, "more threads leave than it expects");
             barrier.expected -= count;
           }
           add_arrivals(warp, i, address, barrier, count);
         });
  write<u64>(warp, plan.d, mask, [&](unsigned lane) { return state[lane]; });
}

template <bool completes>
void change_bytes(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u32> bytes(warp, plan.a);
  update(warp, *plan.part, mask,
         [&](unsigned lane, u64 address, Mbarrier& barrier) {
           const s64 change = completes ? -s64{bytes[lane]} : bytes[lane];
           add_bytes(warp, i, address, barrier, change);
           if (completes) barrier.advance_if_complete();
         });
}

void pending_count(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u64> state(warp, plan.a);
  write<u32>(warp, plan.d, mask, [&](unsigned lane) {
    return static_cast<u32>(state[lane] & Mbarrier::max_count);
  });
}

/// Has the phase `wanted` ended? If it only waits for copies, they end now.
bool has_passed(Warp& warp, const Instruction& i, u64 address, bool wanted) {
  Mbarrier barrier = barrier_at(warp, i, address);
  if (barrier.phase != wanted) return true;
  if (warp.cta().deferred().empty() ||
      barrier.pending != deferred_count(warp.cta(), address)) {
    return false;
  }
  settle_deferred(warp.cta(), address);
  return barrier_at(warp, i, address).phase != wanted;
}

/// test_wait and try_wait; `a` is a state or a parity.
template <bool is_parity>
void wait(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u64> operand(warp, plan.a);
  LaneAddresses address;
  const LaneMask valid =
      resolve(warp, *plan.part, mask, AccessKind::load, address);
  LaneMask passed = 0;
  for_lanes(valid, [&](unsigned lane) {
    const bool wanted = is_parity ? (operand[lane] & 1) != 0
                                  : Mbarrier::from(operand[lane]).phase;
    if (has_passed(warp, i, address[lane], wanted)) passed |= lane_bits[lane];
  });
  notify_shared(warp, *plan.part, warp.pc, passed, AccessKind::load, 8,
                address);
  notify_shared(warp, *plan.relaxed, warp.pc, valid & ~passed, AccessKind::load,
                8, address);
  warp.touched = true;
  write_predicate(warp, plan.d, mask, passed);
}

void carry_out(Cta& cta, const DeferredArrival& arrival) {
  Warp& owner = *arrival.warp;
  const Instruction& i = *arrival.instruction;
  if (arrival.is_bulk) {
    write_bulk(arrival);
  } else {
    complete_before(owner, arrival.lanes, arrival.before);
  }
  LaneAddresses address;
  address.fill(arrival.barrier);
  notify_shared(owner, i, arrival.pc, arrival.lanes, AccessKind::atomic, 8,
                address);
  Mbarrier barrier = barrier_at(owner, i, arrival.barrier);
  if (arrival.is_bulk) {
    add_bytes(owner, i, arrival.barrier, barrier,
              -static_cast<s64>(arrival.data.size()));
    barrier.advance_if_complete();
  } else {
    add_arrivals(owner, i, arrival.barrier, barrier,
                 static_cast<u32>(std::popcount(arrival.lanes)));
  }
  put_word(cta, arrival.barrier, barrier.bits());
  ++cta.grid().progress;
}

}  // namespace

LaneMask expect_one_more(Warp& warp, const Instruction& part, LaneMask mask) {
  return update(warp, part, mask,
                [&](unsigned, u64 address, Mbarrier& barrier) {
                  if (barrier.pending == Mbarrier::max_count)
                    stop(warp, part, address, "too many threads arrive");
                  ++barrier.pending;
                });
}

void settle_deferred(Cta& cta, std::uint64_t barrier) {
  std::vector<DeferredArrival> due;
  std::erase_if(cta.deferred(), [&](DeferredArrival& arrival) {
    if (arrival.barrier != barrier) return false;
    due.push_back(std::move(arrival));
    return true;
  });
  for (const DeferredArrival& arrival : due) carry_out(cta, arrival);
}

std::uint32_t deferred_count(Cta& cta, std::uint64_t barrier) {
  int count = 0;
  for (const DeferredArrival& arrival : cta.deferred()) {
    if (arrival.barrier == barrier && !arrival.is_bulk)
      count += std::popcount(arrival.lanes);
  }
  return static_cast<std::uint32_t>(count);
}

void defer(Cta& cta, DeferredArrival arrival) {
  std::vector<DeferredArrival>& deferred = cta.deferred();
  std::uint64_t bytes = arrival.data.size();
  if (bytes > 0)
    for (const DeferredArrival& other : deferred) bytes += other.data.size();
  deferred.push_back(std::move(arrival));
  if (deferred.size() > max_deferred || bytes > max_deferred_bytes)
    settle_deferred(cta, deferred.front().barrier);
}

namespace {

void take_space(Form& form) {
  form.one_of({"shared::cta", "shared::cluster", "shared"});
  form.want("b64");
  form.finish();
}

Modifiers ordered(Form& form, Semantics otherwise) {
  Modifiers modifiers;
  modifiers.semantics = otherwise;
  modifiers.scope = Scope::cta;
  form.order(modifiers);
  return modifiers;
}

Handler bind_arrive(Form& form, bool drops) {
  Plan plan;
  plan.drops = drops;
  const bool expects = form.take("expect_tx");
  form.take("noComplete");
  const Modifiers modifiers = ordered(form, Semantics::release);
  take_space(form);
  const std::size_t at = form.is(0, Form::Kind::memory) ? 0 : 1;
  if (at == 1) plan.d = form.destination(0, 8);
  form.want_operands(at + (expects ? 2 : 1), at + 2);
  plan.part = &form.add_part(form.address(at), modifiers);
  plan.has_count = form.count() == at + 2;
  if (plan.has_count) plan.a = form.source(at + 1, 4);
  form.keep(plan);
  return expects ? &arrive<true> : &arrive<false>;
}

Handler bind_wait(Form& form) {
  Plan plan;
  const bool is_parity = form.take("parity");
  const Modifiers modifiers = ordered(form, Semantics::acquire);
  Modifiers relaxed = modifiers;
  relaxed.semantics = Semantics::relaxed;
  take_space(form);
  form.want_operands(3, 4);
  plan.d = form.destination(0, 0);
  plan.part = &form.add_part(form.address(1), modifiers);
  plan.relaxed = &form.add_part(form.address(1), relaxed);
  plan.a = form.source(2, is_parity ? 4 : 8);
  if (form.count() == 4) form.source(3, 4);
  form.keep(plan);
  return is_parity ? &wait<true> : &wait<false>;
}

Handler bind_bytes(Form& form, bool completes) {
  Plan plan;
  const Modifiers modifiers = ordered(form, Semantics::relaxed);
  take_space(form);
  form.want_operands(2, 2);
  plan.part = &form.add_part(form.address(0), modifiers);
  plan.a = form.source(1, 4);
  form.keep(plan);
  return completes ? &change_bytes<true> : &change_bytes<false>;
}

Handler bind_store(Form& form, bool is_init) {
  Plan plan;
  take_space(form);
  form.want_operands(is_init ? 2 : 1, is_init ? 2 : 1);
  // The end of its use races with no wait: libraries let one lane do it that
  // has met the others by match.sync only.
  Modifiers modifiers;
  if (!is_init) {
    modifiers.semantics = Semantics::relaxed;
    modifiers.scope = Scope::cta;
  }
  plan.part = &form.add_part(form.address(0), modifiers);
  if (is_init) plan.a = form.source(1, 4);
  form.keep(plan);
  return is_init ? &init : &invalidate;
}

}  // namespace

/// mbarrier.init, inval, arrive, arrive_drop, test_wait, try_wait, expect_tx,
/// complete_tx, pending_count  (9.7.13.15.9 to 16, 19)
Handler bind_mbarrier(const Instruction& i) {
  Form form(i);
  if (form.take("init")) return bind_store(form, true);
  if (form.take("inval")) return bind_store(form, false);
  if (form.take("arrive")) return bind_arrive(form, false);
  if (form.take("arrive_drop")) return bind_arrive(form, true);
  if (form.take("test_wait") || form.take("try_wait")) return bind_wait(form);
  if (form.take("expect_tx")) return bind_bytes(form, false);
  if (form.take("complete_tx")) return bind_bytes(form, true);
  form.want("pending_count");
  form.want("b64");
  form.finish();
  form.want_operands(2, 2);
  Plan plan;
  plan.d = form.destination(0, 4);
  plan.a = form.source(1, 8);
  form.keep(plan);
  return &pending_count;
}

}  // namespace lockstep::ptx
