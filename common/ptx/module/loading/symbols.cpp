// SPDX-License-Identifier: Apache-2.0
// Declaring and finding names.
#include "ptx/module/loading/symbols.h"

#include <charconv>

#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t max_declared_registers = 0xffffffffu;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void SymbolTable::declare(std::string_view name, std::uint32_t line,
                          const Symbol& symbol) {
  if (name == "_") throw PtxError(line, name, "'_' cannot be declared");
  Scope& scope = scopes_.back();
  if (find_in_ranges(scope, name) != nullptr ||
      !scope.names.emplace(name, symbol).second)
    throw PtxError(line, name, "declared twice in the same scope");
}

void SymbolTable::declare_registers(const VariableSyntax& registers,
                                    Type type) {
  Symbol symbol;
  symbol.type = type;
  symbol.vector_width = static_cast<std::uint8_t>(registers.vector_width);
  symbol.index = static_cast<std::uint32_t>(next_register_);
  const std::uint64_t count = registers.count == 0 ? 1 : registers.count;
  next_register_ += count * registers.vector_width;
  if (next_register_ > max_declared_registers)
    throw PtxError(registers.line, registers.name,
                   "too many registers are declared");
  if (registers.count == 0)
    return declare(registers.name, registers.line, symbol);
  auto& ranges = scopes_.back().ranges;
  if (!ranges.emplace(registers.name, Range{symbol, registers.count}).second)
    throw PtxError(registers.line, registers.name,
                   "declared twice in the same scope");
}

const Symbol* SymbolTable::find_in_ranges(const Scope& scope,
                                          std::string_view name) {
  if (scope.ranges.empty()) return nullptr;
  // %r12 may be member 12 of %r<N> or member 2 of %r1<N>.
  std::size_t digits = name.size();
  while (digits > 1 && is_digit(name[digits - 1])) --digits;
  for (; digits < name.size(); ++digits) {
    const auto found = scope.ranges.find(name.substr(0, digits));
    if (found == scope.ranges.end()) continue;
    std::uint32_t number = 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + digits, end, number);
    if (parsed.ec != std::errc{} || number >= found->second.count) continue;
    member_ = found->second.first;
    member_.index += number * member_.vector_width;
    return &member_;
  }
  return nullptr;
}

const Symbol* SymbolTable::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
    if (const Symbol* member = find_in_ranges(*scope, name)) return member;
  }
  return nullptr;
}

}  // namespace lockstep::ptx
