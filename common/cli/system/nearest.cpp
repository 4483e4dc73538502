// SPDX-License-Identifier: Apache-2.0
// Levenshtein's distance, one row at a time.
#include "cli/system/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lockstep::cli {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view typed,
                    const std::vector<std::string>& names) {
  if (typed.size() > 64) return {};
  std::string best;
  std::size_t least = typed.size() / 3 + 2;  // one more than is accepted
  for (const std::string& name : names) {
    const std::size_t found = distance(typed, name);
    if (found < least) {
      least = found;
      best = name;
    }
  }
  return best;
}

std::string suggestion(std::string_view typed,
                       const std::vector<std::string>& names) {
  const std::string name = nearest(typed, names);
  return name.empty() ? "" : fmt::format("; did you mean \"{}\"?", name);
}

}  // namespace lockstep::cli
