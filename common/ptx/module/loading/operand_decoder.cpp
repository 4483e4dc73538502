// SPDX-License-Identifier: Apache-2.0
// Names and constants to places where 32 lanes lie.
#include "ptx/module/loading/operand_decoder.h"

#include <algorithm>
#include <bit>
#include <string>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/special_register.h"

namespace lockstep::ptx {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view message) {
  throw DecodeError("'" + std::string(name) + "' " + std::string(message));
}

/// .x .y .z .w (or .r .g .b .a) behind a vector register's name.
int component_of(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 2 != name.size()) return -1;
  const auto position = std::string_view("xyzwrgba").find(name.back());
  return position == std::string_view::npos ? -1
                                            : static_cast<int>(position % 4);
}

bool is_single(Type type) { return type == Type::f32; }

std::uint64_t single_bits(const OperandSyntax& syntax, Type type) {
  if (is_single(type) || type == Type::b32) return syntax.bits;
  const auto value =
      std::bit_cast<float>(static_cast<std::uint32_t>(syntax.bits));
  if (type == Type::f64) return std::bit_cast<std::uint64_t>(double{value});
  throw DecodeError("a single-precision constant does not fit this type");
}

std::uint64_t double_bits(const OperandSyntax& syntax, Type type) {
  if (type == Type::f64 || type == Type::b64) return syntax.bits;
  const auto value = std::bit_cast<double>(syntax.bits);
  if (is_single(type))
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  throw DecodeError("a floating-point constant does not fit this type");
}

}  // namespace

const Symbol& OperandDecoder::symbol(std::string_view name) const {
  const Symbol* found = symbols_.find(name);
  if (found == nullptr) fail(name, "is not declared");
  return *found;
}

Operand OperandDecoder::slot(const Symbol& symbol, std::uint32_t component) {
  Operand& place = slots_[symbol.index + component];
  if (!place) place = frame_.add_register(symbol.type);
  return place;
}

void OperandDecoder::check_fit(const Operand& operand, std::string_view name,
                               Type type, Fit fit) const {
  if ((operand.bytes == 0) != (type == Type::pred))
    fail(name, operand.bytes == 0 ? "is a predicate; a value is wanted"
                                  : "is no predicate");
  const unsigned wanted = type == Type::pred ? 0 : std::max(2u, size_of(type));
  const bool fits =
      fit == Fit::exact ? operand.bytes == wanted : operand.bytes >= wanted;
  if (!fits) fail(name, "does not have the width of the type");
}

Operand OperandDecoder::register_named(std::string_view name, Type type,
                                       Fit fit) {
  const int component = component_of(name);
  std::string_view base = name;
  if (component >= 0) base.remove_suffix(2);
  const Symbol& found = symbol(base);
  if (found.kind != Symbol::Kind::reg) fail(name, "is not a register");
  if ((component >= 0) != (found.vector_width > 1) ||
      component >= found.vector_width)
    fail(name, "does not name one register");
  const Operand operand =
      slot(found, static_cast<std::uint32_t>(std::max(component, 0)));
  check_fit(operand, name, type, fit);
  return operand;
}

std::vector<Operand> OperandDecoder::vector_register(std::string_view name,
                                                     Type type, Fit fit) {
  const Symbol* found = symbols_.find(name);
  if (found == nullptr || found->kind != Symbol::Kind::reg ||
      found->vector_width == 1)
    return {};
  const Symbol registers = *found;
  std::vector<Operand> elements;
  for (std::uint32_t i = 0; i < registers.vector_width; ++i) {
    elements.push_back(slot(registers, i));
    check_fit(elements.back(), name, type, fit);
  }
  return elements;
}

Operand OperandDecoder::destination(const OperandSyntax& syntax, Type type,
                                    Fit fit) {
  if (syntax.kind != OperandSyntax::Kind::name || syntax.negated ||
      syntax.bits != 0)
    throw DecodeError("the destination must be a register");
  return register_named(syntax.name, type, fit);
}

Operand OperandDecoder::predicate(std::string_view name, bool negated) {
  Operand operand = register_named(name, Type::pred, Fit::exact);
  operand.negated = negated;
  return operand;
}

Operand OperandDecoder::predicate_source(const OperandSyntax& syntax) {
  if (syntax.kind == OperandSyntax::Kind::integer)
    return constants_.predicate(syntax.bits != 0);
  if (syntax.kind != OperandSyntax::Kind::name || syntax.bits != 0 ||
      !syntax.second.empty())
    throw DecodeError("a predicate is wanted");
  if (auto special = special_register_operand(syntax.name)) {
    check_fit(*special, syntax.name, Type::pred, Fit::exact);
    special->negated = syntax.negated;
    return *special;
  }
  return predicate(syntax.name, syntax.negated);
}

Operand OperandDecoder::constant(const OperandSyntax& syntax, Type type) {
  const unsigned bytes = std::max(2u, size_of(type));
  if (syntax.kind == OperandSyntax::Kind::single_real)
    return constants_.value(single_bits(syntax, type), bytes);
  if (syntax.kind == OperandSyntax::Kind::double_real)
    return constants_.value(double_bits(syntax, type), bytes);
  if (type == Type::f32 || type == Type::f64)
    throw DecodeError("an integer constant with a floating-point type");
  return constants_.value(syntax.bits, bytes);
}

Operand OperandDecoder::source(const OperandSyntax& syntax, Type type,
                               Fit fit) {
  if (type == Type::pred) return predicate_source(syntax);
  switch (syntax.kind) {
    case OperandSyntax::Kind::integer:
    case OperandSyntax::Kind::single_real:
    case OperandSyntax::Kind::double_real:
      return constant(syntax, type);
    case OperandSyntax::Kind::name:
      break;
    default:
      throw DecodeError("an operand must be a register or a constant");
  }
  if (syntax.negated) fail(syntax.name, "cannot be negated here");
  if (!syntax.second.empty()) fail(syntax.second, "is one operand too many");
  if (const auto special = special_register_operand(syntax.name)) {
    check_fit(*special, syntax.name, type, fit);
    return *special;
  }
  const Symbol* found = symbols_.find(syntax.name);
  if (found != nullptr && found->kind != Symbol::Kind::reg)
    return address_constant(*found, syntax, type);
  if (syntax.bits != 0) fail(syntax.name, "takes no addend here");
  return register_named(syntax.name, type, fit);
}

/// Registers have their own width, integer constants 8 bytes a lane.
DetailOperand OperandDecoder::free_value(const OperandSyntax& syntax) {
  DetailOperand operand;
  if (syntax.kind != OperandSyntax::Kind::name) {
    const bool is_single = syntax.kind == OperandSyntax::Kind::single_real;
    operand.value = constant(syntax, is_single ? Type::b32 : Type::b64);
    if (syntax.kind == OperandSyntax::Kind::integer)
      operand.constant = syntax.bits;
    return operand;
  }
  if (syntax.name == "_") {
    operand.kind = DetailOperand::Kind::sink;
  } else if (const auto special = special_register_operand(syntax.name)) {
    if (is_live(static_cast<SpecialRegister>(special->offset /
                                             special_register_stride)))
      fail(syntax.name, "is read by mov only");
    operand.value = *special;
  } else if (const Symbol& named = symbol(syntax.name.substr(
                 0, syntax.name.size() -
                        (component_of(syntax.name) >= 0 ? 2 : 0)));
             named.kind == Symbol::Kind::reg) {
    operand.value = register_named(syntax.name, named.type, Fit::exact);
  } else {
    operand.value = address_constant(named, syntax, Type::b64);
  }
  if (!syntax.second.empty()) operand.second = predicate(syntax.second, false);
  operand.value.negated = syntax.negated;
  return operand;
}

DetailOperand OperandDecoder::free(const OperandSyntax& syntax, Space space) {
  DetailOperand operand;
  const auto add_elements = [&] {
    for (const OperandSyntax& element : syntax.elements)
      operand.elements.push_back(free(element, space));
  };
  switch (syntax.kind) {
    case OperandSyntax::Kind::vector:
      operand.kind = DetailOperand::Kind::vector;
      add_elements();
      return operand;
    case OperandSyntax::Kind::memory:
      if (syntax.elements.empty()) {
        operand.kind = DetailOperand::Kind::memory;
        operand.address = memory(syntax, space);
        return operand;
      }
      operand.kind = DetailOperand::Kind::handle;
      operand.value = register_named(syntax.name, Type::b64, Fit::exact);
      add_elements();
      return operand;
    case OperandSyntax::Kind::list:
      throw DecodeError("a list is for calls only");
    default:
      return free_value(syntax);
  }
}

Operand OperandDecoder::address_constant(const Symbol& symbol,
                                         const OperandSyntax& syntax,
                                         Type type) {
  const unsigned bytes = size_of(type);
  const auto addend = static_cast<std::int64_t>(syntax.bits);
  if (is_float(type) || bytes < 4 || bytes > 8)
    fail(syntax.name, "is an address; the type must have 64 bits");
  switch (symbol.kind) {
    case Symbol::Kind::kernel_param:
    case Symbol::Kind::frame_param:
    case Symbol::Kind::module_local:
      return constants_.value(symbol.offset + syntax.bits, bytes);
    case Symbol::Kind::function:
      if (bytes != 8 || addend != 0) break;
      return constants_.value(function_address(symbol.index), bytes);
    case Symbol::Kind::variable: {
      const Variable& variable = module_.variables[symbol.index];
      if (variable.space == Space::shared && variable.is_extern) break;
      if (variable.space == Space::shared)
        return constants_.value(variable.shared_offset + syntax.bits, bytes);
      if (bytes != 8) break;
      return constants_.address(symbol.index, addend);
    }
    default:
      break;
  }
  fail(syntax.name, "cannot be an operand here");
}

bool OperandDecoder::frame_address(const OperandSyntax& syntax,
                                   Address& address) {
  if (syntax.kind != OperandSyntax::Kind::name || syntax.negated) return false;
  const Symbol* found = symbols_.find(syntax.name);
  if (found == nullptr) return false;
  const bool is_local = found->kind == Symbol::Kind::local;
  if (!is_local && !(found->kind == Symbol::Kind::variable &&
                     module_.variables[found->index].space == Space::shared &&
                     module_.variables[found->index].is_extern))
    return false;
  address =
      symbol_address(syntax, *found, is_local ? Space::local : Space::shared);
  return true;
}

Address OperandDecoder::memory(const OperandSyntax& syntax, Space space) {
  if (syntax.kind != OperandSyntax::Kind::memory || !syntax.elements.empty())
    throw DecodeError("an address in brackets is wanted");
  if (syntax.name.empty()) {
    Address address;
    address.space =
        space == Space::param && !is_kernel_ ? Space::param_frame : space;
    address.frame_relative = address.space == Space::param_frame;
    address.offset = static_cast<std::int64_t>(syntax.bits);
    return address;
  }
  const Symbol* found = symbols_.find(syntax.name);
  if (found == nullptr || found->kind == Symbol::Kind::reg)
    return base_register(syntax, symbol(syntax.name), space);
  return symbol_address(syntax, *found, space);
}

Address OperandDecoder::base_register(const OperandSyntax& syntax,
                                      const Symbol& symbol, Space space) {
  Address address;
  address.space = space;
  if (space == Space::param && !is_kernel_) {
    address.space = Space::param_frame;
    address.frame_relative = true;
  }
  const bool is_short = size_of(symbol.type) == 4;
  if (is_short && (space == Space::generic || space == Space::global))
    fail(syntax.name, "is too narrow for an address");
  address.base =
      register_named(syntax.name, is_short ? Type::b32 : Type::b64, Fit::exact);
  address.offset = static_cast<std::int64_t>(syntax.bits);
  return address;
}

Address OperandDecoder::symbol_address(const OperandSyntax& syntax,
                                       const Symbol& symbol, Space space) {
  const auto offset = static_cast<std::int64_t>(symbol.offset + syntax.bits);
  Address address;
  address.offset = offset;
  switch (symbol.kind) {
    case Symbol::Kind::variable: {
      const Space own = module_.variables[symbol.index].space;
      if (space == own || (space == Space::generic && own == Space::global))
        return variable_address(symbol, own,
                                static_cast<std::int64_t>(syntax.bits));
      break;
    }
    case Symbol::Kind::local:
      address.space = Space::local;
      address.frame_relative = true;
      if (space == Space::local) return address;
      break;
    case Symbol::Kind::module_local:
      address.space = Space::local;
      if (space == Space::local) return address;
      break;
    case Symbol::Kind::kernel_param:
      address.space = Space::param;
      if (space == Space::param) return address;
      break;
    case Symbol::Kind::frame_param:
      address.space = Space::param_frame;
      address.frame_relative = true;
      if (space == Space::param) return address;
      break;
    default:
      break;
  }
  fail(syntax.name, "is not in the state space of this instruction");
}

Address OperandDecoder::variable_address(const Symbol& symbol, Space space,
                                         std::int64_t offset) {
  const Variable& variable = module_.variables[symbol.index];
  Address address;
  address.space = space;
  address.offset = offset;
  if (space != Space::shared) {
    address.base = constants_.address(symbol.index, 0);
  } else if (variable.is_extern) {
    address.base = *special_register_operand("%lockstep_dynamic_shared");
  } else {
    address.offset += variable.shared_offset;
  }
  return address;
}

}  // namespace lockstep::ptx
