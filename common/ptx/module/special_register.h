// SPDX-License-Identifier: Apache-2.0
// Layout of a warp's special registers: each 32 lanes of 4 or 8 bytes at a
// fixed offset from Operand::Base::specials.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

enum class SpecialRegister : std::uint8_t {
#define SPECIAL(name, spelling, bytes, kind) name,
#include "ptx/module/special_registers.def"
#undef SPECIAL
};

inline constexpr unsigned special_register_count = 0
#define SPECIAL(name, spelling, bytes, kind) +1
#include "ptx/module/special_registers.def"
#undef SPECIAL
    ;

/// Every special register has room for 32 lanes of 8 bytes.
inline constexpr std::uint32_t special_register_stride = warp_size * 8;

constexpr std::uint32_t offset_of(SpecialRegister special) {
  return static_cast<std::uint32_t>(special) * special_register_stride;
}

/// The operand that reads it; nothing for an unknown spelling.
std::optional<Operand> special_register_operand(std::string_view spelling);

/// True for %clock and the like, which are computed at every read.
bool is_live(SpecialRegister special);

}  // namespace lockstep::ptx
