// SPDX-License-Identifier: Apache-2.0
// Frames of a warp: calls and returns, local memory, special registers.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

namespace {

constexpr std::uint32_t max_depth = 4096;
constexpr std::uint64_t max_local_bytes = 512 * 1024;

template <unsigned bytes>
using UnsignedOf = std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>;

std::uint64_t bytes_of(const Function& function) {
  return function.register_bytes +
         std::uint64_t{warp_size} *
             (std::uint64_t{function.frame_param_bytes} + function.local_bytes);
}

}  // namespace

Warp::Warp(Grid& grid, Cta& cta, std::uint32_t number)
    : grid_(&grid),
      cta_(&cta),
      number_(number),
      specials_(special_register_count * special_register_stride /
                sizeof(RegisterLine)) {
  const std::uint64_t threads = grid.block.count();
  const std::uint64_t first = std::uint64_t{number} * warp_size;
  const std::uint64_t count = std::min<std::uint64_t>(threads - first, 32);
  existing_ = count == 32 ? full_mask : (LaneMask{1} << count) - 1;
  // The pool and the specials are only ever read through their operands,
  // which the loader never makes a destination.
  bases_[static_cast<unsigned>(Operand::Base::none)] = specials_.front().bytes;
  bases_[static_cast<unsigned>(Operand::Base::constants)] =
      const_cast<std::byte*>(grid.constants);
  bases_[static_cast<unsigned>(Operand::Base::specials)] =
      specials_.front().bytes;
  fill_fixed_registers();
}

void Warp::set(SpecialRegister special, unsigned lane, std::uint64_t value) {
  std::byte* base = bases_[static_cast<unsigned>(Operand::Base::specials)] +
                    offset_of(special);
  switch (special) {
#define SPECIAL(name, spelling, bytes, kind)                      \
  case SpecialRegister::name:                                     \
    std::memcpy(base + std::size_t{lane} * bytes, &value, bytes); \
    break;
#include "ptx/module/special_registers.def"
#undef SPECIAL
  }
}

void Warp::set(SpecialRegister special, std::uint64_t value) {
  std::byte* base = bases_[static_cast<unsigned>(Operand::Base::specials)] +
                    offset_of(special);
  switch (special) {
#define SPECIAL(name, spelling, bytes, kind)                           \
  case SpecialRegister::name:                                          \
    std::fill_n(reinterpret_cast<UnsignedOf<bytes>*>(base), warp_size, \
                static_cast<UnsignedOf<bytes>>(value));                \
    break;
#include "ptx/module/special_registers.def"
#undef SPECIAL
  }
}

void Warp::fill_fixed_registers() {
  const Grid& grid = *grid_;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t thread = std::uint64_t{number_} * warp_size + lane;
    set(SpecialRegister::tid_x, lane, thread % grid.block.x);
    set(SpecialRegister::tid_y, lane, thread / grid.block.x % grid.block.y);
    set(SpecialRegister::tid_z, lane, thread / grid.block.x / grid.block.y);
    const LaneMask below = (LaneMask{1} << lane) - 1;
    const LaneMask here = LaneMask{1} << lane;
    set(SpecialRegister::laneid, lane, lane);
    set(SpecialRegister::lanemask_eq, lane, here);
    set(SpecialRegister::lanemask_lt, lane, below);
    set(SpecialRegister::lanemask_le, lane, below | here);
    set(SpecialRegister::lanemask_gt, lane, ~(below | here));
    set(SpecialRegister::lanemask_ge, lane, ~below);
  }
  set(SpecialRegister::ntid_x, grid.block.x);
  set(SpecialRegister::ntid_y, grid.block.y);
  set(SpecialRegister::ntid_z, grid.block.z);
  set(SpecialRegister::nctaid_x, grid.dimensions.x);
  set(SpecialRegister::nctaid_y, grid.dimensions.y);
  set(SpecialRegister::nctaid_z, grid.dimensions.z);
  set(SpecialRegister::warpid, number_);
  set(SpecialRegister::nwarpid, (grid.block.count() + 31) / warp_size);
  set(SpecialRegister::nsmid, 1);
  set(SpecialRegister::gridid, grid.launch_index);
  set(SpecialRegister::total_smem_size, grid.shared_bytes());
  set(SpecialRegister::dynamic_smem_size, grid.dynamic_shared_bytes);
  set(SpecialRegister::dynamic_shared, grid.kernel->dynamic_shared_offset);
  set(SpecialRegister::aggr_smem_size, grid.shared_bytes());
  const std::uint64_t reserved = grid.reserved_offset();
  const std::uint64_t end = reserved + grid.module->reserved_shared_bytes;
  set(SpecialRegister::reserved_begin, reserved);
  set(SpecialRegister::reserved_0, reserved);
  set(SpecialRegister::reserved_1, reserved);
  set(SpecialRegister::reserved_end, end);
  set(SpecialRegister::reserved_cap, end);
  set(SpecialRegister::envreg1, grid.workspace >> 32);
  set(SpecialRegister::envreg2, grid.workspace & 0xffffffff);
  fill_cluster_registers();
}

/// A launch without clusters: each is one block.
void Warp::fill_cluster_registers() {
  const Grid& grid = *grid_;
  set(SpecialRegister::nclusterid_x, grid.dimensions.x);
  set(SpecialRegister::nclusterid_y, grid.dimensions.y);
  set(SpecialRegister::nclusterid_z, grid.dimensions.z);
  set(SpecialRegister::cluster_nctaid_x, 1);
  set(SpecialRegister::cluster_nctaid_y, 1);
  set(SpecialRegister::cluster_nctaid_z, 1);
  set(SpecialRegister::cluster_nctarank, 1);
}

void Warp::fill_block_registers() {
  const Dim3& grid = grid_->dimensions;
  set(SpecialRegister::ctaid_x, block_ % grid.x);
  set(SpecialRegister::ctaid_y, block_ / grid.x % grid.y);
  set(SpecialRegister::ctaid_z, block_ / grid.x / grid.y);
  set(SpecialRegister::clusterid_x, block_ % grid.x);
  set(SpecialRegister::clusterid_y, block_ / grid.x % grid.y);
  set(SpecialRegister::clusterid_z, block_ / grid.x / grid.y);
}

Frame* Warp::new_frame(const Function& function) {
  const auto found = std::find_if(
      free_frames_.begin(), free_frames_.end(),
      [&](const auto& free) { return free->function == &function; });
  if (found != free_frames_.end()) {
    frames_.push_back(std::move(*found));
    *found = std::move(free_frames_.back());
    free_frames_.pop_back();
    Frame& frame_again = *frames_.back();
    std::memset(frame_again.register_base(), 0,
                frame_again.registers.size() * sizeof(RegisterLine));
    frame_again.locals_written = false;
    frame_again.stack_lanes = 0;
    return &frame_again;
  }
  grid_->charge(bytes_of(function));
  auto made = std::make_unique<Frame>();
  made->function = &function;
  made->registers.resize(function.register_bytes / sizeof(RegisterLine) + 1);
  made->params.resize(std::size_t{function.frame_param_bytes} * warp_size);
  frames_.push_back(std::move(made));
  return frames_.back().get();
}

Frame& Warp::enter(LaneMask mask, const Function& callee,
                   const CallSite& site) {
  const auto found =
      std::find_if(frames_.begin(), frames_.end(), [&](const auto& other) {
        return other->caller == frame && other->return_pc == next &&
               other->function == &callee;
      });
  Frame* entered = found != frames_.end() ? found->get() : nullptr;
  if (entered == nullptr) {
    const std::uint64_t local_base =
        (frame->local_base + frame->function->local_bytes + 15) / 16 * 16;
    if (frame->depth >= max_depth ||
        local_base + callee.local_bytes > max_local_bytes) {
      throw LaunchStop(LaunchStatus::trap,
                       fmt::format("call stack overflow: {} calls deep in {}",
                                   frame->depth, callee.name));
    }
    entered = new_frame(callee);
    entered->caller = frame;
    entered->site = &site;
    entered->return_pc = next;
    entered->depth = frame->depth + 1;
    entered->lanes = 0;
    entered->local_base = local_base;
  }
  entered->lanes |= mask;
  const LaneMask rest = active & ~mask;
  if (rest != 0) add_group(rest, next, frame);
  active = mask;
  frame = entered;
  look_at(frame);
  next = callee.begin;
  if (!groups_.empty()) switch_pc = 0;
  return *entered;
}

void Warp::leave(LaneMask mask) {
  Frame* const left = frame;
  Frame* const caller = frame->caller;
  const std::uint32_t return_pc = frame->return_pc;
  left->lanes &= ~mask;
  if ((left->stack_lanes & mask) != 0) restore_stack(mask, *left);
  if (mask == active) {
    frame = caller;
    look_at(frame);
    next = return_pc;
    if (!groups_.empty()) switch_pc = 0;
  } else {
    active &= ~mask;
    add_group(mask, return_pc, caller);
  }
  if (left->lanes == 0) drop(0, left);
}

/// Takes lanes out of a frame and of its callers; recycles empty ones.
void Warp::drop(LaneMask mask, Frame* from) {
  while (from != nullptr) {
    Frame* const caller = from->caller;
    from->lanes &= ~mask;
    if (from->lanes == 0 && caller != nullptr) {
      const auto found =
          std::find_if(frames_.begin(), frames_.end(),
                       [&](const auto& held) { return held.get() == from; });
      (*found)->caller = nullptr;
      free_frames_.push_back(std::move(*found));
      *found = std::move(frames_.back());
      frames_.pop_back();
    }
    from = mask == 0 ? nullptr : caller;
  }
}

AllocaStack& Warp::stack() {
  if (!stack_) {
    grid_->charge(warp_size * AllocaStack::bytes);
    stack_ = std::make_unique<AllocaStack>();
    stack_->memory.assign(warp_size * AllocaStack::bytes, poison);
  }
  return *stack_;
}

void Warp::mark_stack(unsigned lane) {
  const LaneMask bit = LaneMask{1} << lane;
  if ((frame->stack_lanes & bit) != 0) return;
  if (!frame->stack_marks)
    frame->stack_marks =
        std::make_unique<std::array<std::uint32_t, warp_size>>();
  (*frame->stack_marks)[lane] = stack().used[lane];
  frame->stack_lanes |= bit;
}

void Warp::restore_stack(LaneMask mask, const Frame& left) {
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((left.stack_lanes & mask & (LaneMask{1} << lane)) != 0)
      stack_->used[lane] = (*left.stack_marks)[lane];
  }
}

LaneBytes Warp::local(std::uint64_t address, std::uint64_t bytes) {
  if (stack_ && address >= AllocaStack::base) {
    return stack_->at(address, bytes);
  }
  for (Frame* at = frame; at != nullptr; at = at->caller) {
    if (address < at->local_base) continue;
    const std::uint64_t offset = address - at->local_base;
    const std::uint64_t size = at->function->local_bytes;
    if (offset > size || bytes > size - offset) return {};
    if (!at->locals_written) {
      at->locals.assign(std::size_t{size} * warp_size, poison);
      at->locals_written = true;
    }
    return {at->locals.data() + offset, size};
  }
  return {};
}

std::byte* Warp::generic(unsigned lane, std::uint64_t address,
                         std::uint64_t bytes) {
  if (address - window::local < window::bytes) {
    return local(address - window::local, bytes).of(lane);
  }
  if (address - window::shared < window::bytes) {
    const std::uint64_t offset = address - window::shared;
    const std::uint64_t size = cta_->shared_bytes();
    if (offset > size || bytes > size - offset) return nullptr;
    return cta_->shared() + offset;
  }
  const MemoryBlock* block = grid_->memory->find(address, bytes);
  return block == nullptr ? nullptr : block->at(address);
}

}  // namespace lockstep::ptx
