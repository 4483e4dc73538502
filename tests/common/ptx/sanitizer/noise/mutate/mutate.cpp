// SPDX-License-Identifier: Apache-2.0
// The keys are
//   barrier           a block barrier, numbered barrier or group's sync gone
//   syncwarp          gone
//   fence, .narrow    gone; for the own block only
//   atomic, .narrow   load, change, store; for the own block only
//   mask.lane, .half  without its lowest lane; without lanes 16 to 31
//   bound, .off       always passed; passed by one more
//   init              a first write, or a first value, gone
//   volatile          gone
//   order, .weak, .narrow   relaxed; an ordinary access; for the own block
#include "mutate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "bounds.h"
#include "edits.h"
#include "initialisations.h"
#include "tokens.h"

namespace lockstep::noise {
namespace {

/// The arguments of the call whose parenthesis is at `open`, as text.
std::vector<std::string> arguments(const TokenList& tokens, std::size_t open,
                                   const std::string& source) {
  std::vector<std::string> result;
  const std::size_t close = tokens.closing(open);
  for (std::size_t from = open + 1; from < close;) {
    const std::size_t comma = tokens.find(",", from, close);
    const std::size_t begin = tokens[from].begin;
    result.push_back(source.substr(begin, tokens[comma].begin - begin));
    from = comma + 1;
  }
  return result;
}

void barriers(const TokenList& tokens, std::size_t i, Edits& edits) {
  const std::size_t close = tokens.closing(i + 1);
  if (tokens[i].is("__syncthreads"))
    return edits.replace("barrier", i, close, "((void)0)");
  if (tokens[i].text.starts_with("__syncthreads_"))
    return edits.replace("barrier", i, i, "!!");
  if (tokens[i].is("sync") && tokens[i - 1].is("."))
    edits.replace("barrier", i - 2, close, "((void)0)");
}

void warp_barriers(const TokenList& tokens, std::size_t i, Edits& edits) {
  if (tokens[i].is("__syncwarp"))
    edits.replace("syncwarp", i, tokens.closing(i + 1), "((void)0)");
}

void fences(const TokenList& tokens, std::size_t i, Edits& edits) {
  if (!tokens[i].text.starts_with("__threadfence")) return;
  edits.replace("fence", i, tokens.closing(i + 1), "((void)0)");
  if (!tokens[i].is("__threadfence_block"))
    edits.replace("fence.narrow", i, i, "__threadfence_block");
}

/// What the atomic writes, from `o`, what was there, and its arguments.
std::string changed(std::string_view name, const std::vector<std::string>& a) {
  if (name == "atomicExch") return a[1];
  if (name == "atomicCAS")
    return fmt::format("o == ({}) ? ({}) : o", a[1], a[2]);
  if (name == "atomicMax") return fmt::format("o > ({0}) ? o : ({0})", a[1]);
  if (name == "atomicMin") return fmt::format("o < ({0}) ? o : ({0})", a[1]);
  const std::string_view sign = name == "atomicSub"   ? "-"
                                : name == "atomicOr"  ? "|"
                                : name == "atomicAnd" ? "&"
                                : name == "atomicXor" ? "^"
                                                      : "+";
  return fmt::format("o {} ({})", sign, a[1]);
}

void atomics(const TokenList& tokens, std::size_t i, const std::string& source,
             Edits& edits) {
  const std::string name(tokens[i].text);
  if (!name.starts_with("atomic")) return;
  const auto a = arguments(tokens, i + 1, source);
  edits.replace("atomic", i, tokens.closing(i + 1),
                fmt::format("({{ auto* p = {}; auto o = *p; *p = {}; o; }})",
                            a[0], changed(name, a)));
  edits.replace("atomic.narrow", i, i, name + "_block");
}

void masks(const TokenList& tokens, std::size_t i, const std::string& source,
           Edits& edits) {
  const std::string_view name = tokens[i].text;
  const bool is_barrier = name == "__syncwarp";
  if (!is_barrier && !(name.starts_with("__") && name.ends_with("_sync")))
    return;
  const auto all = arguments(tokens, i + 1, source);
  const std::string mask = all.empty() ? "0xffffffffu" : all[0];
  const std::size_t close = tokens.closing(i + 1);
  const std::size_t end = tokens.find(",", i + 2, close) - 1;
  const auto with = [&](std::string_view key, const std::string& narrowed) {
    edits.replace(key, i, end, fmt::format("{}({}", name, narrowed));
  };
  with("mask.lane", fmt::format("({0}) & (({0}) - 1)", mask));
  with("mask.half", fmt::format("({}) & 0xffffu", mask));
}

void qualifiers(const TokenList& tokens, std::size_t i, Edits& edits) {
  if (!tokens[i].is("volatile") || tokens[i - 1].is("asm")) return;
  edits.replace("volatile", i, i, "");
  // A cast to it must stay a cast to the same type for all else.
}

void replace_in(std::string_view key, const TokenList& tokens, std::size_t i,
                std::string_view from, std::string_view to, Edits& edits) {
  std::string text(tokens[i].text);
  const auto at = text.find(from);
  if (at == text.npos) return;
  edits.replace(key, i, i, text.replace(at, from.size(), to));
}

/// Inline PTX: barriers, fences, accesses that order.
void assembly(const TokenList& tokens, std::size_t i, Edits& edits) {
  if (tokens[i].kind != Token::Kind::text || !tokens[i - 1].is("(")) return;
  const std::string_view text = tokens[i].text.substr(1);
  const bool is_fence = text.starts_with("fence.");
  if (text.starts_with("bar.") || text.starts_with("barrier.") || is_fence)
    edits.replace(is_fence ? "fence" : "barrier", i - 3, tokens.closing(i - 1),
                  "((void)0)");
  if (is_fence)
    return replace_in("fence.narrow", tokens, i, ".gpu", ".cta", edits);
  for (const std::string_view order : {".release", ".acquire", ".acq_rel"}) {
    if (text.find(order) == text.npos) continue;
    replace_in("order", tokens, i, order, ".relaxed", edits);
    if (!text.starts_with("atom"))
      replace_in("order.weak", tokens, i, std::string(order) + ".gpu", "",
                 edits);
    replace_in("order.narrow", tokens, i, ".gpu", ".cta", edits);
  }
}

}  // namespace

std::vector<Mutant> mutants_of(const std::string& source) {
  const TokenList tokens(source);
  Edits edits(source, tokens);
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    if (tokens[i + 1].is("(") && tokens[i].kind == Token::Kind::name) {
      barriers(tokens, i, edits);
      warp_barriers(tokens, i, edits);
      fences(tokens, i, edits);
      atomics(tokens, i, source, edits);
      masks(tokens, i, source, edits);
    }
    qualifiers(tokens, i, edits);
    assembly(tokens, i, edits);
    bounds(tokens, i, edits);
  }
  initialisations(tokens, edits);
  std::vector<Mutant> mutants = std::move(edits).take();
  std::ranges::stable_sort(mutants, {}, &Mutant::line);
  return mutants;
}

std::string class_of(const std::string& key) {
  return key.substr(0, key.find('.'));
}

}  // namespace lockstep::noise
