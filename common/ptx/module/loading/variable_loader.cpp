// SPDX-License-Identifier: Apache-2.0
// From `.global .align 4 .u32 x[3] = {1, 2, y}` to bytes and relocations.
#include "ptx/module/loading/variable_loader.h"

#include <cxxabi.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t max_initial_bytes = std::uint64_t{64} << 20;
constexpr std::uint32_t max_alignment = 1u << 16;

Space space_named(const VariableSyntax& syntax) {
  if (syntax.space == "global") return Space::global;
  if (syntax.space == "const") return Space::constant;
  if (syntax.space == "shared") return Space::shared;
  throw PtxError(syntax.line, syntax.name,
                 "a variable of a state space that is not supported here");
}

std::uint64_t number_bits(const VariableSyntax& syntax,
                          const OperandSyntax& value, Type type) {
  using Kind = OperandSyntax::Kind;
  if (value.kind == Kind::integer) {
    if (type != Type::f32 && type != Type::f64) return value.bits;
  } else if (value.kind == Kind::single_real) {
    if (size_of(type) == 4) return value.bits;
  } else if (size_of(type) == 8) {
    return value.bits;
  } else if (type == Type::f32) {
    const auto number = static_cast<float>(std::bit_cast<double>(value.bits));
    return std::bit_cast<std::uint32_t>(number);
  }
  throw PtxError(syntax.line, syntax.name,
                 "an initial value does not fit the type");
}

/// Stores a name's address, or adds the relocation that will.
std::uint64_t address_bits(const VariableSyntax& syntax,
                           const InitialValue& initial, SymbolTable& symbols,
                           std::uint64_t offset, Variable& variable) {
  const Symbol* symbol = symbols.find(initial.value.name);
  if (symbol == nullptr)
    throw PtxError(syntax.line, initial.value.name, "is not declared");
  if (size_of(variable.type) != 8 || is_float(variable.type))
    throw PtxError(syntax.line, initial.value.name,
                   "an address needs a 64-bit type");
  if (symbol->kind == Symbol::Kind::function)
    return function_address(symbol->index);
  if (symbol->kind != Symbol::Kind::variable)
    throw PtxError(syntax.line, initial.value.name,
                   "cannot be an initial value");
  variable.relocations.push_back({offset, symbol->index,
                                  static_cast<std::int64_t>(initial.value.bits),
                                  initial.generic});
  return 0;
}

/// Path before the name that a compiler gives to what is static or nameless.
std::string_view without_prefix(std::string_view name) {
  for (std::string_view nameless : {"(anonymous namespace)::", "<unnamed>::"})
    if (const auto at = name.rfind(nameless); at != std::string_view::npos)
      name.remove_prefix(at + nameless.size());
  return name;
}

}  // namespace

Shape shape_of(const VariableSyntax& syntax) {
  const auto fail = [&](const char* message) {
    throw PtxError(syntax.line, syntax.name, message);
  };
  Shape shape;
  shape.type = type_named(syntax.type);
  if (shape.type == Type::none || shape.type == Type::pred)
    fail("unsupported type of a variable");
  if (syntax.count > 0) fail("only registers come in ranges");
  std::uint64_t element = size_of(shape.type) * syntax.vector_width;
  shape.bytes = element;
  for (std::uint64_t dimension : syntax.dimensions)
    if (__builtin_mul_overflow(shape.bytes, dimension, &shape.bytes) ||
        shape.bytes > max_variable_bytes)
      fail("a variable of more than 1 GiB");
  shape.alignment = syntax.alignment != 0 ? syntax.alignment
                                          : static_cast<std::uint32_t>(element);
  if (!std::has_single_bit(shape.alignment) || shape.alignment > max_alignment)
    fail("an alignment must be a power of two up to 65536");
  return shape;
}

Variable make_variable(const VariableSyntax& syntax) {
  const Shape shape = shape_of(syntax);
  Variable variable;
  variable.name = syntax.name;
  variable.demangled = demangled_name(syntax.name);
  variable.space = space_named(syntax);
  variable.type = shape.type;
  variable.bytes = shape.bytes;
  variable.alignment = shape.alignment;
  const bool is_dynamic_shared = variable.space == Space::shared &&
                                 (syntax.is_extern || syntax.has_open_size) &&
                                 shape.bytes == 0;
  variable.is_extern = syntax.is_extern || is_dynamic_shared;
  variable.is_managed = syntax.is_managed;
  if (variable.is_managed && variable.space != Space::global)
    throw PtxError(syntax.line, syntax.name, "only .global can be managed");
  if (syntax.has_open_size && syntax.initial.empty() && !variable.is_extern)
    throw PtxError(syntax.line, syntax.name, "the size is missing");
  if (!syntax.initial.empty() &&
      (variable.space == Space::shared || variable.is_extern))
    throw PtxError(syntax.line, syntax.name, "takes no initial value");
  return variable;
}

void set_initial_value(const VariableSyntax& syntax, SymbolTable& symbols,
                       Variable& variable) {
  const std::uint64_t element = size_of(variable.type);
  if (!syntax.initial.empty() && syntax.vector_width > 1)
    throw PtxError(syntax.line, syntax.name,
                   "initial values of vectors are not supported");
  for (const InitialValue& initial : syntax.initial) {
    const std::uint64_t offset = initial.index * element;
    if (offset + element > variable.bytes)
      throw PtxError(syntax.line, syntax.name,
                     "more initial values than elements");
    if (offset + element > max_initial_bytes)
      throw PtxError(syntax.line, syntax.name,
                     "more than 64 MiB of initial values");
    const std::uint64_t bits =
        initial.value.name.empty()
            ? number_bits(syntax, initial.value, variable.type)
            : address_bits(syntax, initial, symbols, offset, variable);
    if (variable.initial.size() < offset + element)
      variable.initial.resize(offset + element);
    std::memcpy(variable.initial.data() + offset, &bits,
                std::min<std::size_t>(element, sizeof bits));
  }
}

std::string demangled_name(std::string_view name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status),
      &std::free);
  if (status != 0 || text == nullptr) return std::string(name);
  const std::string_view whole = text.get();
  // `kernel(int*)::tile`: behind the last `::` outside any bracket.
  int depth = 0;
  for (std::size_t i = whole.size(); i-- > 1;) {
    const char c = whole[i];
    if (c == ')' || c == '>' || c == ']' || c == '}') ++depth;
    if (c == '(' || c == '<' || c == '[' || c == '{') --depth;
    if (depth == 0 && c == ':' && whole[i - 1] == ':')
      return std::string(whole.substr(i + 1));
  }
  return std::string(without_prefix(whole));
}

}  // namespace lockstep::ptx
