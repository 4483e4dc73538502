// SPDX-License-Identifier: Apache-2.0
// What happens while a kernel runs, as plain structs. Pointers and spans in
// them are valid during the call only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ptx/module/module.h"

namespace lockstep::ptx {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;

  constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// One `allocate` of the host, or one variable of a module.
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::string name;
  std::uint32_t id = 0;     ///< never reused
  bool is_live = true;      ///< false: freed, kept for use-after-free reports
  bool is_on_heap = false;  ///< from malloc in a kernel
};

struct LaunchEvent {
  const Module* module = nullptr;
  const Function* kernel = nullptr;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t launch_index = 0;  ///< counts the launches of a context
};

/// A warp of a block: linear numbers, x fastest.
struct WarpPlace {
  std::uint32_t block = 0;         ///< in the grid
  std::uint32_t warp = 0;          ///< in the block
  std::uint32_t first_thread = 0;  ///< of the warp, in the block
  LaneMask live = full_mask;       ///< lanes that exist and have not exited
};

struct InstructionEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;    ///< lanes that execute it
  LaneMask active = 0;  ///< lanes of the group, before the guard
  /// Operand b before it executes, `instruction->b.bytes` a lane, lane after
  /// lane; null without one.
  const std::byte* b = nullptr;
};

/// Instructions in a row that the same lanes of a warp executed one after the
/// other. Told when the stretch ends, after the events of its instructions.
struct StretchEvent {
  std::uint32_t pc = 0;     ///< of the first
  std::uint32_t count = 0;  ///< of instructions: pcs [pc, pc + count)
  LaneMask mask = 0;        ///< lanes that execute them
  LaneMask active = 0;      ///< lanes of the group, before the guard
};

enum class AccessKind : std::uint8_t { load, store, atomic, reduction };

/// One instruction's access by all lanes of `mask`, before it takes effect.
/// Lanes with an invalid address are not in `mask`: they are in a FaultEvent.
struct MemoryEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  Space space = Space::global;  ///< never generic: resolved
  AccessKind kind = AccessKind::load;
  Semantics semantics = Semantics::weak;
  Scope scope = Scope::none;
  /// Lanes whose compare-and-swap found another value: they only read. (An
  /// event with atom.cas comes after its effect.)
  LaneMask failed = 0;
  std::uint32_t bytes = 0;  ///< a lane: element size times vector width
  std::uint32_t element_bytes = 0;
  /// All 32 lanes, each beginning where the one before ends, in one
  /// allocation: observers may take it for a single range of bytes.
  bool is_run = false;
  /// In `space`: shared and local count from 0, global is the device address.
  /// Of lanes that are not in `mask` it may be anything.
  std::array<std::uint64_t, warp_size> address;
  /// Global and constant: the allocation that each lane of `mask` touches,
  /// null in other spaces.
  std::array<const Allocation*, warp_size> allocation;
  /// Stores: what is written, `bytes` a lane, lane after lane. Else empty.
  std::span<const std::byte> data;
};

enum class FaultKind : std::uint8_t {
  out_of_bounds,
  misaligned,
  use_after_free,
  null_pointer,
  host_pointer,
  read_only,
  wrong_space,
  double_free,  ///< free() of what free() has taken back already
  foreign_free  ///< free() of what malloc() never gave
};

/// Lanes of one instruction whose address is not valid. Their loads give 0,
/// their stores are dropped, and the launch goes on so that one run finds
/// all; it does not count as a success.
struct FaultEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  FaultKind kind = FaultKind::out_of_bounds;
  Space space = Space::global;
  AccessKind access = AccessKind::load;
  std::uint32_t bytes = 0;
  std::array<std::uint64_t, warp_size> address{};
  const Allocation* nearest = nullptr;  ///< of the first lane; may be null
};

/// Threads that do not wait at the barrier that they arrive at (bar.arrive);
/// before the barrier's own event.
struct BlockArrivalEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  std::uint32_t barrier = 0;  ///< its number, 0..15
};

/// A block barrier that has just released its threads.
struct BlockBarrierEvent {
  std::uint32_t block = 0;
  std::uint32_t barrier = 0;               ///< its number; 16: the cluster's
  bool whole_block = true;                 ///< every live thread waited
  std::span<const LaneMask> participants;  ///< by warp
};

/// `bar.warp.sync`, or a collective with .sync, that has just completed.
/// Only `orders_memory` ones order accesses (shfl and vote do not).
struct WarpBarrierEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  bool orders_memory = true;
};

struct FenceEvent {
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  Scope scope = Scope::gpu;
};

/// Copies into shared memory by cp.async. At `begun` the source has been read
/// (a load of its own); the target is written, as a store of the same
/// instruction and of the lanes that began it, just before `completed`. In
/// between nobody may touch the target, not even the thread that began it.
/// A copy that nobody waits for is never completed.
struct AsyncCopyEvent {
  enum class Kind : std::uint8_t { begun, completed } kind{};
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  std::uint32_t bytes = 0;                         ///< a lane
  std::array<std::uint64_t, warp_size> address{};  ///< in shared memory
};

enum class SyncMisuse : std::uint8_t {
  divergent_barrier,    ///< bar.sync reached by part of a warp only
  missing_threads,      ///< threads exited, or wait elsewhere, for ever
  lane_not_in_mask,     ///< executes a .sync whose mask lacks itself
  mask_mismatch,        ///< lanes of one .sync name different masks
  exited_lane_in_mask,  ///< mask names a lane that has exited
  deadlock,             ///< nothing can run any more
  livelock,             ///< all spin on memory that nobody changes
};

/// One group of lanes that waits, or misuses a synchronisation.
struct SyncMisuseEvent {
  SyncMisuse kind{};
  WarpPlace where;
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  LaneMask expected = 0;  ///< lanes that it waits for or should name
  std::string detail;     ///< who waits where, one sentence
  const Instruction* other = nullptr;  ///< where the missing ones are
};

/// Bytes of device memory that the host wrote, read, copied or released.
struct HostEvent {
  enum class Kind : std::uint8_t {
    allocated,
    freed,
    written,
    read,
    copied,       ///< within the device, from `source`
    invalid_free  ///< of what is no start of a live allocation; not done
  } kind{};
  /// invalid_free: the nearest one, live or freed; may be null.
  const Allocation* allocation = nullptr;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  const Allocation* source = nullptr;  ///< of a copy
  std::uint64_t source_address = 0;
  bool is_variable = false;  ///< allocated: a module's, never to be freed
};

}  // namespace lockstep::ptx
