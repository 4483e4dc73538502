// SPDX-License-Identifier: Apache-2.0
// A kernel as the events that a machine would emit, to test observers by
// themselves. Its source has one instruction a line; the pc is the line.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "ptx/observer/lanes.h"
#include "ptx/observer/observer.h"

namespace lockstep::ptx {

using LaneAddress = std::function<std::uint64_t(unsigned lane)>;

struct Who {
  std::uint32_t block = 0, warp = 0;
  LaneMask mask = full_mask;
};

/// How an access is spelt, beyond load or store.
struct How {
  AccessKind kind = AccessKind::load;
  Semantics semantics = Semantics::weak;
  Scope scope = Scope::none;
  std::uint32_t bytes = 4;
  std::uint32_t width = 1;
  LaneMask failed = 0;  ///< of a compare-and-swap
  /// What a lane stores; without it, its thread's number.
  std::function<std::uint32_t(unsigned lane)> value;
};

class EventScript {
 public:
  static constexpr std::uint32_t lines = 64;
  static constexpr std::uint32_t tile_bytes = 4096;

  EventScript(std::vector<Observer*> observers, Dim3 grid, Dim3 block)
      : observers_(std::move(observers)) {
    module_.files = {"", "kernel.cu"};
    module_.locations.resize(lines);
    module_.code.resize(lines);
    for (std::uint32_t line = 1; line < lines; ++line) {
      module_.locations[line].place = {1, line, 1};
      module_.code[line].location = line;
    }
    // Scripts may use block scope: some instruction must have it.
    module_.code[lines - 1].opcode = Opcode::op_ld;
    module_.code[lines - 1].modifiers.scope = Scope::cta;
    Variable tile;
    tile.demangled = "tile";
    tile.space = Space::shared;
    tile.bytes = tile_bytes;
    module_.variables = {tile};
    Function kernel;
    kernel.name = "kernel";
    kernel.is_kernel = true;
    kernel.end = lines;
    kernel.shared_bytes = tile_bytes;
    kernel.shared_variables = {0};
    module_.functions = {kernel};
    data_ = {0x1000, 1 << 20, "data", 7, true};
    launch_.module = &module_;
    launch_.kernel = &module_.functions[0];
    launch_.grid = grid;
    launch_.block = block;
  }
  EventScript(const EventScript&) = delete;

  Module& module() { return module_; }
  Allocation& data() { return data_; }
  Instruction& instruction(std::uint32_t line) { return module_.code[line]; }

  /// The code from `first` to `last` is a loop.
  void loop(std::uint32_t first, std::uint32_t last) {
    module_.code[last].opcode = Opcode::op_bra;
    module_.code[last].target = first;
  }

  void begin() {
    each([&](Observer& observer) { observer.launch_begins(launch_); });
    for (std::uint32_t block = 0; block < launch_.grid.count(); ++block)
      each([&](Observer& observer) { observer.block_begins(block); });
  }
  void end() {
    for (std::uint32_t block = 0; block < launch_.grid.count(); ++block)
      each([&](Observer& observer) { observer.block_ends(block); });
    each([&](Observer& observer) { observer.launch_ends(launch_); });
  }

  void shared(Who who, std::uint32_t line, const LaneAddress& at, How how) {
    access(who, line, Space::shared, at, std::move(how));
  }
  void global(Who who, std::uint32_t line, const LaneAddress& at, How how) {
    access(
        who, line, Space::global,
        [&](unsigned lane) { return data_.address + at(lane); },
        std::move(how));
  }
  void access(Who who, std::uint32_t line, Space space, const LaneAddress& at,
              How how) {
    MemoryEvent event{};
    event.where = place(who);
    event.instruction = &module_.code[line];
    event.pc = line;
    event.mask = who.mask;
    event.space = space;
    event.kind = how.kind;
    event.semantics = how.semantics;
    event.scope = how.scope;
    event.failed = how.failed & who.mask;
    event.element_bytes = how.bytes;
    event.bytes = how.bytes * how.width;
    std::vector<std::byte> data(std::size_t{event.bytes} * warp_size);
    for_each_lane(who.mask, [&](unsigned lane) {
      event.address[lane] = at(lane);
      if (space == Space::global) event.allocation[lane] = &data_;
      const std::uint32_t value =
          how.value ? how.value(lane) : who.warp * warp_size + lane;
      std::memcpy(&data[std::size_t{lane} * event.bytes], &value,
                  std::min<std::size_t>(4, event.bytes));
    });
    if (how.kind == AccessKind::store) event.data = data;
    event.is_run = who.mask == full_mask;
    for (unsigned lane = 1; lane < warp_size; ++lane)
      event.is_run &=
          event.address[lane] - event.address[lane - 1] == event.bytes;
    each([&](Observer& observer) { observer.memory(event); });
  }

  void block_barrier(std::uint32_t block) {
    BlockBarrierEvent event;
    event.block = block;
    each([&](Observer& observer) { observer.block_barrier(event); });
  }
  /// bar.arrive 1: the barrier's participants will name these lanes too.
  void arrival(Who who) {
    BlockArrivalEvent event;
    event.where = place(who);
    event.mask = who.mask;
    event.barrier = 1;
    each([&](Observer& observer) { observer.block_arrival(event); });
  }
  void named_barrier(std::uint32_t block, std::vector<LaneMask> participants) {
    BlockBarrierEvent event;
    event.block = block;
    event.barrier = 1;
    event.whole_block = false;
    event.participants = participants;
    each([&](Observer& observer) { observer.block_barrier(event); });
  }
  void warp_barrier(Who who, bool orders_memory = true) {
    WarpBarrierEvent event;
    event.where = place(who);
    event.mask = who.mask;
    event.orders_memory = orders_memory;
    each([&](Observer& observer) { observer.warp_barrier(event); });
  }
  void fence(Who who, Scope scope = Scope::gpu) {
    FenceEvent event;
    event.where = place(who);
    event.mask = who.mask;
    event.scope = scope;
    each([&](Observer& observer) { observer.fence(event); });
  }
  void fault(FaultEvent event, Who who, std::uint32_t line) {
    event.where = place(who);
    event.mask = who.mask;
    event.instruction = &module_.code[line];
    event.pc = line;
    each([&](Observer& observer) { observer.fault(event); });
  }
  void misuse(SyncMisuseEvent event, Who who, std::uint32_t line) {
    event.where = place(who);
    event.mask = who.mask;
    event.instruction = &module_.code[line];
    event.pc = line;
    each([&](Observer& observer) { observer.sync_misuse(event); });
  }
  void executed(Who who, std::uint32_t line, LaneMask on) {
    InstructionEvent event;
    event.where = place(who);
    event.instruction = &module_.code[line];
    event.pc = line;
    event.active = who.mask;
    event.mask = on;
    each([&](Observer& observer) {
      observer.instruction(event);
      observer.stretch({line, 1, on, who.mask});
    });
  }
  void host(HostEvent::Kind kind, std::uint64_t offset, std::uint64_t bytes) {
    const HostEvent event{kind, &data_, data_.address + offset, bytes};
    each([&](Observer& observer) { observer.host(event); });
  }

 private:
  WarpPlace place(Who who) const {
    return {who.block, who.warp, who.warp * warp_size, full_mask};
  }
  void each(const std::function<void(Observer&)>& use) {
    for (Observer* observer : observers_) use(*observer);
  }

  std::vector<Observer*> observers_;
  Module module_;
  Allocation data_;
  LaunchEvent launch_;
};

inline How load() { return {}; }
inline How store() {
  How how;
  how.kind = AccessKind::store;
  return how;
}
inline How store_value(std::uint32_t value) {
  How how = store();
  how.value = [value](unsigned) { return value; };
  return how;
}
inline How atomic(Scope scope = Scope::gpu) {
  How how;
  how.kind = AccessKind::atomic;
  how.semantics = Semantics::relaxed;
  how.scope = scope;
  return how;
}
inline How failing(How how) {
  how.failed = full_mask;
  return how;
}
inline How as(How how, Semantics semantics, Scope scope = Scope::gpu) {
  how.semantics = semantics;
  how.scope = scope;
  return how;
}
inline How as_volatile(How how) {
  how.semantics = Semantics::is_volatile;
  return how;
}

/// Word `first + lane * stride`.
inline LaneAddress words(std::uint64_t first, std::uint64_t stride = 1) {
  return [=](unsigned lane) { return (first + lane * stride) * 4; };
}

/// Runs the warps of one block in a random order, a step at a time; a step
/// without a function is a block barrier.
using Step = std::optional<std::function<void()>>;
inline void interleave(EventScript& script, std::uint32_t block,
                       std::vector<std::vector<Step>> warps,
                       std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::size_t> next(warps.size(), 0);
  for (;;) {
    std::vector<std::size_t> runnable;
    bool is_over = true;
    for (std::size_t warp = 0; warp < warps.size(); ++warp) {
      if (next[warp] == warps[warp].size()) continue;
      is_over = false;
      if (warps[warp][next[warp]]) runnable.push_back(warp);
    }
    if (is_over) return;
    if (runnable.empty()) {
      script.block_barrier(block);
      for (std::size_t warp = 0; warp < warps.size(); ++warp)
        if (next[warp] < warps[warp].size()) ++next[warp];
      continue;
    }
    const std::size_t warp = runnable[random() % runnable.size()];
    (*warps[warp][next[warp]++])();
  }
}

}  // namespace lockstep::ptx
