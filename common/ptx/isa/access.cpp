// SPDX-License-Identifier: Apache-2.0
// How addresses become host pointers. First the whole warp at once, if all
// lanes lie in one region; otherwise lane by lane.
#include "ptx/isa/access.h"

#include <bit>

#include "ptx/isa/lanes.h"
#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

/// Where addresses [begin, begin + size) lie on the host.
struct Access::Region {
  std::uint64_t begin;
  std::uint64_t size;
  std::byte* host;
  Space space;
  const Allocation* allocation;
};

Access::Access(Warp& warp, const Instruction& instruction, LaneMask mask,
               AccessKind kind, std::uint32_t bytes,
               std::uint32_t element_bytes, const std::byte* data,
               bool is_reported)
    : warp_(warp),
      instruction_(instruction),
      kind_(kind),
      bytes_(bytes),
      element_bytes_(element_bytes),
      data_(data),
      mask_(mask) {
  compute_addresses();
  if (!resolve_whole()) {
    for_lanes(mask, [&](unsigned lane) { resolve_lane(lane); });
    if (valid_ != mask_) report_faults();
  }
  if (is_reported) report(0);
}

/// Lanes that do not take part get the address of one that does, so that the
/// whole warp can be looked at without asking for the mask again.
void Access::compute_addresses() {
  const Address& address = instruction_.address;
  std::uint64_t offset = static_cast<std::uint64_t>(address.offset);
  if (address.frame_relative && address.space == Space::local) {
    offset += warp_.frame->local_base;
  }
  if (!address.base) {
    for_all_lanes([&](unsigned lane) { address_[lane] = offset; });
    return;
  }
  const Source<std::uint64_t> base(warp_, address.base);
  // 32-bit addresses wrap in 32 bits.
  const std::uint64_t width = address.base.bytes == 4 ? 0xffffffffu : ~0ull;
  for_all_lanes(
      [&](unsigned lane) { address_[lane] = (base[lane] + offset) & width; });
  if (mask_ == full_mask) return;
  const std::uint64_t stand_in =
      address_[static_cast<unsigned>(std::countr_zero(mask_))];
  for_all_lanes([&](unsigned lane) {
    address_[lane] = (mask_ & lane_bits[lane]) != 0 ? address_[lane] : stand_in;
  });
}

bool Access::resolve_whole() {
  const std::uint64_t first =
      address_[static_cast<unsigned>(std::countr_zero(mask_))];
  const auto in_window = [&](std::uint64_t begin) {
    return first - begin < window::bytes;
  };
  switch (instruction_.address.space) {
    case Space::shared:
      return resolve_shared(0);
    case Space::local:
      return resolve_own(Space::local, 0);
    case Space::param_frame:
      return resolve_own(Space::param_frame, 0);
    case Space::global:
    case Space::constant:
      return resolve_block(first);
    case Space::generic:
      if (in_window(window::shared)) return resolve_shared(window::shared);
      if (in_window(window::local)) {
        return resolve_own(Space::local, window::local);
      }
      return resolve_block(first);
    default:
      return false;
  }
}

bool Access::resolve_shared(std::uint64_t begin) {
  Cta& cta = warp_.cta();
  return resolve_at_once(
      {begin, cta.shared_bytes(), cta.shared(), Space::shared, nullptr});
}

bool Access::resolve_block(std::uint64_t first) {
  const MemoryBlock* block = warp_.grid().memory->find(first, bytes_);
  if (block == nullptr) return false;
  if (block->is_read_only && kind_ != AccessKind::load) return false;
  const bool is_constant = instruction_.address.space == Space::constant;
  return resolve_at_once({block->info.address, block->info.bytes, block->bytes,
                          is_constant ? Space::constant : Space::global,
                          &block->info});
}

/// Every lane has its own copy, and all name the same place in it.
bool Access::resolve_own(Space space, std::uint64_t begin) {
  std::uint64_t differing = 0;
  for_all_lanes(
      [&](unsigned lane) { differing |= address_[lane] ^ address_[0]; });
  const std::uint64_t address = address_[0] - begin;
  if (differing != 0 || !is_aligned(address)) return false;
  const LaneBytes bytes = space == Space::local
                              ? warp_.local(address, bytes_)
                              : warp_.frame->param(address, bytes_);
  if (bytes.first == nullptr) return false;
  for_all_lanes([&](unsigned lane) {
    host_[lane] = bytes.first + lane * bytes.stride;
    address_[lane] = address;
  });
  valid_ = mask_;
  space_ = space;
  return true;
}

/// All lanes lie in one region, aligned: then that is all there is to check.
bool Access::resolve_at_once(const Region& region) {
  if (region.size < bytes_) return false;
  const std::uint64_t last = region.size - bytes_;
  const std::uint64_t first = address_[0];
  // The sign bit of `outside` is set as soon as one lane is outside.
  std::uint64_t outside = 0, bits = 0, gaps = 0;
  LOCKSTEP_LANES_ARE_INDEPENDENT
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t offset = address_[lane] - region.begin;
    outside |= offset | (last - offset);
    bits |= address_[lane];
    gaps |= (address_[lane] - first) ^ (std::uint64_t{lane} * bytes_);
  }
  if ((outside >> 63) != 0 || !is_aligned(bits)) return false;
  for_all_lanes([&](unsigned lane) {
    host_[lane] = region.host + (address_[lane] - region.begin);
  });
  if (region.space == Space::shared && region.begin != 0) {
    for_all_lanes([&](unsigned lane) { address_[lane] -= region.begin; });
  }
  valid_ = mask_;
  space_ = region.space;
  whole_ = region.allocation;
  is_contiguous_ = gaps == 0 && mask_ == full_mask;
  return true;
}

void Access::resolve_lane(unsigned lane) {
  const std::uint64_t address = address_[lane];
  const auto in_window = [&](std::uint64_t begin) {
    return address - begin < window::bytes;
  };
  Cta& cta = warp_.cta();
  const auto& params = warp_.grid().params;
  std::byte* const param_bytes = const_cast<std::byte*>(params.data());
  switch (instruction_.address.space) {
    case Space::shared:
      return resolve_in(lane, address, Space::shared, cta.shared(),
                        cta.shared_bytes());
    case Space::local:
      return resolve_local(lane, address);
    case Space::param:
      return resolve_in(lane, address, Space::param, param_bytes,
                        params.size());
    case Space::param_frame:
      return resolve_in(lane, address, Space::param_frame,
                        warp_.frame->params_of(lane),
                        warp_.frame->function->frame_param_bytes);
    case Space::generic:
      if (in_window(window::shared)) {
        return resolve_in(lane, address - window::shared, Space::shared,
                          cta.shared(), cta.shared_bytes());
      }
      if (in_window(window::local)) {
        return resolve_local(lane, address - window::local);
      }
      if (in_window(window::param)) {
        return resolve_in(lane, address - window::param, Space::param,
                          param_bytes, params.size());
      }
      return resolve_global(lane, address);
    default:
      return resolve_global(lane, address);
  }
}

void Access::resolve_in(unsigned lane, std::uint64_t address, Space space,
                        std::byte* base, std::uint64_t size) {
  address_[lane] = address;
  if (address > size || bytes_ > size - address) {
    return fail(lane, space, FaultKind::out_of_bounds);
  }
  if (!is_aligned(address)) return fail(lane, space, FaultKind::misaligned);
  if (space == Space::param && kind_ != AccessKind::load) {
    return fail(lane, space, FaultKind::read_only);
  }
  host_[lane] = base + address;
  spaces_[lane] = space;
  valid_ |= lane_bits[lane];
}

void Access::resolve_local(unsigned lane, std::uint64_t address) {
  address_[lane] = address;
  if (!is_aligned(address)) {
    return fail(lane, Space::local, FaultKind::misaligned);
  }
  host_[lane] = warp_.local(address, bytes_).of(lane);
  if (host_[lane] == nullptr) {
    return fail(lane, Space::local, FaultKind::out_of_bounds);
  }
  spaces_[lane] = Space::local;
  valid_ |= lane_bits[lane];
}

void Access::resolve_global(unsigned lane, std::uint64_t address) {
  GlobalMemory& memory = *warp_.grid().memory;
  const Space space = instruction_.address.space == Space::constant
                          ? Space::constant
                          : Space::global;
  const MemoryBlock* block = memory.find(address, bytes_);
  if (block == nullptr) {
    return fail(lane, space, memory.why_invalid(address, bytes_));
  }
  if (!is_aligned(address)) return fail(lane, space, FaultKind::misaligned);
  if (block->is_read_only && kind_ != AccessKind::load) {
    return fail(lane, space, FaultKind::read_only);
  }
  host_[lane] = block->at(address);
  spaces_[lane] = space;
  valid_ |= lane_bits[lane];
}

void Access::fail(unsigned lane, Space space, FaultKind kind) {
  spaces_[lane] = space;
  faults_[lane] = kind;
}

}  // namespace lockstep::ptx
