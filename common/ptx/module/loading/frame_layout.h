// SPDX-License-Identifier: Apache-2.0
// Where a function's registers, local variables and param variables lie in
// its frame. A frame has three areas:
//   registers  a warp wide: the carry flag, then registers that are used
//   local      a thread wide: `.local` variables
//   param      a thread wide: a device function's parameters and returns,
//              then the `.param` variables of its calls, whose room is used
//              again once their scope has ended
#pragma once

#include <cstdint>

#include "ptx/module/instruction.h"
#include "ptx/module/module.h"

namespace lockstep::ptx {

/// `value` rounded up to a multiple of `alignment`, a power of two.
constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

class FrameLayout {
 public:
  /// Room for one register; throws DecodeError past 65536 of them.
  Operand add_register(Type type);
  /// Offset of a new local variable.
  std::uint32_t add_local(std::uint64_t bytes, std::uint32_t alignment);
  /// Offset of a new param variable.
  std::uint32_t add_param(std::uint64_t bytes, std::uint32_t alignment);

  std::uint32_t param_mark() const { return param_next_; }
  /// Gives back the room of param variables made since `mark`.
  void release_params(std::uint32_t mark) { param_next_ = mark; }

  void store(Function& function) const;

 private:
  std::uint32_t register_count_ = 0;
  std::uint32_t register_bytes_ = 64;  ///< the carry flag's line
  std::uint32_t predicate_next_ = 4;   ///< predicates fill lines of 64 bytes
  std::uint32_t predicate_end_ = 64;
  std::uint32_t local_bytes_ = 0;
  std::uint32_t param_next_ = 0;
  std::uint32_t param_bytes_ = 0;
};

}  // namespace lockstep::ptx
