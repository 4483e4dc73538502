// SPDX-License-Identifier: Apache-2.0
// Operands of an instruction (manual, chapter 6).
#include "ptx/syntax/grammar.h"

namespace lockstep::ptx::grammar {
namespace {

/// A name with its component: %r1, %tid.x.
std::string_view qualified_name(TokenStream& tokens) {
  const Token word = tokens.expect_word("a name");
  const Token& component = tokens.peek();
  if (component.kind != TokenKind::dot_word || !word.touches(component))
    return word.text;
  const auto length = word.text.size() + tokens.take().text.size();
  return {word.text.data(), length};
}

/// `+4`, `-4`, `+-4` behind a name; 0 when there is none.
std::uint64_t addend(TokenStream& tokens) {
  if (tokens.accept('+')) return integer_constant(tokens);
  if (tokens.peek().is('-')) return integer_constant(tokens);
  return 0;
}

OperandSyntax memory(TokenStream& tokens) {
  OperandSyntax node;
  node.kind = OperandSyntax::Kind::memory;
  tokens.expect('[', "before an address");
  if (starts_constant(tokens.peek())) {
    node.bits = integer_constant(tokens);
  } else {
    node.name = qualified_name(tokens);
    node.bits = addend(tokens);
  }
  const TokenStream::Nesting nesting(tokens);
  while (tokens.accept(',')) {
    tokens.count_node();
    node.elements.push_back(operand(tokens, false));
  }
  tokens.expect(']', "behind the address");
  return node;
}

OperandSyntax sequence(TokenStream& tokens, OperandSyntax::Kind kind,
                       char close) {
  const TokenStream::Nesting nesting(tokens);
  OperandSyntax node;
  node.kind = kind;
  tokens.take();
  if (tokens.accept(close)) return node;
  do {
    node.elements.push_back(operand(tokens, false));
  } while (tokens.accept(','));
  tokens.expect(close, "behind the list");
  return node;
}

OperandSyntax name(TokenStream& tokens) {
  OperandSyntax node;
  node.negated = tokens.accept('!');
  node.name = qualified_name(tokens);
  if (tokens.accept('|'))
    node.second = qualified_name(tokens);
  else
    node.bits = addend(tokens);
  return node;
}

}  // namespace

OperandSyntax operand(TokenStream& tokens, bool in_call) {
  tokens.count_node();
  const Token& first = tokens.peek();
  if (first.is('[')) return memory(tokens);
  if (first.is('{')) return sequence(tokens, OperandSyntax::Kind::vector, '}');
  if (first.is('(') && in_call)
    return sequence(tokens, OperandSyntax::Kind::list, ')');
  if (starts_constant(first)) return constant(tokens);
  return name(tokens);
}

}  // namespace lockstep::ptx::grammar
