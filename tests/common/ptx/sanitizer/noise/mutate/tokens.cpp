// SPDX-License-Identifier: Apache-2.0
#include "tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::noise {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool opens(const Token& token) {
  return token.is("(") || token.is("[") || token.is("{");
}
bool closes(const Token& token) {
  return token.is(")") || token.is("]") || token.is("}");
}

/// Length of the sign at the start of `rest`.
std::size_t sign_length(std::string_view rest) {
  constexpr std::array<std::string_view, 24> signs{
      "<<=", ">>=", "<=", ">=", "==", "!=", "&&", "||",
      "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=",
      "++",  "--",  "<<", ">>", "::", "->", "##", "..."};
  for (const std::string_view sign : signs)
    if (rest.starts_with(sign)) return sign.size();
  return 1;
}

std::size_t string_length(std::string_view rest) {
  std::size_t at = 1;
  while (at < rest.size() && rest[at] != rest[0])
    at += rest[at] == '\\' ? 2 : 1;
  return std::min(at + 1, rest.size());
}

/// Of blanks, a comment or a preprocessor line; 0 where a token begins.
std::size_t skipped_length(std::string_view rest) {
  if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) return 1;
  const auto upto = [&](std::string_view mark, std::size_t more) {
    const auto at = rest.find(mark);
    return at == rest.npos ? rest.size() : at + more;
  };
  if (rest.starts_with("//") || rest[0] == '#') return upto("\n", 0);
  if (rest.starts_with("/*")) return upto("*/", 2);
  return 0;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens;
  unsigned line = 1;
  for (std::size_t at = 0; at < source.size();) {
    const std::string_view rest = source.substr(at);
    std::size_t length = skipped_length(rest);
    if (length == 0) {
      Token token;
      token.kind = Token::Kind::sign;
      if (rest[0] == '"' || rest[0] == '\'') {
        token.kind = Token::Kind::text;
        length = string_length(rest);
      } else if (is_word(rest[0])) {
        token.kind = std::isdigit(static_cast<unsigned char>(rest[0])) != 0
                         ? Token::Kind::number
                         : Token::Kind::name;
        while (length < rest.size() && is_word(rest[length])) ++length;
      } else {
        length = sign_length(rest);
      }
      token.text = rest.substr(0, length);
      token.begin = at;
      token.line = line;
      tokens.push_back(token);
    }
    line +=
        static_cast<unsigned>(std::ranges::count(rest.substr(0, length), '\n'));
    at += length;
  }
  return tokens;
}

const Token& TokenList::operator[](std::size_t i) const {
  static const Token none;
  return i < tokens_.size() ? tokens_[i] : none;
}

std::size_t TokenList::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    depth += opens(tokens_[i]) ? 1 : closes(tokens_[i]) ? -1 : 0;
    if (depth == 0) return i;
  }
  return size();
}

std::size_t TokenList::find(std::string_view what, std::size_t from,
                            std::size_t end) const {
  for (std::size_t i = from; i < end; ++i) {
    if (tokens_[i].is(what)) return i;
    if (opens(tokens_[i])) i = closing(i);
  }
  return end;
}

std::size_t TokenList::statement_begin(std::size_t i) const {
  int depth = 0;
  while (i > 0) {
    const Token& before = tokens_[i - 1];
    if (closes(before) && !before.is("}")) {
      // `if (…) x = …`: the statement begins behind the parenthesis.
      if (depth == 0 && before.is(")")) {
        std::size_t open = i - 1;
        for (int level = 0; open < size(); --open) {
          level += closes(tokens_[open]) ? 1 : opens(tokens_[open]) ? -1 : 0;
          if (level == 0) break;
        }
        const Token& word = (*this)[open - 1];
        if (word.is("if") || word.is("for") || word.is("while")) return i;
      }
      ++depth;
    } else if (opens(before) && !before.is("{")) {
      if (depth == 0) return i;
      --depth;
    } else if (depth == 0 && (before.is(";") || before.is("{") ||
                              before.is("}") || before.is("else"))) {
      return i;
    }
    --i;
  }
  return 0;
}

}  // namespace lockstep::noise
