// SPDX-License-Identifier: Apache-2.0
// Look-up in the table of special registers.
#include "ptx/module/special_register.h"

#include <array>

namespace lockstep::ptx {
namespace {

enum class Filling : std::uint8_t { fixed, live };

struct Row {
  std::string_view spelling;
  std::uint8_t bytes;
  Filling filling;
};

constexpr std::array<Row, special_register_count> rows = {{
#define SPECIAL(name, spelling, bytes, kind) {spelling, bytes, Filling::kind},
#include "ptx/module/special_registers.def"
#undef SPECIAL
}};

}  // namespace

std::optional<Operand> special_register_operand(std::string_view spelling) {
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i].spelling != spelling) continue;
    Operand operand;
    operand.base = Operand::Base::specials;
    operand.bytes = rows[i].bytes;
    operand.offset = i * special_register_stride;
    return operand;
  }
  return std::nullopt;
}

bool is_live(SpecialRegister special) {
  return rows[static_cast<std::size_t>(special)].filling == Filling::live;
}

}  // namespace lockstep::ptx
