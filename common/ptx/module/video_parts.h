// SPDX-License-Identifier: Apache-2.0
// Which bytes or half-words a video instruction works on (manual, 9.7.15 and
// 9.7.16): the suffixes of its operands, kept in Instruction::immediate.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

/// Elements that one operation works on: 1, 2 half-words, or 4 bytes; 0 for an
/// instruction that is none of video.
constexpr unsigned video_elements(Opcode opcode) {
  if (opcode < Opcode::op_vadd || opcode > Opcode::op_vset4) return 0;
  if (opcode <= Opcode::op_vmad) return 1;
  return opcode <= Opcode::op_vset2 ? 2 : 4;
}

/// Of one element: `.b0` to `.b3` and `.h0`, `.h1` of a register.
enum class VideoPart : std::uint8_t { whole, b0, b1, b2, b3, h0, h1 };

struct VideoParts {
  VideoPart a = VideoPart::whole, b = VideoPart::whole, d = VideoPart::whole;
  /// Of 2 or 4 elements: which of those of a, then b, each is taken from;
  /// and which elements of d are written.
  std::array<std::uint8_t, 4> from_a{0, 1, 2, 3}, from_b{4, 5, 6, 7};
  std::uint8_t mask = 15;

  constexpr std::uint32_t packed(unsigned elements) const;
  static constexpr VideoParts of(const Instruction& instruction);
};

constexpr std::uint32_t VideoParts::packed(unsigned elements) const {
  if (elements == 1) {
    return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 3 |
           static_cast<std::uint32_t>(d) << 6;
  }
  std::uint32_t bits = mask;
  for (unsigned n = 0; n < 4; ++n) {
    bits |= std::uint32_t{from_a[n]} << (4 + 3 * n);
    bits |= std::uint32_t{from_b[n]} << (16 + 3 * n);
  }
  return bits;
}

constexpr VideoParts VideoParts::of(const Instruction& instruction) {
  const std::uint32_t bits = instruction.immediate;
  VideoParts parts;
  if (video_elements(instruction.opcode) == 1) {
    parts.a = static_cast<VideoPart>(bits & 7);
    parts.b = static_cast<VideoPart>(bits >> 3 & 7);
    parts.d = static_cast<VideoPart>(bits >> 6 & 7);
    return parts;
  }
  parts.mask = bits & 15;
  for (unsigned n = 0; n < 4; ++n) {
    parts.from_a[n] = bits >> (4 + 3 * n) & 7;
    parts.from_b[n] = bits >> (16 + 3 * n) & 7;
  }
  return parts;
}

}  // namespace lockstep::ptx
