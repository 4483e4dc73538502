// SPDX-License-Identifier: Apache-2.0
// The rules of the grammar, one function each, for parser.cpp and its
// neighbours only. Each takes the tokens of its rule and returns its node.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/syntax/syntax_tree.h"
#include "ptx/syntax/token_stream.h"

namespace lockstep::ptx::grammar {

// expression.cpp
/// A constant expression of integers, or one real number with its sign.
OperandSyntax constant(TokenStream& tokens);
/// The value of an integer constant expression.
std::uint64_t integer_constant(TokenStream& tokens);
bool starts_constant(const Token& token);

// operand.cpp
OperandSyntax operand(TokenStream& tokens, bool in_call);

// declaration.cpp
/// Behind the state space: attributes, type, then every name up to `;`.
void variables(TokenStream& tokens, std::string_view space, bool is_extern,
               std::vector<VariableSyntax>& into);
/// `(.param …, .param …)`; nothing when there is no `(`.
std::vector<VariableSyntax> parameters(TokenStream& tokens);
bool is_variable_space(std::string_view dot_word);

// statement.cpp
/// Everything between the braces of a function, and the braces.
void body(TokenStream& tokens, FunctionSyntax& function);
/// `.pragma "…";`, behind the directive's word.
void pragma(TokenStream& tokens);

}  // namespace lockstep::ptx::grammar
