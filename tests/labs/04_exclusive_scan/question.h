// SPDX-License-Identifier: Apache-2.0
// The predict task: eight elements, a block size and a block drawn from the
// seed, and the answers, which the grader computes and stores nowhere.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "harness/session/exported.h"

namespace lockstep::exclusive_scan {

class Question {
 public:
  explicit Question(std::uint64_t seed) : number_(question_of(seed)) {
    std::uint32_t state = number_;
    for (int i = 0; i < 8; ++i) {
      state = (state * 25173 + 13849) % 65536;
      elements_.push_back(static_cast<int>(state % 90 + 10));
    }
    block_threads_ = 64 << (number_ % 5);
    block_ = 2 + static_cast<int>(number_ % 7);
  }

  std::string text() const {
    return fmt::format("Elements {}, N = {}, K = {} (question {})",
                       fmt::join(elements_, " "), block_threads_, block_,
                       number_);
  }

  std::vector<Answers> answers() const {
    std::vector<int> counts;
    for (const int x : elements_) counts.push_back(x % 4);
    const auto sums = prefixes(elements_), offsets = prefixes(counts);
    return {
        {"predict_inclusive",
         {sums.begin() + 1, sums.end()},
         "an element of the inclusive scan"},
        {"predict_exclusive",
         {sums.begin(), sums.end() - 1},
         "an element of the exclusive scan"},
        {"predict_total", {sums.back()}, "the sum of all elements"},
        {"predict_first_loaded",
         {block_ * block_threads_ - 1},
         "the index of what thread 0 of block K loads in kogge_stone"},
        {"predict_offset",
         {offsets.begin(), offsets.end() - 1},
         "the first cell of an element that asks for x % 4 cells"},
        {"predict_items", {offsets.back()}, "the cells asked for by all"},
    };
  }

 private:
  /// One more than there are values: from none of them to all.
  static std::vector<int> prefixes(const std::vector<int>& values) {
    std::vector<int> sums{0};
    for (const int value : values) sums.push_back(sums.back() + value);
    return sums;
  }

  std::uint32_t number_;
  std::vector<int> elements_;
  int block_threads_ = 0;
  int block_ = 0;
};

}  // namespace lockstep::exclusive_scan
