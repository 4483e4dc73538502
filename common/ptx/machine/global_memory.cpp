// SPDX-License-Identifier: Apache-2.0
#include "ptx/machine/global_memory.h"

#include <cstring>
#include <new>
#include <utility>

namespace lockstep::ptx {

namespace {

constexpr std::uint64_t guard_gap = std::uint64_t{32} << 20;
constexpr std::uint64_t alignment = 512;
constexpr std::uint64_t null_page = 0x10000;

}  // namespace

MemoryBlock& GlobalMemory::allocate(std::uint64_t bytes, std::string name) {
  if (bytes > capacity_ - used_ ||
      next_address_ > window::global_end - bytes - 2 * guard_gap) {
    throw std::bad_alloc();
  }
  auto block = std::make_unique<MemoryBlock>();
  block->bytes.reset(new std::byte[bytes]);
  std::memset(block->bytes.get(), std::to_integer<int>(poison), bytes);
  block->info = {next_address_, bytes, std::move(name), next_id_++, true};
  used_ += bytes;
  next_address_ += (bytes + alignment - 1) / alignment * alignment + guard_gap;
  return *(blocks_[block->info.address] = std::move(block));
}

bool GlobalMemory::free(std::uint64_t address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end() || !found->second->info.is_live) return false;
  MemoryBlock& block = *found->second;
  block.info.is_live = false;
  block.bytes.reset();
  used_ -= block.info.bytes;
  if (last_ == &block) last_ = nullptr;
  return true;
}

MemoryBlock* GlobalMemory::find_slowly(std::uint64_t address,
                                       std::uint64_t size) {
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  MemoryBlock& block = *std::prev(after)->second;
  if (!block.contains(address, size)) return nullptr;
  last_ = &block;
  return last_;
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
  if (address < window::global || address >= window::global_end) {
    return FaultKind::host_pointer;
  }
  const Allocation* near = nearest(address);
  if (near != nullptr && !near->is_live && address >= near->address &&
      address + size <= near->address + near->bytes) {
    return FaultKind::use_after_free;
  }
  return FaultKind::out_of_bounds;
}

}  // namespace lockstep::ptx
