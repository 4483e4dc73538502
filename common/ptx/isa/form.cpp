// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/form.h"

namespace lockstep::ptx {

namespace {

bool has_width(const DetailOperand& operand, unsigned bytes) {
  return operand.constant || operand.value.bytes == bytes ||
         (operand.value.base == Operand::Base::constants && bytes != 0);
}

}  // namespace

bool Form::take(std::string_view word) {
  for (std::size_t n = 0; n < is_used_.size(); ++n) {
    if (is_used_[n] || detail_.words[n] != word) continue;
    is_used_[n] = true;
    return true;
  }
  return false;
}

void Form::want(std::string_view word) {
  if (!take(word)) fail("a modifier is missing: ." + std::string(word));
}

std::string_view Form::one_of(std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (take(word)) return word;
  }
  return {};
}

Type Form::type() {
  for (std::size_t n = 0; n < is_used_.size(); ++n) {
    const Type type = type_named(detail_.words[n]);
    if (is_used_[n] || type == Type::none) continue;
    is_used_[n] = true;
    return type;
  }
  return Type::none;
}

std::string_view Form::next() {
  for (std::size_t n = 0; n < is_used_.size(); ++n) {
    if (is_used_[n]) continue;
    is_used_[n] = true;
    return detail_.words[n];
  }
  return {};
}

void Form::order(Modifiers& modifiers) {
  if (take("weak")) modifiers.semantics = Semantics::weak;
  if (take("relaxed")) modifiers.semantics = Semantics::relaxed;
  if (take("acquire")) modifiers.semantics = Semantics::acquire;
  if (take("release")) modifiers.semantics = Semantics::release;
  if (take("cta")) modifiers.scope = Scope::cta;
  if (take("cluster")) modifiers.scope = Scope::cluster;
  if (take("gpu")) modifiers.scope = Scope::gpu;
  if (take("sys")) modifiers.scope = Scope::sys;
}

void Form::finish() const {
  for (std::size_t n = 0; n < is_used_.size(); ++n) {
    if (!is_used_[n]) fail("unsupported modifier '." + detail_.words[n] + "'");
  }
}

void Form::want_operands(std::size_t least, std::size_t most) const {
  if (count() >= least && count() <= most) return;
  std::string range = std::to_string(least);
  if (most != least) range += " to " + std::to_string(most);
  fail("this takes " + range + (most == 1 ? " operand" : " operands"));
}

const DetailOperand& Form::operand(std::size_t n) const {
  check(n < count(), "an operand is missing");
  return detail_.operands[n];
}

const Operand& Form::source(std::size_t n, unsigned bytes) const {
  const DetailOperand& given = operand(n);
  check(given.kind == Kind::value && !given.second,
        "a register or a constant is wanted");
  check(has_width(given, bytes), "an operand does not have the wanted width");
  return given.value;
}

const Operand& Form::destination(std::size_t n, unsigned bytes) const {
  const DetailOperand& given = operand(n);
  if (given.kind == Kind::sink) return given.value;
  check(given.kind == Kind::value && !given.value.negated &&
            given.value.base == Operand::Base::registers,
        "the destination must be a register");
  check(given.value.bytes == bytes,
        "the destination does not have the wanted width");
  return given.value;
}

std::uint64_t Form::constant(std::size_t n) const {
  const DetailOperand& given = operand(n);
  check(given.constant.has_value(), "an integer constant is wanted");
  return *given.constant;
}

const Address& Form::address(std::size_t n) const {
  const DetailOperand& given = operand(n);
  check(given.kind == Kind::memory, "an address in brackets is wanted");
  return given.address;
}

std::vector<Operand> Form::vector(std::size_t n, std::size_t count,
                                  unsigned bytes) const {
  const DetailOperand& given = operand(n);
  std::vector<Operand> elements;
  if (given.kind == Kind::value && count == 1) {
    elements.push_back(source(n, bytes));
    return elements;
  }
  check(given.kind == Kind::vector && given.elements.size() == count,
        "a vector of another length is wanted");
  for (const DetailOperand& element : given.elements) {
    const bool fits = element.kind == Kind::sink ||
                      (element.kind == Kind::value && !element.second &&
                       has_width(element, bytes));
    check(fits, "an element does not have the wanted width");
    elements.push_back(element.value);
  }
  return elements;
}

const Instruction& Form::add_part(const Address& address,
                                  const Modifiers& modifiers) {
  auto part = std::make_unique<Instruction>();
  part->opcode = instruction_.opcode;
  part->location = instruction_.location;
  part->ptx_line = instruction_.ptx_line;
  part->address = address;
  part->modifiers = modifiers;
  return *detail_.parts.emplace_back(std::move(part));
}

}  // namespace lockstep::ptx
