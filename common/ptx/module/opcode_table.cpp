// SPDX-License-Identifier: Apache-2.0
// Look-up in the opcode table.
#include "ptx/module/opcode_table.h"

#include <array>
#include <unordered_map>

namespace lockstep::ptx {
namespace {

constexpr std::array<OpcodeRow, opcode_count> rows = {{
#define OPCODE(name, operands, modifiers) {#name, operands, modifiers},
#include "ptx/module/opcodes.def"
#undef OPCODE
}};

}  // namespace

const OpcodeRow& row_of(Opcode opcode) {
  return rows[static_cast<std::size_t>(opcode)];
}

std::string_view name_of(Opcode opcode) { return row_of(opcode).mnemonic; }

std::optional<Opcode> opcode_named(std::string_view mnemonic) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, Opcode> map;
    for (std::size_t i = 0; i < rows.size(); ++i)
      map.emplace(rows[i].mnemonic, static_cast<Opcode>(i));
    return map;
  }();
  const auto found = by_name.find(mnemonic);
  if (found == by_name.end()) return std::nullopt;
  return found->second;
}

}  // namespace lockstep::ptx
