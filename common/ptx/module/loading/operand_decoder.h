// SPDX-License-Identifier: Apache-2.0
// Operands as written to operands as executed, within one function.
#pragma once

#include <unordered_map>

#include "ptx/module/loading/constant_pool.h"
#include "ptx/module/loading/frame_layout.h"
#include "ptx/module/loading/symbols.h"
#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// Whether a register may be wider than the type that it is used with.
enum class Fit : std::uint8_t { exact, or_wider };

class OperandDecoder {
 public:
  OperandDecoder(const Module& module, SymbolTable& symbols,
                 ConstantPoolBuilder& constants, FrameLayout& frame,
                 bool is_kernel)
      : module_(module),
        symbols_(symbols),
        constants_(constants),
        frame_(frame),
        is_kernel_(is_kernel) {}

  // All throw DecodeError.

  /// A register, constant, special register, or address of a variable.
  Operand source(const OperandSyntax& syntax, Type type, Fit fit);
  Operand destination(const OperandSyntax& syntax, Type type, Fit fit);
  Operand register_named(std::string_view name, Type type, Fit fit);
  Operand predicate(std::string_view name, bool negated);
  /// A predicate source: a register, perhaps negated, or a constant.
  Operand predicate_source(const OperandSyntax& syntax);
  /// `[…]` in the state space of an instruction.
  Address memory(const OperandSyntax& syntax, Space space);
  /// The address that mov and cvta take of a local or dynamic shared
  /// variable; false if `syntax` names something else.
  bool frame_address(const OperandSyntax& syntax, Address& address);
  /// The registers of a `.reg .v2`; empty when the name is none.
  std::vector<Operand> vector_register(std::string_view name, Type type,
                                       Fit fit);
  /// An operand of any kind and width; memory is in `space`.
  DetailOperand free(const OperandSyntax& syntax, Space space);
  const Symbol& symbol(std::string_view name) const;

 private:
  DetailOperand free_value(const OperandSyntax& syntax);
  Operand slot(const Symbol& symbol, std::uint32_t component);
  Operand constant(const OperandSyntax& syntax, Type type);
  Operand address_constant(const Symbol& symbol, const OperandSyntax& syntax,
                           Type type);
  void check_fit(const Operand& operand, std::string_view name, Type type,
                 Fit fit) const;
  Address base_register(const OperandSyntax& syntax, const Symbol& symbol,
                        Space space);
  Address symbol_address(const OperandSyntax& syntax, const Symbol& symbol,
                         Space space);
  Address variable_address(const Symbol& symbol, Space space,
                           std::int64_t offset);

  const Module& module_;
  SymbolTable& symbols_;
  ConstantPoolBuilder& constants_;
  FrameLayout& frame_;
  bool is_kernel_;
  /// Places of the registers that were used, by number.
  std::unordered_map<std::uint32_t, Operand> slots_;
};

}  // namespace lockstep::ptx
