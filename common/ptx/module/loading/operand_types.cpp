// SPDX-License-Identifier: Apache-2.0
// Operand types that differ from the instruction's (manual, 9.7).
#include "ptx/module/loading/operand_types.h"

namespace lockstep::ptx {
namespace {

/// Twice as wide, for mul.wide and mad.wide.
Type widened(Type type) {
  switch (type) {
    case Type::u16:
      return Type::u32;
    case Type::s16:
      return Type::s32;
    case Type::u32:
      return Type::u64;
    case Type::s32:
      return Type::s64;
    default:
      return type;
  }
}

Type barrier_type(const Instruction& instruction, char role) {
  if (role != 'd') return Type::u32;
  return instruction.modifiers.combine == Combine::none ? Type::u32
                                                        : Type::pred;
}

/// The sum of dp4a and dp2a is signed if a factor is.
Type dot_product_type(const Instruction& instruction, char role) {
  if (role == 'a') return instruction.type;
  if (role == 'b') return instruction.source_type;
  const bool is_signed_sum =
      is_signed(instruction.type) || is_signed(instruction.source_type);
  return is_signed_sum ? Type::s32 : Type::u32;
}

}  // namespace

bool takes_wider_registers(Opcode opcode) {
  return opcode == Opcode::op_ld || opcode == Opcode::op_ldu ||
         opcode == Opcode::op_st || opcode == Opcode::op_cvt;
}

Type operand_type(const Instruction& instruction, char role) {
  const Type type = instruction.type;
  const bool is_wide = instruction.modifiers.part == Modifiers::Part::wide;
  switch (instruction.opcode) {
    case Opcode::op_mul:
      return is_wide && role == 'd' ? widened(type) : type;
    case Opcode::op_mad:
      return is_wide && (role == 'd' || role == 'c') ? widened(type) : type;
    case Opcode::op_popc:
    case Opcode::op_clz:
    case Opcode::op_bfind:
      return role == 'd' ? Type::u32 : type;
    case Opcode::op_bfe:
      return role == 'b' || role == 'c' ? Type::u32 : type;
    case Opcode::op_bfi:
      return role == 'c' || role == 'e' ? Type::u32 : type;
    case Opcode::op_shl:
    case Opcode::op_shr:
      return role == 'b' ? Type::u32 : type;
    case Opcode::op_shf:
      return role == 'c' ? Type::u32 : type;
    case Opcode::op_set:
    case Opcode::op_cvt:
      return role == 'd' ? type : instruction.source_type;
    case Opcode::op_slct:
      return role == 'c' ? instruction.source_type : type;
    case Opcode::op_dp4a:
    case Opcode::op_dp2a:
      return dot_product_type(instruction, role);
    case Opcode::op_isspacep:
      return Type::b64;
    case Opcode::op_shfl:
      return role == 'd' || role == 'a' ? Type::b32 : Type::u32;
    case Opcode::op_match:
      return role == 'a' ? type : Type::b32;
    case Opcode::op_redux:
      return role == 'b' ? Type::b32 : type;
    case Opcode::op_vote:
      if (role == 'd') return type;
      return Type::b32;
    case Opcode::op_bar:
    case Opcode::op_barrier:
      return barrier_type(instruction, role);
    case Opcode::op_brx:
      return Type::u32;
    default:
      return type;
  }
}

}  // namespace lockstep::ptx
