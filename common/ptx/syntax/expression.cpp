// SPDX-License-Identifier: Apache-2.0
// Constant expressions (manual, 4.5): 64-bit integers with C's operators.
#include <string_view>

#include "ptx/syntax/grammar.h"

namespace lockstep::ptx::grammar {
namespace {

struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;

  std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
};

Value climb(TokenStream& tokens, Value left, int lowest);

Value primary(TokenStream& tokens) {
  const TokenStream::Nesting nesting(tokens);
  if (tokens.accept('-')) {
    Value value = primary(tokens);
    value.bits = 0 - value.bits;
    return value;
  }
  if (tokens.accept('+')) return primary(tokens);
  if (tokens.accept('~')) {
    Value value = primary(tokens);
    value.bits = ~value.bits;
    return value;
  }
  if (tokens.accept('!')) return {primary(tokens).bits == 0, false};
  if (tokens.accept('(')) {
    const Value value = climb(tokens, primary(tokens), 0);
    tokens.expect(')', "behind the expression");
    return value;
  }
  if (tokens.peek().kind == TokenKind::word &&
      tokens.peek().text == "WARP_SZ") {
    tokens.take();
    return {32, false};
  }
  const Token number = tokens.expect_integer("a number");
  return {number.bits, number.is_unsigned};
}

/// How tightly an operator binds; -1 for what is none.
int strength_of(const Token& token) {
  if (token.kind != TokenKind::punctuation) return -1;
  switch (token.text.front()) {
    case '|':
      return 0;
    case '^':
      return 1;
    case '&':
      return 2;
    case '<':
    case '>':
      return 3;
    case '+':
    case '-':
      return 4;
    case '*':
    case '/':
    case '%':
      return 5;
    default:
      return -1;
  }
}

std::uint64_t divide(TokenStream& tokens, char op, Value a, Value b,
                     bool is_unsigned) {
  if (b.bits == 0) tokens.fail("a constant is divided by zero");
  if (is_unsigned) return op == '/' ? a.bits / b.bits : a.bits % b.bits;
  if (b.as_signed() == -1) return op == '/' ? 0 - a.bits : 0;
  return static_cast<std::uint64_t>(op == '/' ? a.as_signed() / b.as_signed()
                                              : a.as_signed() % b.as_signed());
}

Value shift(char op, Value a, Value b) {
  const bool past = b.bits > 63;
  if (op == '<') return {past ? 0 : a.bits << b.bits, a.is_unsigned};
  if (a.is_unsigned) return {past ? 0 : a.bits >> b.bits, true};
  return {static_cast<std::uint64_t>(a.as_signed() >> (past ? 63 : b.bits)),
          false};
}

Value apply(TokenStream& tokens, char op, Value a, Value b) {
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  switch (op) {
    case '|':
      return {a.bits | b.bits, is_unsigned};
    case '^':
      return {a.bits ^ b.bits, is_unsigned};
    case '&':
      return {a.bits & b.bits, is_unsigned};
    case '+':
      return {a.bits + b.bits, is_unsigned};
    case '-':
      return {a.bits - b.bits, is_unsigned};
    case '*':
      return {a.bits * b.bits, is_unsigned};
    case '/':
    case '%':
      return {divide(tokens, op, a, b, is_unsigned), is_unsigned};
    default:
      return shift(op, a, b);
  }
}

/// `left` and every operator behind it that binds at least as `lowest`.
Value climb(TokenStream& tokens, Value left, int lowest) {
  for (;;) {
    const int strength = strength_of(tokens.peek());
    if (strength < lowest) return left;
    const char op = tokens.take().text.front();
    if (op == '<' || op == '>') tokens.expect(op, "of the shift operator");
    const Value right = climb(tokens, primary(tokens), strength + 1);
    left = apply(tokens, op, left, right);
  }
}

OperandSyntax real(TokenStream& tokens, bool negative) {
  const Token token = tokens.take();
  OperandSyntax node;
  node.kind = token.kind == TokenKind::single_real
                  ? OperandSyntax::Kind::single_real
                  : OperandSyntax::Kind::double_real;
  const bool is_hexadecimal =
      token.text.find_first_of("dDfF") != std::string_view::npos;
  if (negative && is_hexadecimal)
    tokens.fail("a hexadecimal real number takes no sign");
  node.bits = token.bits;
  if (negative) node.bits ^= std::uint64_t{1} << 63;
  return node;
}

bool is_real(const Token& token) {
  return token.kind == TokenKind::single_real ||
         token.kind == TokenKind::double_real;
}

}  // namespace

bool starts_constant(const Token& token) {
  return token.kind == TokenKind::integer || is_real(token) || token.is('-') ||
         token.is('+') || token.is('~') || token.is('(') ||
         (token.kind == TokenKind::word && token.text == "WARP_SZ");
}

std::uint64_t integer_constant(TokenStream& tokens) {
  return climb(tokens, primary(tokens), 0).bits;
}

OperandSyntax constant(TokenStream& tokens) {
  if (is_real(tokens.peek())) return real(tokens, false);
  OperandSyntax node;
  node.kind = OperandSyntax::Kind::integer;
  if (!tokens.accept('-')) {
    node.bits = integer_constant(tokens);
    return node;
  }
  if (is_real(tokens.peek())) return real(tokens, true);
  Value first = primary(tokens);
  first.bits = 0 - first.bits;
  node.bits = climb(tokens, first, 0).bits;
  return node;
}

}  // namespace lockstep::ptx::grammar
