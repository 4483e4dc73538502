// SPDX-License-Identifier: Apache-2.0
#include "edits.h"

#include <algorithm>

namespace lockstep::noise {

void Edits::replace(std::string_view key, std::size_t first, std::size_t last,
                    std::string_view text) {
  const std::size_t begin = tokens_[first].begin;
  Mutant mutant;
  mutant.key = key;
  mutant.line = tokens_[first].line;
  mutant.was = source_.substr(begin, tokens_[last].end() - begin);
  mutant.is = text;
  std::string with(text);
  // A multi-line argument may be in the new text more than once.
  std::ranges::replace(with, '\n', ' ');
  with.append(static_cast<std::size_t>(std::ranges::count(mutant.was, '\n')),
              '\n');
  mutant.text = source_;
  mutant.text.replace(begin, mutant.was.size(), with);
  mutants_.push_back(std::move(mutant));
}

}  // namespace lockstep::noise
