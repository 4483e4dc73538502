// SPDX-License-Identifier: Apache-2.0
// Offsets within the three areas of a frame.
#include "ptx/module/loading/frame_layout.h"

#include <algorithm>

#include "ptx/module/loading/decode_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint32_t max_registers = 1u << 16;
constexpr std::uint64_t max_local_bytes = 512 * 1024;
constexpr std::uint64_t max_frame_param_bytes = 64 * 1024;
constexpr std::uint32_t line = 64;

}  // namespace

Operand FrameLayout::add_register(Type type) {
  if (++register_count_ > max_registers)
    throw DecodeError("a function uses more than 65536 registers");
  Operand operand;
  operand.base = Operand::Base::registers;
  if (type == Type::pred) {
    if (predicate_next_ == predicate_end_) {
      predicate_next_ = register_bytes_;
      predicate_end_ = register_bytes_ += line;
    }
    operand.offset = predicate_next_;
    predicate_next_ += sizeof(LaneMask);
    return operand;
  }
  operand.bytes = static_cast<std::uint8_t>(std::max(2u, size_of(type)));
  operand.offset = register_bytes_;
  register_bytes_ += operand.bytes * warp_size;
  return operand;
}

std::uint32_t FrameLayout::add_local(std::uint64_t bytes,
                                     std::uint32_t alignment) {
  const std::uint64_t offset = align_up(local_bytes_, alignment);
  if (bytes > max_local_bytes || offset + bytes > max_local_bytes)
    throw DecodeError("a function's local variables exceed 512 KiB");
  local_bytes_ = static_cast<std::uint32_t>(offset + bytes);
  return static_cast<std::uint32_t>(offset);
}

std::uint32_t FrameLayout::add_param(std::uint64_t bytes,
                                     std::uint32_t alignment) {
  const std::uint64_t offset = align_up(param_next_, alignment);
  if (bytes > max_frame_param_bytes || offset + bytes > max_frame_param_bytes)
    throw DecodeError("a function's parameters exceed 64 KiB");
  param_next_ = static_cast<std::uint32_t>(offset + bytes);
  param_bytes_ = std::max(param_bytes_, param_next_);
  return static_cast<std::uint32_t>(offset);
}

void FrameLayout::store(Function& function) const {
  function.register_bytes = register_bytes_;
  function.local_bytes = local_bytes_;
  function.frame_param_bytes = param_bytes_;
}

}  // namespace lockstep::ptx
