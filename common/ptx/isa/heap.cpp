// SPDX-License-Identifier: Apache-2.0
// malloc and free in a kernel, also as new and delete call them. The blocks
// live until they are freed, however many kernels that takes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ptx/isa/fault.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/library.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

u64 argument(Warp& warp, unsigned lane, const Parameter& parameter) {
  u64 value;
  std::memcpy(&value, warp.frame->params_of(lane) + parameter.offset,
              sizeof value);
  return value;
}

void tell_host(const Grid& grid, HostEvent::Kind kind,
               const MemoryBlock& block) {
  if (!grid.observers->any()) return;
  HostEvent event;
  event.kind = kind;
  event.allocation = &block.info;
  event.address = block.info.address;
  event.bytes = block.info.bytes;
  grid.observers->notify(&Observer::host, event);
}

void allocate(Warp& warp, const Instruction& i, LaneMask mask) {
  Grid& grid = warp.grid();
  const CallSite& site = grid.module->calls[i.target];
  const std::string name = "device malloc, " + grid.describe(i);
  ++grid.progress;
  for_lanes(mask, [&](unsigned lane) {
    const u64 bytes = argument(warp, lane, site.arguments[0]);
    const MemoryBlock* block = grid.memory->heap_allocate(bytes, name);
    const u64 address = block == nullptr ? 0 : block->info.address;
    if (block != nullptr) tell_host(grid, HostEvent::Kind::allocated, *block);
    std::memcpy(warp.frame->params_of(lane) + site.results[0].offset, &address,
                sizeof address);
  });
}

/// Why free cannot take the address back.
FaultKind why_not_freed(const GlobalMemory& memory, u64 address) {
  const Allocation* near = memory.nearest(address);
  const bool was_freed = near != nullptr && near->is_on_heap &&
                         !near->is_live && near->address == address;
  return was_freed ? FaultKind::double_free : FaultKind::foreign_free;
}

void release(Warp& warp, const Instruction& i, LaneMask mask) {
  Grid& grid = warp.grid();
  GlobalMemory& memory = *grid.memory;
  const CallSite& site = grid.module->calls[i.target];
  LaneAddresses addresses{};
  LaneMask twice = 0, foreign = 0;
  ++grid.progress;
  for_lanes(mask, [&](unsigned lane) {
    const u64 address = argument(warp, lane, site.arguments[0]);
    addresses[lane] = address;
    if (address == 0) return;
    const MemoryBlock* block = memory.find(address, 0);
    if (block != nullptr && block->info.is_on_heap &&
        block->info.address == address) {
      memory.free(address);
      return tell_host(grid, HostEvent::Kind::freed, *block);
    }
    const bool is_second =
        why_not_freed(memory, address) == FaultKind::double_free;
    (is_second ? twice : foreign) |= lane_bits[lane];
  });
  report_fault(warp, i, twice, FaultKind::double_free, Space::global,
               AccessKind::store, 0, addresses);
  report_fault(warp, i, foreign, FaultKind::foreign_free, Space::global,
               AccessKind::store, 0, addresses);
}

bool is_one_of(std::string_view name,
               std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Handler find_heap_function(std::string_view name, const CallSite& site) {
  const auto all_are_long = [](const std::vector<Parameter>& parameters,
                               std::size_t count) {
    return parameters.size() == count &&
           std::all_of(parameters.begin(), parameters.end(),
                       [](const Parameter& one) { return one.bytes == 8; });
  };
  if (is_one_of(name, {"malloc", "_Znwm", "_Znam"}) &&
      all_are_long(site.arguments, 1) && all_are_long(site.results, 1)) {
    return &allocate;
  }
  const bool frees = (is_one_of(name, {"free", "_ZdlPv", "_ZdaPv"}) &&
                      all_are_long(site.arguments, 1)) ||
                     (is_one_of(name, {"_ZdlPvm", "_ZdaPvm"}) &&
                      all_are_long(site.arguments, 2));
  return frees && site.results.empty() ? &release : nullptr;
}

}  // namespace lockstep::ptx
