// SPDX-License-Identifier: Apache-2.0
// Declarations of variables and parameters: sizes, alignment, initial bytes.
#pragma once

#include <cstdint>

#include "ptx/module/loading/symbols.h"
#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// Type, size and alignment of a declaration, checked.
struct Shape {
  Type type = Type::b8;
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 1;
};

/// All of these throw PtxError.
Shape shape_of(const VariableSyntax& syntax);

/// A variable of the global, constant or shared space, without its initial
/// value: that may name variables declared later.
Variable make_variable(const VariableSyntax& syntax);

void set_initial_value(const VariableSyntax& syntax, SymbolTable& symbols,
                       Variable& variable);

/// For people: `tile` of `_ZZ6kernelE4tile`.
std::string demangled_name(std::string_view name);

}  // namespace lockstep::ptx
