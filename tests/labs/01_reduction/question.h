// SPDX-License-Identifier: Apache-2.0
// The predict task: eight elements and a block size drawn from the seed, and
// the answers, which the grader computes and stores nowhere.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <string>
#include <vector>

#include "harness/session/exported.h"

namespace lockstep::reduction {

class Question {
 public:
  explicit Question(std::uint64_t seed) : number_(question_of(seed)) {
    std::uint32_t state = number_;
    for (int i = 0; i < 8; ++i) {
      state = (state * 25173 + 13849) % 65536;
      elements_.push_back(static_cast<int>(state % 90 + 10));
    }
    block_ = 64 << (number_ % 5);
  }

  std::string text() const {
    return fmt::format("Elements {}, N = {} (question {})",
                       fmt::join(elements_, " "), block_, number_);
  }

  std::vector<Answers> answers() const {
    const std::vector<int> one = halved(elements_), two = halved(one);
    const int n = block_;
    return {
        {"predict_after_step_1", one, "a sum after the first step"},
        {"predict_after_step_2", two, "a sum after the second step"},
        {"predict_after_step_3", halved(two), "the sum after the last step"},
        {"predict_steps",
         {std::countr_zero(unsigned(n))},
         "the number of steps for N elements"},
        {"predict_adds", {n - 1}, "the number of additions for N elements"},
        // A step that leaves s sums reads 2 s values and writes s.
        {"predict_gmem_reads",
         {2 * (n - 1) + 1},
         "the reads of the tree in global memory, the result's included"},
        {"predict_gmem_writes",
         {(n - 1) + 1},
         "the writes of the tree in global memory, the result's included"},
        {"predict_smem_reads",
         {n},
         "the reads from global memory when the tree is in shared memory"},
        {"predict_smem_writes",
         {1},
         "the writes to global memory when the tree is in shared memory"},
    };
  }

 private:
  static std::vector<int> halved(const std::vector<int>& values) {
    std::vector<int> sums;
    for (std::size_t i = 0; i < values.size() / 2; ++i)
      sums.push_back(values[i] + values[i + values.size() / 2]);
    return sums;
  }

  std::uint32_t number_;
  std::vector<int> elements_;
  int block_ = 0;
};

}  // namespace lockstep::reduction
