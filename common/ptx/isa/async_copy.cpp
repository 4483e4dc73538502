// SPDX-License-Identifier: Apache-2.0
// cp.async, its groups and waits (manual, 9.7.9.25.3).
#include "ptx/isa/async_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/bulk_copy.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// More copies than that wait for nothing: the oldest take effect.
constexpr std::size_t max_pending = 256;

struct CopyPlan {
  const Instruction* target = nullptr;
  const Instruction* source = nullptr;
  /// Single bytes of the source, where not all of it may be read.
  std::vector<const Instruction*> bytes;
  u32 size = 0;
  Operand source_size;  ///< none: all
  Operand ignored;      ///< predicate: nothing is read
};

void notify(Warp& warp, const AsyncCopy& copy, LaneMask lanes,
            AsyncCopyEvent::Kind kind) {
  const Grid& grid = warp.grid();
  if (lanes == 0 || !grid.observers->any()) return;
  grid.observers->notify(
      &Observer::async_copy,
      AsyncCopyEvent{kind, warp.place(), copy.instruction, copy.pc, lanes,
                     copy.bytes, copy.address});
}

/// Writes the target for some lanes of a copy.
void take_effect(Warp& warp, AsyncCopy& copy, LaneMask lanes) {
  lanes &= copy.lanes;
  if (lanes == 0) return;
  std::byte* const shared = warp.cta().shared();
  const std::size_t size = std::size_t{warp_size} * copy.bytes;
  notify_shared(warp, *copy.instruction, copy.pc, lanes, AccessKind::store,
                copy.bytes, copy.address, std::span(copy.data).first(size));
  for_lanes(lanes, [&](unsigned lane) {
    std::memcpy(shared + copy.address[lane],
                copy.data.data() + lane * copy.bytes, copy.bytes);
  });
  copy.lanes &= ~lanes;
  ++warp.grid().progress;
  notify(warp, copy, lanes, AsyncCopyEvent::Kind::completed);
}

/// Completes, of each pending copy, the lanes that `choose` gives.
template <class Choose>
void complete(Warp& warp, Choose choose) {
  std::vector<AsyncCopy>& pending = warp.copies().pending;
  for (AsyncCopy& copy : pending) take_effect(warp, copy, choose(copy));
  std::erase_if(pending, [](const AsyncCopy& copy) { return copy.lanes == 0; });
}

/// Bytes that each lane reads of the source.
std::array<u32, warp_size> bytes_to_read(Warp& warp, const CopyPlan& plan) {
  std::array<u32, warp_size> bytes;
  bytes.fill(plan.size);
  if (plan.source_size) {
    const Source<u32> size(warp, plan.source_size);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      bytes[lane] = std::min(size[lane], plan.size);
  }
  const LaneMask ignored = plan.ignored ? warp.predicate(plan.ignored) : 0;
  for_lanes(ignored, [&](unsigned lane) { bytes[lane] = 0; });
  return bytes;
}

/// Reads the source; returns the lanes that could.
LaneMask read_source(Warp& warp, const CopyPlan& plan, LaneMask mask,
                     AsyncCopy& copy) {
  const auto bytes = bytes_to_read(warp, plan);
  LaneMask whole = 0, longest = 0, valid = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (bytes[lane] == plan.size) whole |= lane_bits[lane];
    longest = std::max<u32>(longest, bytes[lane] % plan.size);
  });
  valid = mask & ~whole;
  if (whole != 0) {
    const Access access(warp, *plan.source, whole, AccessKind::load, plan.size,
                        plan.size);
    for_lanes(access.valid(), [&](unsigned lane) {
      std::memcpy(copy.data.data() + lane * plan.size, access.host(lane),
                  plan.size);
    });
    valid |= access.valid();
  }
  for (u32 n = 0; n < longest; ++n) {
    LaneMask some = 0;
    for_lanes(mask & ~whole, [&](unsigned lane) {
      if (n < bytes[lane]) some |= lane_bits[lane];
    });
    const Access access(warp, *plan.bytes[n], some, AccessKind::load, 1, 1);
    for_lanes(access.valid(), [&](unsigned lane) {
      copy.data[lane * plan.size + n] = *access.host(lane);
    });
    valid &= ~some | access.valid();
  }
  return valid;
}

void begin_copy(Warp& warp, const Instruction& i, LaneMask mask) {
  const CopyPlan& plan = plan_of<CopyPlan>(i);
  AsyncCopies& copies = warp.copies();
  AsyncCopy copy;
  copy.instruction = plan.target;
  copy.pc = warp.pc;
  copy.number = copies.next_number++;
  copy.bytes = plan.size;
  copy.group = copies.groups;
  copy.address = addresses_of(warp, plan.target->address);
  copy.lanes = resolve_shared(warp, *plan.target, mask, AccessKind::store,
                              plan.size, plan.size, copy.address);
  if (copy.lanes != 0) copy.lanes = read_source(warp, plan, copy.lanes, copy);
  if (copy.lanes == 0) return;
  if (copies.pending.size() >= max_pending) {
    const u64 oldest = copies.pending.front().number;
    complete(warp, [&](const AsyncCopy& old) {
      return old.number == oldest ? full_mask : 0;
    });
  }
  notify(warp, copy, copy.lanes, AsyncCopyEvent::Kind::begun);
  copies.pending.push_back(copy);
}

void commit_group(Warp& warp, const Instruction&, LaneMask mask) {
  for_lanes(mask, [&](unsigned lane) { ++warp.copies().groups[lane]; });
}

void wait_all(Warp& warp, const Instruction&, LaneMask mask) {
  complete(warp, [&](const AsyncCopy&) { return mask; });
}

void wait_group(Warp& warp, const Instruction& i, LaneMask mask) {
  const u64 allowed = plan_of<u64>(i);
  const auto& groups = warp.copies().groups;
  complete(warp, [&](const AsyncCopy& copy) {
    LaneMask done = 0;
    for_lanes(mask & copy.lanes, [&](unsigned lane) {
      if (copy.group[lane] + allowed < groups[lane]) done |= lane_bits[lane];
    });
    return done;
  });
}

struct ArrivePlan {
  const Instruction* part = nullptr;
  bool increments = true;
};

void arrive_after_copies(Warp& warp, const Instruction& i, LaneMask mask) {
  const ArrivePlan& plan = plan_of<ArrivePlan>(i);
  if (plan.increments) mask = expect_one_more(warp, *plan.part, mask);
  LaneAddresses address = addresses_of(warp, plan.part->address);
  mask =
      resolve_shared(warp, *plan.part, mask, AccessKind::atomic, 8, 8, address);
  for_lanes(mask, [&](unsigned lane) {
    DeferredArrival arrival;
    arrival.barrier = address[lane];
    arrival.warp = &warp;
    arrival.instruction = plan.part;
    arrival.pc = warp.pc;
    arrival.lanes = lane_bits[lane];
    arrival.before = warp.copies().next_number;
    defer(warp.cta(), std::move(arrival));
  });
}

void use_cache_words(Form& form) {
  form.take("shared::cta");
  form.one_of({"L2::64B", "L2::128B", "L2::256B"});
}

Handler bind_wait(Form& form) {
  if (form.take("commit_group")) {
    form.finish();
    form.want_operands(0, 0);
    return &commit_group;
  }
  if (form.take("wait_all")) {
    form.finish();
    form.want_operands(0, 0);
    return &wait_all;
  }
  if (!form.take("wait_group")) return nullptr;
  form.finish();
  form.want_operands(1, 1);
  form.keep(u64{form.constant(0)});
  return &wait_group;
}

Handler bind_arrive(Form& form) {
  form.want("arrive");
  ArrivePlan plan;
  plan.increments = !form.take("noinc");
  form.one_of({"shared", "shared::cta"});
  form.want("b64");
  form.finish();
  form.want_operands(1, 1);
  Modifiers modifiers;
  modifiers.semantics = Semantics::release;
  modifiers.scope = Scope::cta;
  plan.part = &form.add_part(form.address(0), modifiers);
  form.keep(plan);
  return &arrive_after_copies;
}

/// Behind cp-size: src-size or ignore-src, then the cache policy.
void bind_source(Form& form, CopyPlan& plan, std::size_t end) {
  if (end == 4) {
    const DetailOperand& limit = form.operand(3);
    if (limit.value.bytes == 0 && !limit.constant) {
      plan.ignored = form.source(3, 0);
    } else if (!limit.constant || *limit.constant < plan.size) {
      plan.source_size = form.source(3, 4);
    }
  }
  if (!plan.source_size) return;
  for (u32 n = 0; n < plan.size; ++n) {
    Address byte = form.address(1);
    byte.offset = static_cast<std::int64_t>(static_cast<u64>(byte.offset) + n);
    plan.bytes.push_back(&form.add_part(byte, {}));
  }
}

Handler bind_copy(Form& form) {
  const bool is_cg = form.take("cg");
  if (!is_cg) form.want("ca");
  if (!form.take("shared")) form.want("shared::cta");
  form.want("global");
  const bool has_policy = form.take("L2::cache_hint");
  use_cache_words(form);
  form.finish();
  const std::size_t end = form.count() - (has_policy && form.count() > 0);
  Form::check(end == 3 || end == 4, "this takes 3 or 4 operands");
  if (has_policy) form.source(end, 8);
  const u64 size = form.constant(2);
  Form::check(is_cg ? size == 16 : size == 4 || size == 8 || size == 16,
              "cp-size must be 4, 8 or 16, and 16 with '.cg'");
  Form::check(form.address(0).space == Space::shared &&
                  form.address(1).space == Space::global,
              "cp.async copies from .global to .shared");
  CopyPlan plan;
  plan.size = static_cast<u32>(size);
  plan.target = &form.add_part(form.address(0), {});
  plan.source = &form.add_part(form.address(1), {});
  bind_source(form, plan, end);
  form.keep(std::move(plan));
  return &begin_copy;
}

}  // namespace

void complete_before(Warp& owner, LaneMask lanes, std::uint64_t before) {
  complete(owner, [&](const AsyncCopy& copy) {
    return copy.number < before ? lanes : 0;
  });
}

/// cp.async.ca.shared{::cta}.global [dst], [src], cp-size{, src-size};
/// cp.async.commit_group;  cp.async.wait_group N;  cp.async.wait_all;
/// cp.async.mbarrier.arrive{.noinc}{.shared}.b64 [addr];
/// (9.7.9.25.3, 9.7.13.15.17)
Handler bind_cp(const Instruction& i) {
  Form form(i);
  if (form.take("reduce"))
    Form::fail("reductions by cp.reduce.async are not supported");
  form.want("async");
  if (form.take("bulk")) return bind_bulk(form);
  if (form.take("mbarrier")) return bind_arrive(form);
  if (const Handler wait = bind_wait(form)) return wait;
  return bind_copy(form);
}

}  // namespace lockstep::ptx
