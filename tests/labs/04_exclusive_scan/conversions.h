// SPDX-License-Identifier: Apache-2.0
// The task convert: one kind of scan from the other, of functions.
#pragma once

#include <vector>

#include "04_exclusive_scan/launches.h"

namespace lockstep::exclusive_scan {

inline std::vector<Affine> functions(const Case& c) {
  return affine_pairs(c.inputs, c.data_seed(), c.size);
}

inline Experiment to_exclusive(const Case& c) {
  const auto values = functions(c);
  const auto all = std::max<std::size_t>(values.size(), 1);
  const auto scanned = scan::inclusive(values, all, Affine{}, compose);
  Experiment experiment;
  const auto inclusive = experiment.input("inclusive", scanned);
  const auto out = experiment.output(
      "out", Expected<Affine>{
                 .values = scan::exclusive(values, all, Affine{}, compose),
                 .size = values.size(),
                 .explanations = {
                     {"not_scanned", "the inclusive scan itself", scanned}}});
  experiment.launch(Kernel("to_exclusive(const Affine* inclusive, Affine* "
                           "out, unsigned n)"),
                    shape(c, c.block_threads), inclusive, out, c.size);
  return experiment;
}

inline Experiment to_inclusive(const Case& c) {
  const auto values = functions(c);
  const auto all = std::max<std::size_t>(values.size(), 1);
  const auto scanned = scan::exclusive(values, all, Affine{}, compose);
  std::vector<Affine> swapped;
  for (std::size_t i = 0; i < values.size(); ++i)
    swapped.push_back(compose(values[i], scanned[i]));
  Experiment experiment;
  const auto exclusive = experiment.input("exclusive", scanned);
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out",
      Expected<Affine>{
          .values = scan::inclusive(values, all, Affine{}, compose),
          .size = values.size(),
          .explanations = {
              {"not_scanned", "the exclusive scan itself", scanned},
              {"operands_swapped",
               "the element is joined before what is left of it", swapped}}});
  experiment.launch(Kernel("to_inclusive(const Affine* exclusive, const "
                           "Affine* in, Affine* out, unsigned n)"),
                    shape(c, c.block_threads), exclusive, in, out, c.size);
  return experiment;
}

}  // namespace lockstep::exclusive_scan
