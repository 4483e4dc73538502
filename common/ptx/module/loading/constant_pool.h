// SPDX-License-Identifier: Apache-2.0
// Fills a module's ConstantPool: equal values share their 32 lanes.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "ptx/module/module.h"

namespace lockstep::ptx {

class ConstantPoolBuilder {
 public:
  explicit ConstantPoolBuilder(ConstantPool& pool) : pool_(pool) {}

  /// The low `bytes` bytes of `bits` (2, 4, 8; 16 adds zeros) in each lane.
  Operand value(std::uint64_t bits, unsigned bytes);
  Operand predicate(bool truth);
  /// Where `variable` lies, 8 bytes a lane: the runtime fills it in.
  Operand address(std::uint32_t variable, std::int64_t addend);

 private:
  Operand room_for(unsigned bytes);

  ConstantPool& pool_;
  std::map<std::pair<std::uint64_t, unsigned>, Operand> values_;
  std::map<std::pair<std::uint32_t, std::int64_t>, Operand> addresses_;
};

}  // namespace lockstep::ptx
