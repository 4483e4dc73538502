// SPDX-License-Identifier: Apache-2.0
#include "bounds.h"

#include <algorithm>
#include <optional>

namespace lockstep::noise {
namespace {

/// A condition: tokens [begin, end).
struct Condition {
  std::size_t begin = 0, end = 0;
  bool is_loop = false;
  bool is_exit = false;  ///< of an if that returns, continues or breaks
  bool is_or = false;    ///< beside a `||`
};

std::optional<Condition> statement_condition(const TokenList& tokens,
                                             std::size_t word) {
  const std::size_t close = tokens.closing(word + 1);
  if (tokens[word].is("if")) {
    std::size_t then = close + 1;
    if (tokens[then].is("{")) ++then;
    const bool is_exit = tokens[then].is("return") ||
                         tokens[then].is("continue") ||
                         tokens[then].is("break");
    return Condition{word + 2, close, false, is_exit};
  }
  if (tokens[word].is("while")) return Condition{word + 2, close, true, false};
  if (!tokens[word].is("for")) return std::nullopt;
  const std::size_t first = tokens.find(";", word + 2, close);
  return Condition{first + 1, tokens.find(";", first + 1, close), true, false};
}

/// The condition of `? :`, from its question mark.
Condition choice(const TokenList& tokens, std::size_t mark) {
  std::size_t begin = tokens.statement_begin(mark);
  for (std::size_t i = begin; i < mark; ++i) {
    if (tokens[i].is("(") || tokens[i].is("["))
      if (const std::size_t close = tokens.closing(i); close < mark) i = close;
    const Token& token = tokens[i];
    if (token.is("=") || token.is("+=") || token.is("return") ||
        token.is(",") || token.is("?") || token.is(":"))
      begin = i + 1;
  }
  return {begin, mark, false, false};
}

std::optional<Condition> condition_around(const TokenList& tokens,
                                          std::size_t i) {
  for (std::size_t word = i; word-- > 0;) {
    const auto found = tokens[word + 1].is("(")
                           ? statement_condition(tokens, word)
                           : std::nullopt;
    if (found && found->begin <= i && i < found->end) return found;
    if (tokens[word].is("{") || tokens[word].is("}")) break;
  }
  for (std::size_t mark = i + 1; mark < tokens.size(); ++mark) {
    const Token& token = tokens[mark];
    if (token.is(";") || token.is("{") || token.is("}")) break;
    if (!token.is("?")) continue;
    const Condition found = choice(tokens, mark);
    if (found.begin <= i) return found;
  }
  return std::nullopt;
}

/// The comparison alone: between && and || of its own nesting.
Condition operand(const TokenList& tokens, const Condition& all,
                  std::size_t i) {
  Condition result = all;
  for (std::size_t k = all.begin; k < all.end; ++k) {
    const Token& token = tokens[k];
    if (token.is("(")) {
      const std::size_t close = tokens.closing(k);
      if (close < i || k > i)
        k = close;
      else
        result.begin = k + 1, result.end = close, result.is_or = false;
    } else if (token.is("&&") || token.is("||")) {
      if (k < i) result.begin = k + 1, result.is_or = token.is("||");
      if (k > i) {
        result.is_or = result.is_or || token.is("||");
        result.end = std::min(result.end, k);
        break;
      }
    }
  }
  return result;
}

/// One more passes the check; an exit turns one fewer away.
std::string_view weaker(std::string_view sign, bool is_exit) {
  if (is_exit)
    return sign == ">="   ? ">"
           : sign == "<=" ? "<"
           : sign == ">"  ? "> 1 +"
                          : "+ 1 <";
  return sign == "<"    ? "<="
         : sign == ">"  ? ">="
         : sign == "<=" ? "<= 1 +"
                        : "+ 1 >=";
}

}  // namespace

void bounds(const TokenList& tokens, std::size_t i, Edits& edits) {
  const std::string_view sign = tokens[i].text;
  if (sign != "<" && sign != "<=" && sign != ">" && sign != ">=") return;
  const auto all = condition_around(tokens, i);
  if (!all) return;
  const Condition one = operand(tokens, *all, i);
  const bool turns_away = all->is_exit != one.is_or;
  if (!all->is_loop)
    edits.replace("bound", one.begin, one.end - 1,
                  turns_away ? "false" : "true");
  edits.replace("bound.off", i, i, weaker(sign, turns_away));
}

}  // namespace lockstep::noise
