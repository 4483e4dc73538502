// SPDX-License-Identifier: Apache-2.0
#include "generator/writer.h"

#include <fmt/format.h>

#include <cctype>
#include <stdexcept>

#include "generator/tables.h"

namespace lockstep::ptx::differential {

namespace {

unsigned pool_of(const Pools& pools, char kind) {
  switch (kind) {
    case 'h':
      return pools.h;
    case 'r':
      return pools.r;
    case 'x':
      return pools.x;
    case 'f':
      return pools.f;
    case 'd':
      return pools.d;
    default:
      return pools.p;
  }
}

std::string immediate(Random& random, char kind) {
  const std::uint64_t edge =
      random.chance(1, 4) ? random.next() : random.pick(edge_integers());
  switch (kind) {
    case 'h':
      return fmt::format("0x{:x}", edge & 0xffff);
    case 'r':
      return fmt::format("0x{:x}", edge & 0xffffffff);
    case 'x':
      return fmt::format("0x{:x}", edge);
    case 'f':
      return fmt::format("0f{:08X}", random.pick(edge_floats()));
    default:
      return fmt::format("0d{:016X}", random.pick(edge_doubles()));
  }
}

/// Where the alternative that begins at `at` ends: at its `|` or `>`.
std::size_t end_of_alternative(std::string_view text, std::size_t at) {
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '<') ++depth;
    if (depth == 0 && (text[at] == '|' || text[at] == '>')) return at;
    if (text[at] == '>') --depth;
  }
  throw std::logic_error("a template without its '>'");
}

}  // namespace

std::string Writer::named(char kind) {
  const unsigned number = random.below(pool_of(pools, kind));
  std::string name = fmt::format("%{}{}", kind, number);
  if (first_.empty()) first_ = name;
  return name;
}

void Writer::expand_token(char token, std::string& out) {
  switch (token) {
    case '1':
      out += first_;
      return;
    case 'k':
      out += std::to_string(random.below(32));
      return;
    case 'n':
      out += std::to_string(random.below(256));
      return;
    case 'o':
      out += fmt::format("0x{:x}", random.next() | 1);
      return;
    case 'm':
      out += members;
      return;
    case 'P':
      out += random.chance(1, 2) ? "!" : "";
      break;
    default:
      if (std::isupper(static_cast<unsigned char>(token)) != 0 &&
          random.chance(1, 4)) {
        out += immediate(random, static_cast<char>(std::tolower(token)));
        return;
      }
  }
  out += named(static_cast<char>(std::tolower(token)));
}

/// `text` is what follows the `<`, with its `>`.
void Writer::expand_choice(std::string_view text, std::string& out) {
  std::vector<std::string_view> alternatives;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_alternative(text, at);
    alternatives.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  expand(random.pick(std::span<const std::string_view>(alternatives)), out);
}

void Writer::expand(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '$') {
      expand_token(text[++at], out);
    } else if (text[at] == '#') {
      out += std::to_string(next_id_);
    } else if (text[at] == '~') {
      out += '|';
    } else if (text[at] == '<') {
      std::size_t end = at;
      do {
        end = end_of_alternative(text, end + 1);
      } while (text[end] == '|');
      expand_choice(text.substr(at + 1, end - at), out);
      at = end;
    } else {
      out += text[at];
    }
  }
}

std::string Writer::fill(std::string_view text) {
  std::string out;
  first_.clear();
  expand(text, out);
  ++next_id_;
  return out;
}

std::vector<std::string> Writer::fill_pieces(
    std::span<const std::string> pieces) {
  std::vector<std::string> filled(pieces.size());
  first_.clear();
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    expand(pieces[n], filled[n]);
  }
  ++next_id_;
  return filled;
}

Statement Writer::statement(Templates templates) {
  std::string_view chosen = random.pick(templates);
  const bool has_mark = chosen[0] == '!';
  if (has_mark) chosen.remove_prefix(1);
  const bool may_have_guard = !has_mark &&
                              chosen.find(';') == chosen.size() - 1 &&
                              chosen.find(".sync") == chosen.npos;
  const bool has_guard = may_have_guard && random.chance(1, 6);
  std::string text = fill(chosen);
  if (has_guard) {
    text = fmt::format("@{}%p{} {}", random.chance(1, 2) ? "!" : "",
                       random.below(pools.p), text);
  }
  return {{text}, {}};
}

}  // namespace lockstep::ptx::differential
