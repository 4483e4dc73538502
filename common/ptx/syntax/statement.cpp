// SPDX-License-Identifier: Apache-2.0
// What stands in a function's body (manual, 4.3): labels, directives,
// declarations, scopes and instructions.
#include "ptx/syntax/grammar.h"
#include "ptx/syntax/limits.h"

namespace lockstep::ptx::grammar {
namespace {

constexpr std::size_t max_operands = 512;
constexpr std::size_t max_modifiers = 16;

SourceLocation place(TokenStream& tokens) {
  SourceLocation at;
  at.file = tokens.expect_small("the number of a file");
  at.line = tokens.expect_small("a line");
  at.column = tokens.expect_small("a column");
  return at;
}

/// Behind `.loc`: place [, function_name label[+n], inlined_at place].
LocSyntax loc(TokenStream& tokens) {
  LocSyntax node;
  node.place = place(tokens);
  while (tokens.accept(',')) {
    const Token word = tokens.expect_word("function_name or inlined_at");
    if (word.text == "function_name") {
      tokens.expect_word("a label");
      if (tokens.accept('+')) integer_constant(tokens);
    } else if (word.text == "inlined_at") {
      node.inlined_at = place(tokens);
      node.is_inlined = true;
    } else {
      tokens.fail("expected function_name or inlined_at before this");
    }
  }
  // LLVM's assembler options, as in ".loc 1 2 3 prologue_end".
  while (
      tokens.peek().kind == TokenKind::word &&
      (tokens.peek().text == "prologue_end" || tokens.peek().text == "is_stmt"))
    if (tokens.take().text == "is_stmt") tokens.expect_small("0 or 1");
  return node;
}

TargetsSyntax targets(TokenStream& tokens, const Token& name) {
  TargetsSyntax node;
  node.name = name.text;
  node.line = name.line;
  node.is_calls = tokens.take().text == ".calltargets";
  do {
    tokens.count_node();
    node.targets.push_back(tokens.expect_word("a target").text);
  } while (tokens.accept(','));
  tokens.expect(';', "behind the targets");
  return node;
}

PrototypeSyntax prototype(TokenStream& tokens, const Token& name) {
  PrototypeSyntax node;
  node.name = name.text;
  node.line = name.line;
  tokens.take();
  node.returns = parameters(tokens);
  tokens.expect_word("'_'");
  node.parameters = parameters(tokens);
  while (tokens.accept_dot(".noreturn")) {
  }
  tokens.expect(';', "behind the prototype");
  return node;
}

/// A label, a list of targets or a prototype, behind its name's colon.
Statement labelled(TokenStream& tokens, const Token& name) {
  const Token& next = tokens.peek();
  if (next.is_dot(".branchtargets") || next.is_dot(".calltargets"))
    return targets(tokens, name);
  if (next.is_dot(".callprototype")) return prototype(tokens, name);
  return LabelSyntax{name.text, name.line};
}

void mnemonic(TokenStream& tokens, const Token& word, InstructionSyntax& node) {
  node.mnemonic = word.text;
  while (tokens.peek().kind == TokenKind::dot_word) {
    if (node.modifiers.size() >= max_modifiers)
      tokens.fail("too many modifiers");
    node.modifiers.push_back(tokens.take().text.substr(1));
  }
}

/// Behind the mnemonic's first word.
InstructionSyntax instruction(TokenStream& tokens, const Token& word,
                              InstructionSyntax node, const char* begin) {
  mnemonic(tokens, word, node);
  if (!tokens.peek().is(';')) {
    do {
      if (node.operands.size() >= max_operands)
        tokens.fail("too many operands");
      node.operands.push_back(operand(tokens, word.text == "call"));
    } while (tokens.accept(','));
  }
  node.text = {begin, static_cast<std::size_t>(tokens.end_of_last() - begin)};
  tokens.expect(';', "behind the instruction");
  return node;
}

InstructionSyntax guarded(TokenStream& tokens) {
  InstructionSyntax node;
  node.line = tokens.peek().line;
  const char* begin = tokens.take().text.data();
  node.guard_negated = tokens.accept('!');
  node.guard = tokens.expect_word("a predicate").text;
  const Token word = tokens.expect_word("an instruction");
  return instruction(tokens, word, std::move(node), begin);
}

Statement worded(TokenStream& tokens) {
  const Token word = tokens.take();
  if (tokens.accept(':')) return labelled(tokens, word);
  InstructionSyntax node;
  node.line = word.line;
  return instruction(tokens, word, std::move(node), word.text.data());
}

void directive(TokenStream& tokens, std::vector<Statement>& into) {
  if (tokens.accept_dot(".loc")) {
    into.emplace_back(loc(tokens));
  } else if (tokens.accept_dot(".pragma")) {
    pragma(tokens);
  } else if (is_variable_space(tokens.peek().text)) {
    const std::string_view space = tokens.take().text.substr(1);
    std::vector<VariableSyntax> declared;
    variables(tokens, space, false, declared);
    for (VariableSyntax& variable : declared)
      into.emplace_back(std::move(variable));
  } else {
    tokens.fail("unsupported directive in a function");
  }
}

}  // namespace

void pragma(TokenStream& tokens) {
  do {
    if (tokens.peek().kind != TokenKind::string)
      tokens.fail("expected a string behind .pragma");
    tokens.take();
  } while (tokens.accept(','));
  tokens.expect(';', "behind the pragma");
}

void body(TokenStream& tokens, FunctionSyntax& function) {
  std::vector<Statement>& into = function.body;
  tokens.expect('{', "before a function's body");
  for (unsigned depth = 1; depth > 0;) {
    tokens.count_node();
    const Token& first = tokens.peek();
    if (first.is('{')) {
      if (++depth > max_nesting) tokens.fail("nested too deeply");
      into.emplace_back(ScopeOpen{tokens.take().line});
    } else if (first.is('}')) {
      function.end_line = tokens.take().line;
      if (--depth > 0) into.emplace_back(ScopeClose{function.end_line});
    } else if (first.is('@')) {
      into.emplace_back(guarded(tokens));
    } else if (first.is(';')) {
      tokens.take();
    } else if (first.kind == TokenKind::word) {
      into.push_back(worded(tokens));
    } else if (first.kind == TokenKind::dot_word) {
      directive(tokens, into);
    } else {
      tokens.fail("expected an instruction or '}'");
    }
  }
}

}  // namespace lockstep::ptx::grammar
