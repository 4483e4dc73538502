// SPDX-License-Identifier: Apache-2.0
#include "initialisations.h"

#include <set>
#include <string>
#include <string_view>

namespace lockstep::noise {
namespace {

bool is_type(const Token& token) {
  return token.is("int") || token.is("unsigned") || token.is("float") ||
         token.is("bool") || token.is("char");
}

bool is_assignment(const Token& token) {
  return token.is("=") || token.is("+=") || token.is("-=") || token.is("*=") ||
         token.is("/=") || token.is("%=") || token.is("^=") || token.is("|=") ||
         token.is("&=") || token.is("<<=") || token.is(">>=");
}

/// Past `[…]`s and `.member`s that follow the name at `i`.
std::size_t past_element(const TokenList& tokens, std::size_t i) {
  for (++i; tokens[i].is("[") || tokens[i].is(".");)
    i = tokens[i].is("[") ? tokens.closing(i) + 1 : i + 2;
  return i;
}

bool changes_later(const TokenList& tokens, std::size_t from,
                   std::string_view name) {
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (!tokens[i].is(name)) continue;
    const Token& next = tokens[past_element(tokens, i)];
    if (is_assignment(next) || next.is("++") || next.is("--") ||
        tokens[i - 1].is("++") || tokens[i - 1].is("--"))
      return true;
  }
  return false;
}

bool is_plain_number(const TokenList& tokens, std::size_t from,
                     std::size_t end) {
  if (tokens[from].is("-")) ++from;
  return from + 1 == end && tokens[from].kind == Token::Kind::number;
}

/// `int a[8] = {}`, `int sum = 0`: not those of a `for`, nor constants.
void declaration(const TokenList& tokens, std::size_t i, Edits& edits) {
  const std::size_t equals = past_element(tokens, i);
  if (!tokens[equals].is("=") || !is_type(tokens[i - 1])) return;
  const std::size_t begin = tokens.statement_begin(i);
  if (tokens[begin - 1].is("(") || tokens[begin].is("const") ||
      tokens[begin].is("constexpr"))
    return;
  const std::size_t end = tokens.find(";", equals, tokens.size());
  if (!tokens[equals + 1].is("{") && !is_plain_number(tokens, equals + 1, end))
    return;
  if (changes_later(tokens, end, tokens[i].text))
    edits.replace("init", equals, end - 1, "");
}

bool calls_collective(const TokenList& tokens, std::size_t from,
                      std::size_t end) {
  for (; from < end; ++from)
    if (tokens[from].text.starts_with("atomic") ||
        tokens[from].text.ends_with("_sync"))
      return true;
  return false;
}

/// Names of the arrays and shared variables that are declared at `i`.
bool declares_memory(const TokenList& tokens, std::size_t i) {
  const std::size_t begin = tokens.statement_begin(i);
  if (begin == i || tokens[begin - 1].is("(")) return false;
  for (std::size_t k = begin; k < i; ++k)
    if (tokens[k].is("__shared__"))
      return tokens[i + 1].is("[") || tokens[i + 1].is(",") ||
             tokens[i + 1].is(";");
  const bool is_next = tokens[i - 1].is(",");
  return (is_type(tokens[i - 1]) || is_next) && is_type(tokens[begin]) &&
         tokens[i + 1].is("[");
}

}  // namespace

void initialisations(const TokenList& tokens, Edits& edits) {
  std::set<std::string_view> memory, written;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::name) continue;
    if (tokens[i].is("__global__")) memory.clear(), written.clear();
    declaration(tokens, i, edits);
    const std::string_view name = tokens[i].text;
    if (declares_memory(tokens, i)) {
      memory.insert(name);
      continue;
    }
    const std::size_t equals = past_element(tokens, i);
    const std::size_t begin = tokens.statement_begin(i);
    if (!tokens[equals].is("=") || begin != i || tokens[i - 1].is("("))
      continue;
    const bool is_new = written.insert(name).second;
    const std::size_t end = tokens.find(";", equals, tokens.size());
    const bool is_number =
        is_plain_number(tokens, equals + 1, end) && tokens[equals - 1].is("]");
    if ((is_number || (is_new && memory.contains(name))) &&
        !calls_collective(tokens, equals, end))
      edits.replace("init", i, end - 1, "");
  }
}

}  // namespace lockstep::noise
