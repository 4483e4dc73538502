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
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::byte* host = nullptr;  ///< null: there is nothing
  Space space = Space::generic;
  const Allocation* allocation = nullptr;
};

namespace {

/// 32-bit addresses wrap in 32 bits.
std::uint64_t width_of(const Operand& base) {
  return base.bytes == 4 ? 0xffffffffu : ~std::uint64_t{0};
}

/// Does each lane's address begin where the one before ends?
template <class T>
bool is_run(const T* address, std::uint32_t bytes) {
  const T first = address[0];
  T difference = 0;
  LOCKSTEP_LANES_ARE_INDEPENDENT
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    difference |= (address[lane] - first) ^ static_cast<T>(lane * bytes);
  }
  return difference == 0;
}

LOCKSTEP_FOR_EACH_CPU bool is_run(const std::byte* base, const Operand& operand,
                                  std::uint32_t bytes) {
  if (operand.bytes == 8) {
    return is_run(reinterpret_cast<const std::uint64_t*>(base), bytes);
  }
  return operand.bytes == 4 &&
         is_run(reinterpret_cast<const std::uint32_t*>(base), bytes);
}

std::uint64_t first_of(const std::byte* base, const Operand& operand) {
  if (operand.bytes == 4) return *reinterpret_cast<const std::uint32_t*>(base);
  return *reinterpret_cast<const std::uint64_t*>(base);
}

}  // namespace

bool Access::is_observed() const { return warp_.grid().observers->any(); }

/// The usual access: the whole warp, each lane beside the one before. One
/// check is enough for all.
bool Access::resolve_run() {
  const Operand& base = instruction_.address.base;
  if (mask_ != full_mask || !base) return false;
  const std::byte* const at = warp_.at(base);
  if (!is_run(at, base, bytes_)) return false;
  const std::uint64_t first =
      (first_of(at, base) +
       static_cast<std::uint64_t>(instruction_.address.offset)) &
      width_of(base);
  const Region region = region_of(first);
  if (region.host == nullptr || !is_aligned(first)) return false;
  const std::uint64_t begin = first - region.begin;
  const std::uint64_t size = std::uint64_t{warp_size} * bytes_;
  if (begin > region.size || size > region.size - begin) return false;
  run_ = region.host + begin;
  valid_ = mask_;
  space_ = region.space;
  whole_ = region.allocation;
  if (is_observed()) {
    const std::uint64_t told = space_ == Space::shared ? begin : first;
    for_all_lanes([&](unsigned lane) {
      address_[lane] = told + std::uint64_t{lane} * bytes_;
    });
  }
  return true;
}

/// First the whole warp at once, if all lanes lie in one region.
LOCKSTEP_FOR_EACH_CPU void Access::resolve_lanes() {
  compute_addresses();
  const auto first = static_cast<unsigned>(std::countr_zero(mask_));
  if (resolve_in_one(region_of(address_[first])) || resolve_own()) return;
  for_lanes(mask_, [&](unsigned lane) { resolve_lane(lane); });
  if (valid_ != mask_) report_faults();
}

void Access::compute_addresses() {
  if (given_ != nullptr) {
    for_all_lanes([&](unsigned lane) { address_[lane] = given_[lane]; });
    return fill_inactive();
  }
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
  const std::uint64_t width = width_of(address.base);
  for_all_lanes(
      [&](unsigned lane) { address_[lane] = (base[lane] + offset) & width; });
  fill_inactive();
}

/// Lanes that do not take part get the address of one that does, so that the
/// whole warp can be looked at without asking for the mask again.
void Access::fill_inactive() {
  if (mask_ == full_mask) return;
  const std::uint64_t stand_in =
      address_[static_cast<unsigned>(std::countr_zero(mask_))];
  for_all_lanes([&](unsigned lane) {
    address_[lane] = (mask_ & lane_bits[lane]) != 0 ? address_[lane] : stand_in;
  });
}

/// What all threads of the block see at an address.
Access::Region Access::region_of(std::uint64_t address) {
  Cta& cta = warp_.cta();
  switch (instruction_.address.space) {
    case Space::shared:
      return {0, cta.shared_bytes(), cta.shared(), Space::shared};
    case Space::global:
    case Space::constant:
      return region_of_block(address);
    case Space::generic:
      if (address - window::shared < window::bytes) {
        return {window::shared, cta.shared_bytes(), cta.shared(),
                Space::shared};
      }
      return region_of_block(address);
    default:
      return {};
  }
}

Access::Region Access::region_of_block(std::uint64_t address) {
  const MemoryBlock* block = warp_.cta().find_block(warp_.pc, address, bytes_);
  if (block == nullptr) return {};
  if (block->is_read_only && kind_ != AccessKind::load) return {};
  const bool is_constant = instruction_.address.space == Space::constant;
  return {block->info.address, block->info.bytes, block->bytes,
          is_constant ? Space::constant : Space::global, &block->info};
}

/// All lanes lie in one region, aligned: then that is all there is to check.
bool Access::resolve_in_one(const Region& region) {
  if (region.host == nullptr || region.size < bytes_) return false;
  const std::uint64_t last = region.size - bytes_;
  // The sign bit of `outside` is set as soon as one lane is outside.
  std::uint64_t outside = 0, bits = 0;
  LOCKSTEP_LANES_ARE_INDEPENDENT
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t offset = address_[lane] - region.begin;
    outside |= offset | (last - offset);
    bits |= address_[lane];
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
  return true;
}

bool Access::resolve_own() {
  const Space space = instruction_.address.space;
  if (space == Space::local || space == Space::param_frame) {
    return resolve_own(space, 0);
  }
  const std::uint64_t first =
      address_[static_cast<unsigned>(std::countr_zero(mask_))];
  return space == Space::generic && first - window::local < window::bytes &&
         resolve_own(Space::local, window::local);
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

[[gnu::noinline]] void Access::resolve_lane(unsigned lane) {
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
  const MemoryBlock* block = warp_.cta().find_block(warp_.pc, address, bytes_);
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
