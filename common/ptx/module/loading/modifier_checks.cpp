// SPDX-License-Identifier: Apache-2.0
// Combinations of modifiers.
#include "ptx/module/loading/modifier_checks.h"

#include <string>

#include "ptx/module/loading/decode_error.h"

namespace lockstep::ptx {
namespace {

void require(bool holds, const char* message) {
  if (!holds) throw DecodeError(message);
}

bool is_rounding_of_floats(Rounding rounding) {
  return rounding == Rounding::rn || rounding == Rounding::rz ||
         rounding == Rounding::rm || rounding == Rounding::rp;
}

/// Arithmetic that exists for integers and for floating-point numbers.
void check_arithmetic(const Instruction& instruction) {
  const Modifiers& m = instruction.modifiers;
  if (is_float(instruction.type)) {
    require(m.part == Modifiers::Part::none,
            "'.lo', '.hi' and '.wide' are for integers");
    require(!m.cc, "'.cc' is for integers");
    return;
  }
  require(!is_rounding_of_floats(m.rounding) && !m.ftz && !m.approx &&
              !m.full && !m.nan && !m.xorsign,
          "this modifier is for floating-point types");
  const bool is_product = instruction.opcode == Opcode::op_mul ||
                          instruction.opcode == Opcode::op_mad;
  require(!is_product || m.part != Modifiers::Part::none,
          "a modifier is missing: .lo .hi .wide");
  require(!m.cc || size_of(instruction.type) >= 4,
          "'.cc' is for 32- and 64-bit integers");
  require(!m.cc || m.part != Modifiers::Part::wide,
          "'.wide' does not go with '.cc'");
  require(!m.cc || !m.sat, "'.sat' does not go with '.cc'");
  require(m.part != Modifiers::Part::wide || size_of(instruction.type) <= 4,
          "'.wide' is for 16- and 32-bit integers");
}

/// div, rcp, sqrt: how exact must be said for floats.
void check_exactness(const Instruction& instruction) {
  const Modifiers& m = instruction.modifiers;
  if (!is_float(instruction.type)) return;
  const int said =
      int{m.rounding != Rounding::none} + int{m.approx} + int{m.full};
  require(said == 1, "one of .approx and a rounding mode must be there");
}

void check_order(Instruction& instruction) {
  Modifiers& m = instruction.modifiers;
  const bool is_load = instruction.opcode == Opcode::op_ld;
  const bool scoped =
      m.semantics != Semantics::weak && m.semantics != Semantics::is_volatile;
  require(m.semantics != (is_load ? Semantics::release : Semantics::acquire),
          "this order is not for this instruction");
  require(m.semantics != Semantics::acq_rel,
          "this order is not for this instruction");
  require(scoped == (m.scope != Scope::none),
          scoped ? "a modifier is missing: .cta .cluster .gpu .sys"
                 : "a scope goes with '.relaxed', '.acquire', '.release'");
}

void check_atomic(Instruction& instruction) {
  Modifiers& m = instruction.modifiers;
  const Space space = instruction.address.space;
  require(space == Space::generic || space == Space::global ||
              space == Space::shared,
          "atomic operations are for .global and .shared");
  require(m.semantics != Semantics::is_volatile,
          "'.volatile' is not for this instruction");
  // The manual's defaults: .relaxed at .gpu.
  if (m.semantics == Semantics::weak) m.semantics = Semantics::relaxed;
  if (m.scope == Scope::none) m.scope = Scope::gpu;
  if (instruction.opcode == Opcode::op_red)
    require(m.atomic != AtomicOp::exch && m.atomic != AtomicOp::cas,
            "red has no '.exch' and no '.cas'");
}

void check_vector(const Instruction& instruction) {
  const unsigned bytes = size_of(instruction.type) * instruction.vector_width;
  require(instruction.vector_width == 1 || bytes <= 32,
          "this vector is too wide");
  require(instruction.vector_width != 8 || size_of(instruction.type) == 4,
          "'.v8' is for 32-bit types");
}

}  // namespace

void check_modifiers(Instruction& instruction) {
  const Modifiers& m = instruction.modifiers;
  switch (instruction.opcode) {
    case Opcode::op_div:
      check_arithmetic(instruction);
      return check_exactness(instruction);
    case Opcode::op_rcp:
    case Opcode::op_sqrt:
      return check_exactness(instruction);
    case Opcode::op_add:
    case Opcode::op_sub:
    case Opcode::op_mul:
    case Opcode::op_mad:
    case Opcode::op_min:
    case Opcode::op_max:
    case Opcode::op_abs:
    case Opcode::op_neg:
      return check_arithmetic(instruction);
    case Opcode::op_madc:
      return require(m.part != Modifiers::Part::wide,
                     "'.wide' is not for madc");
    case Opcode::op_mul24:
    case Opcode::op_mad24:
      return require(m.part != Modifiers::Part::wide,
                     "'.wide' is not for this instruction");
    case Opcode::op_ld:
    case Opcode::op_st:
      check_vector(instruction);
      return check_order(instruction);
    case Opcode::op_ldu:
      return check_vector(instruction);
    case Opcode::op_atom:
    case Opcode::op_red:
      return check_atomic(instruction);
    case Opcode::op_match:
      return require(
          m.vote == Modifiers::Vote::any || m.vote == Modifiers::Vote::all,
          "match has '.any' and '.all' only");
    case Opcode::op_redux:
      return require(
          m.atomic == AtomicOp::add || m.atomic == AtomicOp::min ||
              m.atomic == AtomicOp::max || m.atomic == AtomicOp::op_and ||
              m.atomic == AtomicOp::op_or || m.atomic == AtomicOp::op_xor,
          "redux does not have this operation");
    default:
      return;
  }
}

}  // namespace lockstep::ptx
