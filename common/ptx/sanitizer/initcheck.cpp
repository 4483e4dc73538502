// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/initcheck.h"

#include <fmt/format.h>

#include "ptx/observer/lanes.h"
#include "ptx/observer/place.h"

namespace lockstep::ptx {

void Initcheck::launch_begins(const LaunchEvent& event) {
  names_.begin(event);
  findings_.begin_launch();
  launch_ends(event);
}

void Initcheck::launch_ends(const LaunchEvent&) {
  blocks_.clear();
  block_ = nullptr;
}

void Initcheck::block_begins(std::uint32_t block) {
  blocks_[block] = {};
  block_ = nullptr;
}

void Initcheck::block_ends(std::uint32_t block) {
  blocks_.erase(block);
  block_ = nullptr;
}

ByteSet* Initcheck::set_for(const MemoryEvent& event, unsigned lane) {
  if (event.space == Space::global) {
    const Allocation* allocation = event.allocation[lane];
    return allocation && known_.contains(allocation->id) ? &global_ : nullptr;
  }
  if (event.space != Space::shared && event.space != Space::local)
    return nullptr;
  if (block_ == nullptr || block_number_ != event.where.block) {
    block_ = &blocks_[event.where.block];
    block_number_ = event.where.block;
  }
  // What the system reserves behind a block's own memory begins as zeros.
  if (event.space == Space::shared)
    return event.address[lane] < names_.shared_size() ? &block_->shared
                                                      : nullptr;
  return &block_->local[event.where.first_thread + lane];
}

void Initcheck::memory(const MemoryEvent& event) {
  if (event.mask == 0) return;
  // A run of neighbours in one allocation is one range.
  if (event.space != Space::local && event.is_run &&
      event.allocation.front() == event.allocation.back()) {
    if (ByteSet* written = set_for(event, 0))
      access(*written, event, full_mask, event.address[0],
             std::uint64_t{event.bytes} * warp_size);
    return;
  }
  const Allocation* allocation = nullptr;
  ByteSet* written = nullptr;
  bool is_first = true;
  for_each_lane(event.mask, [&](unsigned lane) {
    if (is_first || event.space == Space::local ||
        event.allocation[lane] != allocation) {
      written = set_for(event, lane);
      allocation = event.allocation[lane];
      is_first = false;
    }
    if (written != nullptr)
      access(*written, event, LaneMask{1} << lane, event.address[lane],
             event.bytes);
  });
}

namespace {

/// An exchange whose result nobody reads is a store that is atomic.
bool reads(const MemoryEvent& event) {
  if (event.kind == AccessKind::store) return false;
  return event.kind != AccessKind::reduction ||
         event.instruction->modifiers.atomic != AtomicOp::exch;
}

}  // namespace

void Initcheck::access(ByteSet& written, const MemoryEvent& event,
                       LaneMask lanes, std::uint64_t address,
                       std::uint64_t bytes) {
  if (reads(event) && written.first_missing(address, bytes))
    report(written, event, lanes);
  if (is_write(event.kind)) written.insert(address, bytes);
}

bool Initcheck::is_read_ahead(const MemoryEvent& event) const {
  if (event.kind != AccessKind::load || event.space == Space::global)
    return false;
  const Module& module = names_.module();
  const std::uint32_t location = event.instruction->location;
  if (location >= module.locations.size()) return false;
  const std::uint32_t file = module.locations[location].place.file;
  return file < module.files.size() && is_algorithm_file(module.files[file]);
}

void Initcheck::report(const ByteSet& written, const MemoryEvent& event,
                       LaneMask lanes) {
  if (is_read_ahead(event)) return;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto missing =
        written.first_missing(event.address[lane], event.bytes);
    if (!missing) return;
    const Allocation* allocation = event.allocation[lane];
    std::uint64_t variable = allocation ? allocation->id + 1 : 0;
    if (event.space == Space::shared)
      if (const Variable* shared = names_.shared_variable(*missing))
        variable = names_.shared_begin(*shared) + 1;
    const FindingSite site{static_cast<std::uint32_t>(event.space), event.pc, 0,
                           variable};
    findings_.add(site, 0, 1, [&] { return describe(event, lane, *missing); });
  });
}

Finding Initcheck::describe(const MemoryEvent& event, unsigned lane,
                            std::uint64_t missing) const {
  const std::uint32_t thread = event.where.first_thread + lane;
  const std::uint64_t into = missing - event.address[lane];
  const std::uint64_t element =
      event.address[lane] + into / event.element_bytes * event.element_bytes;
  const NamedElement named = names_.element(
      event.space, element, event.element_bytes, event.allocation[lane]);
  const bool updates = is_atomic(event.kind);
  Finding finding;
  finding.kind = updates ? "uninitialised atomic" : "uninitialised read";
  finding.message =
      fmt::format("{} of {} {}", updates ? "atomic update" : "read",
                  "uninitialised", memory_name(event.space));
  finding.place = names_.place(event.instruction);
  finding.label = fmt::format(
      "thread {} of block {} {} {}, which nobody has "
      "written",
      names_.thread(thread), names_.block(event.where.block),
      updates ? "atomically updates" : "reads", named.element);
  finding.block = names_.block_id(event.where.block);
  finding.threads = {names_.thread_id(thread)};
  finding.variable = named.variable;
  finding.kernel = names_.kernel().name;
  return finding;
}

void Initcheck::host(const HostEvent& event) {
  if (event.allocation == nullptr) return;
  const std::uint32_t id = event.allocation->id;
  switch (event.kind) {
    case HostEvent::Kind::allocated:
      known_.insert(id);
      global_.erase(event.address, event.bytes);
      return;
    case HostEvent::Kind::freed:
      known_.erase(id);
      global_.erase(event.address, event.bytes);
      return;
    case HostEvent::Kind::written:
      if (known_.contains(id)) global_.insert(event.address, event.bytes);
      return;
    case HostEvent::Kind::copied:
      if (known_.contains(id)) copy(event);
      return;
    case HostEvent::Kind::invalid_free:
      return;
    case HostEvent::Kind::read:
      break;
  }
  if (!known_.contains(id)) return;
  const auto first = global_.first_missing(event.address, event.bytes);
  if (!first) return;
  findings_.add({~0u, 0, 0, id + std::uint64_t{1}}, 0, 1, [&] {
    return describe(event, *first, global_.missing(event.address, event.bytes));
  });
}

/// What had not been written at the source is not written at the target.
void Initcheck::copy(const HostEvent& event) {
  const bool is_whole =
      event.source == nullptr || !known_.contains(event.source->id) ||
      !global_.first_missing(event.source_address, event.bytes);
  if (is_whole) return global_.insert(event.address, event.bytes);
  for (std::uint64_t i = 0; i < event.bytes; ++i) {
    if (global_.first_missing(event.source_address + i, 1))
      global_.erase(event.address + i, 1);
    else
      global_.insert(event.address + i, 1);
  }
}

Finding Initcheck::describe(const HostEvent& event, std::uint64_t first,
                            std::uint64_t count) const {
  const Allocation& allocation = *event.allocation;
  Finding finding;
  finding.kind = "uninitialised copy";
  finding.message = fmt::format(
      "{} of the {} bytes of {} that were copied to the host had never been "
      "written, the first at byte {}",
      count, event.bytes, allocation.name, first - allocation.address);
  finding.variable = allocation.name;
  return finding;
}

}  // namespace lockstep::ptx
