// SPDX-License-Identifier: Apache-2.0
// The predict task: eight elements, a number N and three machines in an order
// drawn from the seed, and the answers, which the grader computes and stores
// nowhere.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/session/exported.h"

namespace lockstep::brent_kung {

struct Machine {
  std::int64_t elements = 0, processors = 0;

  /// Of a step with so many additions.
  std::int64_t rounds(std::int64_t additions) const {
    return (additions + processors - 1) / processors;
  }
  /// 1: in a row, 2: Kogge-Stone, 3: Brent-Kung; the fewest rounds win.
  int best_scan() const {
    std::int64_t kogge_stone = 0, brent_kung = 0;
    for (std::int64_t s = 1; s < elements; s *= 2) {
      kogge_stone += rounds(elements - s);
      brent_kung += rounds(elements / (2 * s));
      brent_kung += rounds((elements - s) / (2 * s));
    }
    const std::int64_t in_a_row = elements - 1;
    if (in_a_row <= kogge_stone && in_a_row <= brent_kung) return 1;
    return kogge_stone <= brent_kung ? 2 : 3;
  }
};

class Question {
 public:
  explicit Question(std::uint64_t seed) : number_(question_of(seed)) {
    std::uint32_t state = number_;
    for (int i = 0; i < 8; ++i) {
      state = (state * 25173 + 13849) % 65536;
      elements_.push_back(static_cast<int>(state % 90 + 10));
    }
    n_ = 64 << (number_ % 5);
    const std::array<Machine, 3> machines{
        {{512, 512}, {1'000'000, 512}, {131'072, 1}}};
    for (std::uint32_t i = 0; i < 3; ++i)
      machines_.push_back(machines[(number_ + i) % 3]);
  }

  std::string text() const {
    std::vector<std::string> names;
    for (const Machine& m : machines_)
      names.push_back(
          fmt::format("{} elements on {}", m.elements, m.processors));
    return fmt::format(
        "Elements {}, N = {}, machines (elements on processors): {} "
        "(question {})",
        fmt::join(elements_, " "), n_, fmt::join(names, "; "), number_);
  }

  std::vector<Answers> answers() const {
    const std::vector<int> up = up_sweep();
    std::vector<int> post = up;
    post[5] += up[3];
    std::vector<int> down = up;
    down[7] = 0;
    const std::vector<int> four = down_step(down, 4), two = down_step(four, 2);
    std::vector<int> choice;
    for (const Machine& m : machines_) choice.push_back(m.best_scan());
    const int steps = log2_n();
    return {
        {"predict_up_sweep", up, "a cell after the up-sweep"},
        {"predict_post_2", post, "a cell after Brent-Kung's stride 2"},
        {"predict_down_4", four, "a cell after Blelloch's stride 4"},
        {"predict_down_2", two, "a cell after Blelloch's stride 2"},
        {"predict_down_1", down_step(two, 1), "a cell of the exclusive scan"},
        {"predict_adds",
         {2 * n_ - 2 - steps},
         "Brent-Kung's additions for N elements"},
        {"predict_steps", {2 * steps - 1}, "Brent-Kung's steps"},
        {"predict_blelloch_adds", {2 * (n_ - 1)}, "Blelloch's additions"},
        {"predict_blelloch_steps", {2 * steps}, "Blelloch's steps"},
        {"predict_threads", {n_ / 2}, "the threads that Brent-Kung needs"},
        {"predict_choice", choice,
         "the scan with the fewest rounds on a machine"},
    };
  }

 private:
  std::vector<int> up_sweep() const {
    std::vector<int> cells = elements_;
    for (std::size_t s = 1; s < 8; s *= 2)
      for (std::size_t i = 2 * s - 1; i < 8; i += 2 * s)
        cells[i] += cells[i - s];
    return cells;
  }
  static std::vector<int> down_step(std::vector<int> cells, std::size_t s) {
    for (std::size_t i = 2 * s - 1; i < 8; i += 2 * s) {
      const int left = cells[i - s];
      cells[i - s] = cells[i];
      cells[i] += left;
    }
    return cells;
  }
  int log2_n() const {
    int steps = 0;
    while (1 << steps < n_) ++steps;
    return steps;
  }

  std::uint32_t number_;
  std::vector<int> elements_;
  std::vector<Machine> machines_;
  int n_ = 0;
};

}  // namespace lockstep::brent_kung
