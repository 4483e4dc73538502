// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/host_arena.h"

#include <sys/mman.h>

namespace lockstep::cudart {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t gap = std::uint64_t{1} << 20;

std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + page - 1) / page * page;
}

}  // namespace

HostArena::~HostArena() {
  for (const auto& [begin, bytes] : mapped_) munmap(begin, bytes);
}

std::span<std::byte> HostArena::allocate(std::uint64_t bytes) {
  const std::uint64_t whole = rounded_up(bytes == 0 ? 1 : bytes);
  if (bytes > all_bytes / 4 || !contains(next_ + whole + gap)) return {};
  void* const wanted = reinterpret_cast<void*>(next_);
  void* const got = mmap(
      wanted, whole, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) return {};
  auto* const begin = static_cast<std::byte*>(got);
  mapped_[begin] = whole;
  next_ += whole + gap;
  return {begin, bytes};
}

void HostArena::free(std::byte* begin) {
  const auto found = mapped_.find(begin);
  if (found == mapped_.end()) return;
  munmap(found->first, found->second);
  mapped_.erase(found);
}

}  // namespace lockstep::cudart
