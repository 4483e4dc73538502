// SPDX-License-Identifier: Apache-2.0
// One instruction as written to one instruction as executed: reads the
// operands as the opcode's pattern says.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/module/loading/operand_decoder.h"
#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// What only the function around an instruction knows.
class ControlFlow {
 public:
  virtual ~ControlFlow() = default;
  virtual std::uint32_t pc_of_label(std::string_view name) = 0;
  virtual std::uint32_t branch_table(std::string_view name) = 0;
  virtual std::uint32_t call_site(const InstructionSyntax& call) = 0;
  virtual Detail& new_detail() = 0;
};

class InstructionDecoder {
 public:
  InstructionDecoder(OperandDecoder& operands, ControlFlow& flow)
      : operands_(operands), flow_(flow) {}

  /// All fields but `handler` and `location`. Throws DecodeError.
  Instruction decode(const InstructionSyntax& syntax);

 private:
  void decode_freely(const InstructionSyntax& syntax);
  std::vector<OperandSyntax> without_cache_policy(
      const InstructionSyntax& syntax);
  void decode_operands(const InstructionSyntax& syntax,
                       std::string_view pattern);
  void decode_operand(char role, const OperandSyntax& syntax);
  void decode_second(char role, std::string_view name);
  void decode_address_operand(const OperandSyntax& syntax);
  void decode_value(const OperandSyntax& syntax, bool is_destination);
  void decode_move(const OperandSyntax& to, const OperandSyntax& from);
  void decode_vector(const OperandSyntax& syntax, Type type,
                     bool is_destination, Fit fit);
  Type part_type(std::size_t parts) const;
  void check_live_sources() const;
  void check_presence() const;

  OperandDecoder& operands_;
  ControlFlow& flow_;
  Instruction out_;
};

}  // namespace lockstep::ptx
