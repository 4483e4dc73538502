// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/options.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace lockstep::cudart {
namespace {

std::string_view text(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

template <class T>
T number(const char* name) {
  const std::string_view digits = text(name);
  T value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::set<std::string> words(std::string_view list) {
  std::set<std::string> result;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    result.emplace(list.substr(0, comma));
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return result;
}

}  // namespace

Options read_options() {
  Options options;
  options.record = text(variable::record);
  options.checks = words(text(variable::check));
  options.seed = number<std::uint64_t>(variable::seed);
  options.resident_blocks = number<std::uint32_t>(variable::resident);
  options.counts_lines = text(variable::counters) == "lines";
  options.counts = options.counts_lines || text(variable::counters) == "yes";
  return options;
}

}  // namespace lockstep::cudart
