// SPDX-License-Identifier: Apache-2.0
// Collects changes of one source text, each a mutant of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mutate.h"
#include "tokens.h"

namespace lockstep::noise {

class Edits {
 public:
  /// Both must outlive it.
  Edits(const std::string& source, const TokenList& tokens)
      : source_(source), tokens_(tokens) {}

  /// Tokens `first` to `last` become `text`, with as many line ends as before.
  void replace(std::string_view key, std::size_t first, std::size_t last,
               std::string_view text);
  std::vector<Mutant> take() && { return std::move(mutants_); }

 private:
  const std::string& source_;
  const TokenList& tokens_;
  std::vector<Mutant> mutants_;
};

}  // namespace lockstep::noise
