// SPDX-License-Identifier: Apache-2.0
// The device's global and constant memory: every allocation has a host buffer
// of its own and a virtual address with unmapped space around it. An address
// is only ever turned into a host pointer by `find`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ptx/observer/events.h"

namespace lockstep::ptx {

/// Where the windows of the generic address space lie.
namespace window {
inline constexpr std::uint64_t shared = 0x6000'0000'0000;
inline constexpr std::uint64_t local = 0x6100'0000'0000;
inline constexpr std::uint64_t param = 0x6200'0000'0000;
inline constexpr std::uint64_t bytes = 0x0100'0000'0000;
inline constexpr std::uint64_t global = 0x7000'0000'0000;
/// What kernels get from malloc lies in the last part of the global window.
inline constexpr std::uint64_t heap = 0x7300'0000'0000;
inline constexpr std::uint64_t global_end = 0x7400'0000'0000;
}  // namespace window

/// What memory holds before anything is written: large as an int and as a
/// float, so that using it shows.
inline constexpr std::byte poison{0xfb};

struct MemoryBlock {
  Allocation info;
  std::byte* bytes = nullptr;          ///< null once freed
  std::unique_ptr<std::byte[]> owned;  ///< empty for memory of the host
  bool is_read_only = false;           ///< for kernels

  bool contains(std::uint64_t address, std::uint64_t size) const {
    const std::uint64_t offset = address - info.address;
    return bytes != nullptr && offset <= info.bytes &&
           size <= info.bytes - offset;
  }
  std::byte* at(std::uint64_t address) const {
    return bytes + (address - info.address);
  }
};

class GlobalMemory {
 public:
  explicit GlobalMemory(std::uint64_t capacity = std::uint64_t{4} << 30)
      : capacity_(capacity) {}

  /// Filled with poison. Throws std::bad_alloc past the capacity. The
  /// reference stays valid as long as the memory, also after `free`.
  MemoryBlock& allocate(std::uint64_t bytes, std::string name);
  /// Memory of the host that kernels use too, at an address outside the
  /// windows: managed or pinned. It must outlive its `free`.
  MemoryBlock& adopt(std::uint64_t address, std::byte* bytes,
                     std::uint64_t size, std::string name);
  /// What malloc in a kernel gives: 16-byte aligned and filled with poison;
  /// null when the heap is full. Of blocks freed long ago nothing is known
  /// any more: they stand for new ones.
  MemoryBlock* heap_allocate(std::uint64_t bytes, std::string name);
  /// Bytes that kernels can have at a time.
  std::uint64_t heap_limit() const { return heap_limit_; }
  void set_heap_limit(std::uint64_t bytes) { heap_limit_ = bytes; }
  /// False unless `address` is the start of a live allocation.
  bool free(std::uint64_t address);

  /// The live block that holds all of [address, address + size), or null.
  /// Threads may ask at the same time.
  MemoryBlock* find(std::uint64_t address, std::uint64_t size) const;
  /// What kernels may change, to be put back as it was.
  using Snapshot = std::vector<std::pair<MemoryBlock*, std::vector<std::byte>>>;
  std::uint64_t writable_bytes() const;
  Snapshot snapshot() const;
  static void restore(const Snapshot& snapshot);
  /// The allocation, live or freed, that an invalid address is nearest to.
  const Allocation* nearest(std::uint64_t address) const;
  /// Why [address, address + size) is not valid; for messages.
  FaultKind why_invalid(std::uint64_t address, std::uint64_t size) const;

 private:
  std::unique_ptr<MemoryBlock> recycled_block();

  std::map<std::uint64_t, std::unique_ptr<MemoryBlock>> blocks_;
  std::uint64_t next_address_ = window::global;
  std::uint64_t used_ = 0;
  std::uint64_t capacity_;
  std::uint32_t next_id_ = 0;
  std::uint64_t heap_limit_ = std::uint64_t{8} << 20;  ///< CUDA's default
  std::uint64_t heap_used_ = 0;
  std::uint64_t next_heap_address_ = window::heap;
  std::deque<std::uint64_t> heap_freed_;  ///< addresses, oldest first
};

}  // namespace lockstep::ptx
