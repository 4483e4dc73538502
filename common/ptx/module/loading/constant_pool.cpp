// SPDX-License-Identifier: Apache-2.0
// Constants, spread over 32 lanes.
#include "ptx/module/loading/constant_pool.h"

#include <cstring>

#include "ptx/module/loading/decode_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::size_t max_pool_bytes = std::size_t{256} << 20;
constexpr std::size_t alignment = 64;

}  // namespace

Operand ConstantPoolBuilder::room_for(unsigned bytes) {
  const std::size_t size = bytes == 0 ? sizeof(LaneMask) : warp_size * bytes;
  const std::size_t padded = (size + alignment - 1) / alignment * alignment;
  Operand operand;
  operand.base = Operand::Base::constants;
  operand.bytes = static_cast<std::uint8_t>(bytes);
  operand.offset = static_cast<std::uint32_t>(pool_.bytes.size());
  if (pool_.bytes.size() + padded > max_pool_bytes)
    throw DecodeError("the module has too many different constants");
  pool_.bytes.resize(pool_.bytes.size() + padded);
  return operand;
}

Operand ConstantPoolBuilder::value(std::uint64_t bits, unsigned bytes) {
  if (bytes < 8) bits &= (std::uint64_t{1} << (8 * bytes)) - 1;
  Operand& operand = values_[{bits, bytes}];
  if (operand) return operand;
  operand = room_for(bytes);
  const std::size_t copied = bytes < 8 ? bytes : 8;
  for (std::size_t lane = 0; lane < warp_size; ++lane)
    std::memcpy(pool_.bytes.data() + operand.offset + lane * bytes, &bits,
                copied);
  return operand;
}

Operand ConstantPoolBuilder::predicate(bool truth) {
  Operand& operand = values_[{truth ? 1 : 0, 0}];
  if (operand) return operand;
  operand = room_for(0);
  const LaneMask mask = truth ? full_mask : 0;
  std::memcpy(pool_.bytes.data() + operand.offset, &mask, sizeof mask);
  return operand;
}

Operand ConstantPoolBuilder::address(std::uint32_t variable,
                                     std::int64_t addend) {
  Operand& operand = addresses_[{variable, addend}];
  if (operand) return operand;
  operand = room_for(8);
  pool_.relocations.push_back({operand.offset, variable, addend, false});
  return operand;
}

}  // namespace lockstep::ptx
