// SPDX-License-Identifier: Apache-2.0
#include "ptx/machine/global_memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace lockstep::ptx {

namespace {

constexpr std::uint64_t guard_gap = std::uint64_t{32} << 20;
constexpr std::uint64_t alignment = 512;
constexpr std::uint64_t null_page = 0x10000;
constexpr std::uint64_t heap_alignment = 16;
constexpr std::uint64_t heap_gap = 256;
/// What the heap itself needs for each block of it.
constexpr std::uint64_t heap_overhead = 16;
/// Freed blocks that use-after-free reports can still name.
constexpr std::size_t max_heap_freed = 1u << 16;

constexpr std::uint64_t heap_cost(std::uint64_t bytes) {
  return (bytes + heap_alignment - 1) / heap_alignment * heap_alignment +
         heap_overhead;
}

}  // namespace

MemoryBlock& GlobalMemory::allocate(std::uint64_t bytes, std::string name) {
  if (bytes > capacity_ - used_ ||
      next_address_ > window::heap - bytes - 2 * guard_gap) {
    throw std::bad_alloc();
  }
  auto block = std::make_unique<MemoryBlock>();
  block->owned.reset(new std::byte[bytes]);
  block->bytes = block->owned.get();
  std::memset(block->bytes, std::to_integer<int>(poison), bytes);
  block->info = {next_address_, bytes, std::move(name),
                 next_id_++,    true,  false};
  used_ += bytes;
  next_address_ += (bytes + alignment - 1) / alignment * alignment + guard_gap;
  return *(blocks_[block->info.address] = std::move(block));
}

MemoryBlock& GlobalMemory::adopt(std::uint64_t address, std::byte* bytes,
                                 std::uint64_t size, std::string name) {
  // What was freed there before is remembered no longer.
  std::erase_if(blocks_, [&](const auto& entry) {
    const Allocation& old = entry.second->info;
    return !old.is_live && old.address < address + size &&
           address < old.address + old.bytes;
  });
  auto block = std::make_unique<MemoryBlock>();
  block->bytes = bytes;
  block->info = {address, size, std::move(name), next_id_++, true, false};
  return *(blocks_[address] = std::move(block));
}

/// A new block, or the one that was freed longest ago.
std::unique_ptr<MemoryBlock> GlobalMemory::recycled_block() {
  if (heap_freed_.size() <= max_heap_freed)
    return std::make_unique<MemoryBlock>();
  auto node = blocks_.extract(heap_freed_.front());
  heap_freed_.pop_front();
  return std::move(node.mapped());
}

MemoryBlock* GlobalMemory::heap_allocate(std::uint64_t bytes,
                                         std::string name) {
  const std::uint64_t cost = heap_cost(bytes);
  if (bytes > heap_limit_ ||
      cost > heap_limit_ - std::min(heap_used_, heap_limit_) ||
      next_heap_address_ > window::global_end - cost - heap_gap) {
    return nullptr;
  }
  auto block = recycled_block();
  block->owned.reset(new (std::nothrow) std::byte[bytes]);
  if (!block->owned) return nullptr;
  block->bytes = block->owned.get();
  block->is_read_only = false;
  std::memset(block->bytes, std::to_integer<int>(poison), bytes);
  block->info = {next_heap_address_, bytes, std::move(name),
                 next_id_++,         true,  true};
  heap_used_ += cost;
  next_heap_address_ += cost + heap_gap;
  return (blocks_[block->info.address] = std::move(block)).get();
}

bool GlobalMemory::free(std::uint64_t address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end() || !found->second->info.is_live) return false;
  MemoryBlock& block = *found->second;
  block.info.is_live = false;
  block.bytes = nullptr;
  if (block.info.is_on_heap) {
    heap_used_ -= heap_cost(block.info.bytes);
    heap_freed_.push_back(address);
  } else if (block.owned) {
    used_ -= block.info.bytes;
  }
  block.owned.reset();
  return true;
}

MemoryBlock* GlobalMemory::find(std::uint64_t address,
                                std::uint64_t size) const {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  MemoryBlock& block = *std::prev(after)->second;
  return block.contains(address, size) ? &block : nullptr;
}

std::uint64_t GlobalMemory::writable_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [address, block] : blocks_) {
    if (block->info.is_live && !block->is_read_only) bytes += block->info.bytes;
  }
  return bytes;
}

GlobalMemory::Snapshot GlobalMemory::snapshot() const {
  Snapshot all;
  for (const auto& [address, block] : blocks_) {
    if (!block->info.is_live || block->is_read_only) continue;
    all.emplace_back(
        block.get(),
        std::vector<std::byte>(block->bytes, block->bytes + block->info.bytes));
  }
  return all;
}

void GlobalMemory::restore(const Snapshot& snapshot) {
  for (const auto& [block, bytes] : snapshot) {
    std::copy(bytes.begin(), bytes.end(), block->bytes);
  }
}

const Allocation* GlobalMemory::nearest(std::uint64_t address) const {
  const auto after = blocks_.upper_bound(address);
  const Allocation* below =
      after == blocks_.begin() ? nullptr : &std::prev(after)->second->info;
  const Allocation* above =
      after == blocks_.end() ? nullptr : &after->second->info;
  if (below == nullptr || above == nullptr) return below ? below : above;
  const std::uint64_t end = below->address + below->bytes;
  const std::uint64_t past = address > end ? address - end : 0;
  return past <= above->address - address ? below : above;
}

FaultKind GlobalMemory::why_invalid(std::uint64_t address,
                                    std::uint64_t size) const {
  if (address < null_page) return FaultKind::null_pointer;
  const Allocation* near = nearest(address);
  const bool is_in_one = near != nullptr && address >= near->address &&
                         address < near->address + near->bytes;
  if (is_in_one && !near->is_live &&
      size <= near->address + near->bytes - address) {
    return FaultKind::use_after_free;
  }
  const bool is_in_window =
      address >= window::global && address < window::global_end;
  return is_in_window || is_in_one ? FaultKind::out_of_bounds
                                   : FaultKind::host_pointer;
}

}  // namespace lockstep::ptx
