// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/loading/video_operands.h"

#include <string>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/video_parts.h"

namespace lockstep::ptx {
namespace {

[[noreturn]] void fail(std::string_view suffix) {
  throw DecodeError("'." + std::string(suffix) + "' selects nothing here");
}

/// What stands behind the name's dot, taken off it; empty if there is none.
std::string_view take_suffix(OperandSyntax& operand) {
  if (operand.kind != OperandSyntax::Kind::name) return {};
  const auto dot = operand.name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view suffix = operand.name.substr(dot + 1);
  operand.name = operand.name.substr(0, dot);
  return suffix;
}

VideoPart part_named(std::string_view suffix) {
  constexpr std::string_view names[] = {"", "b0", "b1", "b2", "b3", "h0", "h1"};
  for (std::size_t n = 0; n < std::size(names); ++n) {
    if (names[n] == suffix) return static_cast<VideoPart>(n);
  }
  fail(suffix);
}

/// The digits of a suffix, the last one for the first element.
void read_digits(std::string_view suffix, unsigned elements,
                 std::array<std::uint8_t, 4>& from) {
  if (suffix.empty()) return;
  if (suffix.size() != elements + 1 || suffix[0] != (elements == 2 ? 'h' : 'b'))
    fail(suffix);
  for (unsigned n = 0; n < elements; ++n) {
    const unsigned digit = static_cast<unsigned>(suffix[elements - n] - '0');
    if (digit >= 2 * elements) fail(suffix);
    from[n] = static_cast<std::uint8_t>(digit);
  }
}

/// The elements that a mask such as `.b31` or `.h0` names.
std::uint8_t mask_named(std::string_view suffix, unsigned elements) {
  if (suffix.empty()) return 15;
  if (suffix.size() < 2 || suffix[0] != (elements == 2 ? 'h' : 'b'))
    fail(suffix);
  unsigned mask = 0;
  for (const char c : suffix.substr(1)) {
    const unsigned digit = static_cast<unsigned>(c - '0');
    if (digit >= elements) fail(suffix);
    mask |= 1u << digit;
  }
  return static_cast<std::uint8_t>(mask);
}

}  // namespace

InstructionSyntax take_video_parts(InstructionSyntax syntax, Instruction& out) {
  const unsigned elements = video_elements(out.opcode);
  std::string_view suffixes[3];
  for (std::size_t n = 0; n < 3 && n < syntax.operands.size(); ++n)
    suffixes[n] = take_suffix(syntax.operands[n]);
  VideoParts parts;
  if (elements == 1) {
    parts.d = part_named(suffixes[0]);
    parts.a = part_named(suffixes[1]);
    parts.b = part_named(suffixes[2]);
  } else {
    if (elements == 2) parts.from_b = {2, 3, 0, 0};
    parts.mask = mask_named(suffixes[0], elements);
    read_digits(suffixes[1], elements, parts.from_a);
    read_digits(suffixes[2], elements, parts.from_b);
  }
  out.immediate = parts.packed(elements);
  return syntax;
}

}  // namespace lockstep::ptx
