// SPDX-License-Identifier: Apache-2.0
// Declarations of registers, variables and parameters (manual, chapter 5).
#include <limits>

#include "ptx/syntax/grammar.h"
#include "ptx/syntax/limits.h"

namespace lockstep::ptx::grammar {
namespace {

/// Behind `.attribute`: (.managed), (.unified(n, n)) or both.
void attributes(TokenStream& tokens, VariableSyntax& node) {
  tokens.expect('(', "behind .attribute");
  do {
    if (tokens.accept_dot(".managed")) {
      node.is_managed = true;
    } else if (tokens.accept_dot(".unified")) {
      tokens.expect('(', "behind .unified");
      tokens.expect_integer("a number");
      tokens.expect(',', "behind the number");
      tokens.expect_integer("a number");
      tokens.expect(')', "behind the numbers");
    } else {
      tokens.fail("unsupported attribute of a variable");
    }
  } while (tokens.accept(','));
  tokens.expect(')', "behind the attributes");
}

/// What stands before the names of one declaration.
VariableSyntax head(TokenStream& tokens, std::string_view space) {
  VariableSyntax node;
  node.space = space;
  while (tokens.peek().kind == TokenKind::dot_word) {
    const std::string_view word = tokens.take().text.substr(1);
    if (word == "align") {
      node.alignment = tokens.expect_small("an alignment");
    } else if (word == "v2" || word == "v4") {
      node.vector_width = static_cast<std::uint32_t>(word[1] - '0');
    } else if (word == "ptr") {
      // Says what a pointer parameter points at: of no effect here.
      const Token& next = tokens.peek();
      if (next.is_dot(".global") || next.is_dot(".shared") ||
          next.is_dot(".const") || next.is_dot(".local"))
        tokens.take();
      if (tokens.accept_dot(".align")) tokens.expect_small("an alignment");
    } else if (word == "attribute") {
      attributes(tokens, node);
    } else if (node.type.empty()) {
      node.type = word;
    } else {
      tokens.fail("expected a name");
    }
  }
  return node;
}

void dimensions(TokenStream& tokens, VariableSyntax& node) {
  while (tokens.accept('[')) {
    if (node.dimensions.size() >= max_nesting)
      tokens.fail("too many dimensions");
    if (tokens.peek().is(']')) {
      if (!node.dimensions.empty())
        tokens.fail("only the first dimension may be left open");
      node.has_open_size = true;
      node.dimensions.push_back(0);
    } else {
      node.dimensions.push_back(integer_constant(tokens));
    }
    tokens.expect(']', "behind the dimension");
  }
}

InitialValue initial_value(TokenStream& tokens, std::uint64_t index) {
  tokens.count_node();
  InitialValue node;
  node.index = index;
  const Token& first = tokens.peek();
  if (first.kind != TokenKind::word || first.text == "WARP_SZ") {
    node.value = constant(tokens);
    return node;
  }
  node.generic = first.text == "generic";
  if (node.generic) {
    tokens.take();
    tokens.expect('(', "behind generic");
  }
  node.value.name = tokens.expect_word("a name").text;
  if (node.generic) tokens.expect(')', "behind the name");
  if (tokens.accept('+') || tokens.peek().is('-'))
    node.value.bits = integer_constant(tokens);
  return node;
}

/// Elements of one step of dimension `depth`, all below it multiplied.
std::uint64_t stride_of(const VariableSyntax& node, std::size_t depth) {
  std::uint64_t stride = 1;
  for (std::size_t i = depth + 1; i < node.dimensions.size(); ++i)
    if (__builtin_mul_overflow(stride, node.dimensions[i], &stride))
      return std::numeric_limits<std::uint64_t>::max();
  return stride;
}

void initial_list(TokenStream& tokens, VariableSyntax& node, std::size_t depth,
                  std::uint64_t base) {
  const TokenStream::Nesting nesting(tokens);
  tokens.expect('{', "before the initial values");
  if (depth >= node.dimensions.size())
    tokens.fail("more braces than dimensions");
  const std::uint64_t stride = stride_of(node, depth);
  std::uint64_t index = base;
  for (std::uint64_t i = 0; !tokens.peek().is('}'); ++i) {
    const bool is_open = depth == 0 && node.has_open_size;
    if (!is_open && i >= node.dimensions[depth])
      tokens.fail("more initial values than elements");
    if (tokens.peek().is('{'))
      initial_list(tokens, node, depth + 1, index);
    else if (stride == 1)
      node.initial.push_back(initial_value(tokens, index));
    else
      tokens.fail("expected a braced row of initial values");
    if (__builtin_add_overflow(index, stride, &index))
      tokens.fail("the array is too large");
    if (is_open) node.dimensions[0] = i + 1;
    if (!tokens.accept(',')) break;
  }
  tokens.expect('}', "behind the initial values");
}

VariableSyntax named(TokenStream& tokens, const VariableSyntax& shape) {
  tokens.count_node();
  VariableSyntax node = shape;
  const Token name = tokens.expect_word("a name");
  node.name = name.text;
  node.line = name.line;
  if (tokens.accept('<')) {
    node.count = tokens.expect_small("the number of registers");
    if (node.count == 0) tokens.fail("a range of no registers");
    tokens.expect('>', "behind the number of registers");
  }
  dimensions(tokens, node);
  return node;
}

}  // namespace

bool is_variable_space(std::string_view dot_word) {
  return dot_word == ".reg" || dot_word == ".global" || dot_word == ".const" ||
         dot_word == ".shared" || dot_word == ".local" || dot_word == ".param";
}

void variables(TokenStream& tokens, std::string_view space, bool is_extern,
               std::vector<VariableSyntax>& into) {
  VariableSyntax shape = head(tokens, space);
  shape.is_extern = is_extern;
  do {
    VariableSyntax node = named(tokens, shape);
    if (tokens.accept('=')) {
      if (tokens.peek().is('{'))
        initial_list(tokens, node, 0, 0);
      else
        node.initial.push_back(initial_value(tokens, 0));
    }
    into.push_back(std::move(node));
  } while (tokens.accept(','));
  tokens.expect(';', "behind the declaration");
}

std::vector<VariableSyntax> parameters(TokenStream& tokens) {
  std::vector<VariableSyntax> list;
  if (!tokens.accept('(')) return list;
  if (tokens.accept(')')) return list;
  do {
    const Token space = tokens.take();
    if (!space.is_dot(".param") && !space.is_dot(".reg"))
      tokens.fail("a parameter must be a .param or a .reg");
    list.push_back(named(tokens, head(tokens, space.text.substr(1))));
  } while (tokens.accept(','));
  tokens.expect(')', "behind the parameters");
  return list;
}

}  // namespace lockstep::ptx::grammar
