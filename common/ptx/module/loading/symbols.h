// SPDX-License-Identifier: Apache-2.0
// What a name means at a point of a function: scopes, innermost first.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module/instruction.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

struct Symbol {
  enum class Kind : std::uint8_t {
    reg,           ///< one register, or a vector of them
    variable,      ///< index into Module::variables
    function,      ///< index into Module::functions
    local,         ///< offset in the frame's local area
    module_local,  ///< offset in a kernel's local area
    kernel_param,  ///< offset in the kernel's parameter buffer
    frame_param,   ///< offset in the frame's param area
  };
  Kind kind = Kind::reg;
  Type type = Type::none;
  std::uint8_t vector_width = 1;
  std::uint32_t index = 0;  ///< of a variable, a function, a register (below)
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
};

/// Registers are numbered as they are declared; `number` of `%r<N>`'s member
/// i is first + i × vector_width. Only those that are looked up get a place
/// in the frame (RegisterSlots).
class SymbolTable {
 public:
  /// A table whose outermost scope is that of the module.
  SymbolTable() : scopes_(1) {}

  void open_scope() { scopes_.emplace_back(); }
  void close_scope() { scopes_.pop_back(); }

  /// Both throw PtxError when the innermost scope has the name already.
  void declare(std::string_view name, std::uint32_t line, const Symbol& symbol);
  void declare_registers(const VariableSyntax& registers, Type type);

  /// Nothing when no scope has it. For a register, `index` is its number.
  const Symbol* find(std::string_view name);

 private:
  struct Range {
    Symbol first;
    std::uint32_t count = 0;
  };
  struct Scope {
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, Range> ranges;
  };
  const Symbol* find_in_ranges(const Scope& scope, std::string_view name);

  std::vector<Scope> scopes_;
  std::uint64_t next_register_ = 0;
  Symbol member_;  ///< the last member of a range that was found
};

}  // namespace lockstep::ptx
