// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "cudart/core/error.h"

namespace lockstep::cudart {
namespace {

std::byte* host_pointer(std::uint64_t address) {
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace

std::string described(const Region& region) {
  return fmt::format("{} ({} bytes)", region.name, region.bytes);
}

std::string Memory::name_for(const std::string& call) {
  return fmt::format("{}#{}", call, ++calls_[call]);
}

Region& Memory::add(Region region) {
  // Registered memory may lie where other memory was registered before.
  std::erase_if(regions_, [&](const auto& entry) {
    const Region& old = entry.second;
    return !old.is_live && old.address < region.address + region.bytes &&
           region.address < old.address + old.bytes;
  });
  if (region.kind == MemoryKind::device) used_ += region.bytes;
  if (on_allocation && !region.is_variable()) on_allocation(region);
  return regions_[region.address] = std::move(region);
}

const Region& Memory::allocate(std::uint64_t bytes, const std::string& call,
                               const void* caller) try {
  Region region;
  region.name = name_for(call);
  region.bytes = bytes;
  region.address = context_.allocate(bytes, region.name);
  region.stack = stack_from(caller);
  return add(std::move(region));
} catch (const std::bad_alloc&) {
  throw Failure(Error::out_of_memory);
}

const Region& Memory::allocate_on_both(std::uint64_t bytes, MemoryKind kind,
                                       const std::string& call,
                                       const void* caller) {
  const std::span<std::byte> host = take_both(bytes);
  Region region;
  region.name = name_for(call);
  region.bytes = bytes;
  region.address = reinterpret_cast<std::uint64_t>(host.data());
  region.kind = kind;
  region.stack = stack_from(caller);
  context_.adopt(host, region.name);
  return add(std::move(region));
}

const Region& Memory::register_host(void* begin, std::uint64_t bytes,
                                    const void* caller) {
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  const auto after = regions_.lower_bound(address + bytes);
  if (after != regions_.begin()) {
    const Region& before = std::prev(after)->second;
    if (before.is_live && before.address + before.bytes > address)
      throw Failure(Error::already_registered);
  }
  Region region;
  region.name = name_for("cudaHostRegister");
  region.bytes = bytes;
  region.address = address;
  region.kind = MemoryKind::registered;
  region.stack = stack_from(caller);
  context_.adopt({static_cast<std::byte*>(begin), bytes}, region.name);
  return add(std::move(region));
}

std::span<std::byte> Memory::take_both(std::uint64_t bytes) {
  const std::span<std::byte> host = arena_.allocate(bytes);
  if (host.data() == nullptr) throw Failure(Error::out_of_memory);
  return host;
}

void Memory::add_variable(DeviceAddress address, std::uint64_t bytes,
                          const std::string& name, bool is_managed) {
  Region region;
  region.address = address;
  region.bytes = bytes;
  region.name = name;
  region.kind =
      is_managed ? MemoryKind::managed_variable : MemoryKind::variable;
  add(std::move(region));
}

void Memory::set_flags(DeviceAddress address, unsigned flags) {
  regions_.at(address).flags = flags;
}

const Region* Memory::find_any(std::uint64_t address) const {
  const auto after = regions_.upper_bound(address);
  if (after == regions_.begin()) return nullptr;
  const Region& region = std::prev(after)->second;
  const std::uint64_t offset = address - region.address;
  return offset < region.bytes || offset == 0 ? &region : nullptr;
}

const Region* Memory::find(std::uint64_t address) const {
  const Region* region = find_any(address);
  return region != nullptr && region->is_live ? region : nullptr;
}

void Memory::free(std::uint64_t address, MemoryKind kind) {
  const auto found = regions_.find(address);
  const auto is_right = [&](const Region& region) {
    if (kind == MemoryKind::device)
      return region.kind == MemoryKind::device ||
             region.kind == MemoryKind::managed;
    return region.kind == kind;
  };
  if (found == regions_.end() || !found->second.is_live ||
      !is_right(found->second))
    refuse_free(address, kind);
  Region& region = found->second;
  context_.free(address);
  region.is_live = false;
  if (region.kind == MemoryKind::device) used_ -= region.bytes;
  if (region.kind == MemoryKind::managed || region.kind == MemoryKind::pinned)
    arena_.free(host_pointer(address));
}

void Memory::free_all() {
  for (const auto& [address, region] : regions_) {
    const bool goes =
        region.kind == MemoryKind::device || region.kind == MemoryKind::managed;
    if (region.is_live && goes) free(address, region.kind);
  }
}

void Memory::refuse_free(std::uint64_t address, MemoryKind kind) const {
  const Error error = kind == MemoryKind::registered ? Error::not_registered
                                                     : Error::invalid_value;
  const Region* region = find_any(address);
  if (region == nullptr) {
    throw Failure(error, "invalid free",
                  fmt::format("0x{:x} is no allocation of CUDA's", address));
  }
  if (!region->is_live) {
    throw Failure(error, "double free",
                  fmt::format("{} has been freed before", described(*region)));
  }
  if (region->address != address) {
    throw Failure(error, "invalid free",
                  fmt::format("the pointer is {} bytes into {}, not at its "
                              "start",
                              address - region->address, described(*region)));
  }
  throw Failure(error, "invalid free",
                fmt::format("{} is memory of another kind, which another "
                            "function frees",
                            described(*region)));
}

}  // namespace lockstep::cudart
