// SPDX-License-Identifier: Apache-2.0
// The predict task: eight elements and a number N drawn from the seed, and the
// answers, which the grader computes and stores nowhere.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "harness/session/exported.h"

namespace lockstep::kogge_stone {

class Question {
 public:
  explicit Question(std::uint64_t seed) : number_(question_of(seed)) {
    std::uint32_t state = number_;
    for (int i = 0; i < 8; ++i) {
      state = (state * 25173 + 13849) % 65536;
      elements_.push_back(static_cast<int>(state % 90 + 10));
    }
    n_ = 64 << (number_ % 5);
  }

  std::string text() const {
    return fmt::format("Elements {}, N = {} (question {})",
                       fmt::join(elements_, " "), n_, number_);
  }

  std::vector<Answers> answers() const {
    const auto one = after(elements_, 1), two = after(one, 2);
    return {
        {"predict_after_stride_1", one, "an element after the first step"},
        {"predict_after_stride_2", two, "an element after the second step"},
        {"predict_after_stride_4", after(two, 4),
         "an element after the last step"},
        {"predict_steps", {steps()}, "the number of steps for N elements"},
        {"predict_adds",
         {n_ * steps() - (n_ - 1)},
         "the number of additions for N elements"},
        {"predict_naive_adds",
         {n_ * (n_ - 1) / 2},
         "the additions when each output is a reduction of its own"},
        {"predict_processors",
         {processors()},
         "the processors from which on it beats one that adds in a row"},
    };
  }

 private:
  static std::vector<int> after(const std::vector<int>& before, int stride) {
    std::vector<int> values = before;
    for (std::size_t i = static_cast<std::size_t>(stride); i < 8; ++i)
      values[i] += before[i - static_cast<std::size_t>(stride)];
    return values;
  }

  int steps() const {
    int count = 0;
    while (1 << count < n_) ++count;
    return count;
  }

  /// A power of two p: each step with m additions takes ceil(m / p) rounds.
  int processors() const {
    for (int p = 1;; p *= 2) {
      int rounds = 0;
      for (int step = 0; step < steps(); ++step)
        rounds += (n_ - (1 << step) + p - 1) / p;
      if (rounds < n_ - 1) return p;
    }
  }

  std::uint32_t number_;
  std::vector<int> elements_;
  int n_ = 0;
};

}  // namespace lockstep::kogge_stone
