// SPDX-License-Identifier: Apache-2.0
// The operators of task op, with data on which mistakes about them show: a
// product that is 0 or an "and" that is false would hide all that follows.
#pragma once

#include <climits>
#include <string>
#include <vector>

#include "01_reduction/launches.h"
#include "device/generated_data.h"

namespace lockstep::reduction {

/// Odd: the product of many even numbers is 0.
inline std::vector<int> odd(std::vector<int> values) {
  for (int& value : values) value |= 1;
  return values;
}

/// About every other block has one value that differs from the rest in being
/// true or false.
inline std::vector<int> mostly(bool is_true, const Case& c) {
  std::vector<int> values = c.integers();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool differs =
        mixed_bits(c.data_seed(), i) % (2 * c.block_threads) == 0;
    if (is_true == differs)
      values[i] = 0;
    else if (values[i] == 0)
      values[i] = 2;
  }
  return values;
}

inline Experiment reduce_with(const std::string& name, const Case& c,
                              const std::vector<int>& values, int identity,
                              int (*join)(int, int)) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "block_results", reduced(values, c.block_threads, identity, join));
  experiment.launch(Kernel("reduce_op_" + name +
                           "(const int* in, int* block_results, unsigned n)"),
                    shape(c, 1), in, out, c.size);
  return experiment;
}

inline Experiment reduce_compose(const Case& c) {
  Experiment experiment;
  const auto values = affine_pairs(c.inputs, c.data_seed(), c.size);
  auto right = reduced(values, c.block_threads, Affine{}, compose);
  right.explanations.push_back(
      {"operands_swapped", "the right function is applied before the left",
       reduced(values, c.block_threads, Affine{}, [](Affine f, Affine g) {
         return compose(g, f);
       }).values});
  const auto in = experiment.input("in", values);
  const auto out = experiment.output("block_results", std::move(right));
  experiment.launch(Kernel("reduce_op_compose(const Affine* in, Affine* "
                           "block_results, unsigned n)"),
                    shape(c, 1), in, out, c.size);
  return experiment;
}

inline Experiment reduce_op(const Case& c) {
  const std::string& op = c.variant;
  if (op == "multiply")
    return reduce_with(op, c, odd(c.integers()), 1, [](int a, int b) {
      return static_cast<int>(static_cast<unsigned>(a) *
                              static_cast<unsigned>(b));
    });
  if (op == "and")
    return reduce_with(op, c, mostly(true, c), 1,
                       [](int a, int b) { return int{a && b}; });
  if (op == "or")
    return reduce_with(op, c, mostly(false, c), 0,
                       [](int a, int b) { return int{a || b}; });
  if (op == "max")
    return reduce_with(op, c, c.integers(), INT_MIN,
                       [](int a, int b) { return std::max(a, b); });
  if (op == "compose") return reduce_compose(c);
  return reduce_with("add", c, c.integers(), 0, wrapping_sum);
}

}  // namespace lockstep::reduction
