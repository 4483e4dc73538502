// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk (manual, 9.7.9.25.4) in a cluster of one block. What goes
// into shared memory is read at once and written when the mbarrier's phase
// ends; what goes to global memory is read and written when the group is
// waited for, and is lost if nobody waits before the block ends.
#include "ptx/isa/bulk_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ptx/isa/async_copy.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// Bulk copies come in pieces of so many bytes; an event tells of one.
constexpr u32 piece = 16;
constexpr std::size_t max_stores = 4096;

struct Plan {
  const Instruction* shared = nullptr;
  const Instruction* global = nullptr;
  const Instruction* barrier = nullptr;
  Operand size;
};

void notify_global(Warp& warp, const Instruction& i, u32 pc, unsigned lane,
                   AccessKind kind, u64 address, const Allocation& allocation,
                   const std::byte* data) {
  MemoryEvent event;
  event.where = warp.place();
  event.instruction = &i;
  event.pc = pc;
  event.mask = lane_bits[lane];
  event.space = Space::global;
  event.kind = kind;
  event.bytes = event.element_bytes = piece;
  event.address.fill(address);
  event.allocation.fill(&allocation);
  std::array<std::byte, warp_size * piece> new_bytes{};
  if (data != nullptr) {
    std::memcpy(new_bytes.data() + lane * piece, data, piece);
    event.data = new_bytes;
  }
  warp.grid().observers->notify(&Observer::memory, event);
}

void notify_shared_piece(Warp& warp, const Instruction& i, u32 pc,
                         unsigned lane, AccessKind kind, u64 address,
                         const std::byte* data) {
  LaneAddresses addresses;
  addresses.fill(address);
  std::array<std::byte, warp_size * piece> bytes{};
  if (data != nullptr) std::memcpy(bytes.data() + lane * piece, data, piece);
  notify_shared(warp, i, pc, lane_bits[lane], kind, piece, addresses,
                data != nullptr ? std::span<const std::byte>(bytes)
                                : std::span<const std::byte>());
}

void check_size(Warp& warp, const Instruction& i, u32 bytes) {
  if (bytes % piece == 0) return;
  warp.stop(LaunchStatus::trap, i,
            fmt::format("{}: a bulk copy of {} bytes; the number must be a "
                        "multiple of 16",
                        warp.grid().describe(i), bytes));
}

/// The block of global memory behind [address, address + bytes); a fault is
/// reported if there is none.
MemoryBlock* global_block(Warp& warp, const Instruction& i, unsigned lane,
                          u64 address, u32 bytes, AccessKind kind) {
  GlobalMemory& memory = *warp.grid().memory;
  LaneAddresses addresses;
  addresses.fill(address);
  const auto fault = [&](FaultKind why) {
    report_fault(warp, i, lane_bits[lane], why, Space::global, kind, bytes,
                 addresses);
    return nullptr;
  };
  MemoryBlock* block = memory.find(address, bytes);
  if (block == nullptr) return fault(memory.why_invalid(address, bytes));
  if (address % piece != 0) return fault(FaultKind::misaligned);
  if (block->is_read_only && kind != AccessKind::load)
    return fault(FaultKind::read_only);
  return block;
}

void notify_range(Warp& warp, const DeferredArrival& copy,
                  AsyncCopyEvent::Kind kind) {
  const Grid& grid = warp.grid();
  if (!grid.observers->any() || copy.data.empty()) return;
  AsyncCopyEvent event{
      kind,    warp.place(), copy.instruction,
      copy.pc, copy.lanes,   static_cast<u32>(copy.data.size()),
      {}};
  event.address.fill(copy.address);
  grid.observers->notify(&Observer::async_copy, event);
}

void load_lane(Warp& warp, const Plan& plan, unsigned lane, u64 target,
               u64 source, u64 barrier, u32 bytes) {
  const MemoryBlock* block =
      global_block(warp, *plan.global, lane, source, bytes, AccessKind::load);
  if (block == nullptr) return;
  if (warp.grid().observers->any()) {
    for (u32 at = 0; at < bytes; at += piece)
      notify_global(warp, *plan.global, warp.pc, lane, AccessKind::load,
                    source + at, block->info, nullptr);
  }
  DeferredArrival copy;
  copy.barrier = barrier;
  copy.warp = &warp;
  copy.instruction = plan.barrier;
  copy.pc = warp.pc;
  copy.lanes = lane_bits[lane];
  copy.is_bulk = true;
  copy.address = target;
  copy.data.assign(block->at(source), block->at(source) + bytes);
  notify_range(warp, copy, AsyncCopyEvent::Kind::begun);
  defer(warp.cta(), std::move(copy));
}

/// Global to shared, completion by mbarrier.
void load(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u32> size(warp, plan.size);
  LaneAddresses target = addresses_of(warp, plan.shared->address);
  const LaneAddresses source = addresses_of(warp, plan.global->address);
  LaneAddresses barrier = addresses_of(warp, plan.barrier->address);
  mask = resolve_shared(warp, *plan.barrier, mask, AccessKind::atomic, 8, 8,
                        barrier);
  for_lanes(mask, [&](unsigned lane) {
    check_size(warp, i, size[lane]);
    if (resolve_shared(warp, *plan.shared, lane_bits[lane], AccessKind::store,
                       size[lane], piece, target) != 0)
      load_lane(warp, plan, lane, target[lane], source[lane], barrier[lane],
                size[lane]);
  });
}

/// Shared to global, completion by group.
void store(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u32> size(warp, plan.size);
  LaneAddresses source = addresses_of(warp, plan.shared->address);
  const LaneAddresses target = addresses_of(warp, plan.global->address);
  AsyncCopies& copies = warp.copies();
  for_lanes(mask, [&](unsigned lane) {
    check_size(warp, i, size[lane]);
    const bool is_valid =
        resolve_shared(warp, *plan.shared, lane_bits[lane], AccessKind::load,
                       size[lane], piece, source) != 0 &&
        global_block(warp, *plan.global, lane, target[lane], size[lane],
                     AccessKind::store) != nullptr;
    if (!is_valid) return;
    if (copies.stores.size() >= max_stores)
      warp.stop(LaunchStatus::trap, i,
                warp.grid().describe(i) + ": too many bulk copies wait");
    copies.stores.push_back({&i, warp.pc, lane, copies.bulk_groups[lane],
                             source[lane], target[lane], size[lane]});
  });
}

void carry_out(Warp& warp, const BulkStore& copy) {
  const Plan& plan = plan_of<Plan>(*copy.instruction);
  MemoryBlock* block = warp.grid().memory->find(copy.to, copy.bytes);
  if (block == nullptr) return;
  std::byte* const to = block->at(copy.to);
  const std::byte* const from = warp.cta().shared() + copy.from;
  if (warp.grid().observers->any()) {
    for (u64 at = 0; at < copy.bytes; at += piece) {
      notify_shared_piece(warp, *plan.shared, copy.pc, copy.lane,
                          AccessKind::load, copy.from + at, nullptr);
      notify_global(warp, *plan.global, copy.pc, copy.lane, AccessKind::store,
                    copy.to + at, block->info, from + at);
    }
  }
  std::memcpy(to, from, copy.bytes);
  ++warp.grid().progress;
}

void commit_group(Warp& warp, const Instruction&, LaneMask mask) {
  for_lanes(mask, [&](unsigned lane) { ++warp.copies().bulk_groups[lane]; });
}

void wait_group(Warp& warp, const Instruction& i, LaneMask mask) {
  const u64 allowed = plan_of<u64>(i);
  AsyncCopies& copies = warp.copies();
  std::erase_if(copies.stores, [&](const BulkStore& copy) {
    const bool is_due = (mask & lane_bits[copy.lane]) != 0 &&
                        copy.group + allowed < copies.bulk_groups[copy.lane];
    if (is_due) carry_out(warp, copy);
    return is_due;
  });
}

void no_effect(Warp&, const Instruction&, LaneMask) {}

/// Uses up the policy behind `.L2::cache_hint`; returns the operands left.
std::size_t operands_without_policy(const Form& form, bool has_policy) {
  Form::check(!has_policy || form.count() > 0, "the cache policy is missing");
  if (has_policy) form.source(form.count() - 1, 8);
  return form.count() - (has_policy ? 1 : 0);
}

Handler bind_prefetch(Form& form) {
  form.want("L2");
  form.want("global");
  const bool has_policy = form.take("L2::cache_hint");
  form.finish();
  Form::check(operands_without_policy(form, has_policy) == 2,
              "this takes an address and a size");
  form.address(0);
  form.source(1, 4);
  return &no_effect;
}

Handler bind_load(Form& form) {
  form.want("mbarrier::complete_tx::bytes");
  const bool has_policy = form.take("L2::cache_hint");
  form.finish();
  Form::check(operands_without_policy(form, has_policy) == 4,
              "this takes two addresses, a size and an mbarrier");
  Plan plan;
  Modifiers modifiers;
  modifiers.semantics = Semantics::release;
  modifiers.scope = Scope::cta;
  plan.shared = &form.add_part(form.address(0), {});
  plan.global = &form.add_part(form.address(1), {});
  plan.size = form.source(2, 4);
  plan.barrier = &form.add_part(form.address(3), modifiers);
  form.keep(plan);
  return &load;
}

Handler bind_store(Form& form) {
  form.want("bulk_group");
  const bool has_policy = form.take("L2::cache_hint");
  form.finish();
  Form::check(operands_without_policy(form, has_policy) == 3,
              "this takes two addresses and a size");
  Plan plan;
  plan.global = &form.add_part(form.address(0), {});
  plan.shared = &form.add_part(form.address(1), {});
  plan.size = form.source(2, 4);
  form.keep(plan);
  return &store;
}

}  // namespace

void write_bulk(const DeferredArrival& copy) {
  Warp& warp = *copy.warp;
  const unsigned lane = static_cast<unsigned>(std::countr_zero(copy.lanes));
  if (warp.grid().observers->any()) {
    for (std::size_t at = 0; at + piece <= copy.data.size(); at += piece)
      notify_shared_piece(warp, *copy.instruction, copy.pc, lane,
                          AccessKind::store, copy.address + at,
                          copy.data.data() + at);
  }
  std::memcpy(warp.cta().shared() + copy.address, copy.data.data(),
              copy.data.size());
  notify_range(warp, copy, AsyncCopyEvent::Kind::completed);
}

/// cp.async.bulk.dst.src.completion [dst], [src], size{, [mbar]};
/// cp.async.bulk.commit_group;  cp.async.bulk.wait_group{.read} N;
/// cp.async.bulk.prefetch.L2.global [src], size;
/// cp.async.bulk.shared::cta.global is that of a cluster of one block.
Handler bind_bulk(Form& form) {
  if (form.take("tensor"))
    Form::fail(
        "copies by tensor maps (cp.async.bulk.tensor) are not supported");
  if (form.take("commit_group")) {
    form.finish();
    form.want_operands(0, 0);
    return &commit_group;
  }
  if (form.take("wait_group")) {
    form.take("read");
    form.finish();
    form.want_operands(1, 1);
    form.keep(u64{form.constant(0)});
    return &wait_group;
  }
  if (form.take("prefetch")) return bind_prefetch(form);
  if (form.take("multicast::cluster"))
    Form::fail("'.multicast::cluster' is for clusters of several blocks");
  form.want("global");
  const bool is_cta = form.take("shared::cta");
  const bool is_cluster = form.take("shared::cluster");
  Form::check(is_cta != is_cluster, "a copy goes between .global and .shared");
  const bool is_store = form.operand(0).address.space == Space::global;
  return is_store ? bind_store(form) : bind_load(form);
}

}  // namespace lockstep::ptx
