// SPDX-License-Identifier: Apache-2.0
// How the kernels of lab 03 are launched and what they must leave behind. A
// section is 2 B elements.
#pragma once

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "harness/lab/lab_task.h"
#include "scan/inputs.h"
#include "scan/reference.h"

namespace lockstep::brent_kung {

using scan::blocks_for;

/// B of all kernels but that of fast.
inline Constant block_threads_constant() {
  return {.name = "brent_kung_block_threads",
          .least = 32,
          .most = 512,
          .is_power_of_two = true,
          .example = 256};
}

/// Data of more elements is made on the device.
inline constexpr std::uint32_t largest_sent = 1u << 24;

/// All sizes for the block size that the submission chose.
inline CaseGrid grid_of(Task& task) {
  return {.sizes = task.sizes(largest_sent),
          .block_threads = {task.constant(block_threads_constant())}};
}

inline std::uint32_t section_of(const Case& c) { return 2 * c.block_threads; }

/// One block for each section.
inline LaunchShape shape(const Case& c) {
  return {.blocks = blocks_for(c.size, section_of(c)),
          .threads = c.block_threads};
}

/// A kernel (const T* in, T* out, unsigned n) that works on every section.
template <class T>
Experiment scan_of(const Kernel& kernel, const Case& c,
                   const std::vector<T>& values, Expected<T> right) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output("out", std::move(right));
  experiment.launch(kernel, shape(c), in, out, c.size);
  return experiment;
}

/// Sections as the up-sweep leaves them. A cell whose tree reaches over the
/// end of the data holds what there is of it.
inline Expected<float> up_swept(const std::vector<float>& in,
                                std::size_t section) {
  Expected<float> expected{.values = in, .size = in.size()};
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t place = i % section + 1;
    const std::size_t count = place & (~place + 1);  // its lowest set bit
    double sum = 0, absolute = 0;
    for (std::size_t k = i + 1 - count; k <= i; ++k) {
      sum += double{in[k]};
      absolute += std::abs(double{in[k]});
    }
    expected.values[i] = static_cast<float>(sum);
    expected.bounds.push_back(count == 1 ? 0
                                         : static_cast<double>(count) *
                                               0x1p-24 * absolute * 1.01);
  }
  expected.explanations = {
      {"not_scanned", "the input itself", in},
      {"whole_scanned", "a scan, where the sums of one tree were asked for",
       scan::inclusive(in, section, 0.0f,
                       [](float a, float b) { return a + b; })}};
  return expected;
}

inline Experiment reduce_phase(const Kernel& kernel, const Case& c) {
  const auto values = scan::floats(c);
  return scan_of(kernel, c, values, up_swept(values, section_of(c)));
}

inline Experiment inclusive_scan(const Kernel& kernel, const Case& c) {
  const auto values = scan::floats(c);
  return scan_of(kernel, c, values,
                 scan::scanned_floats(values, section_of(c)));
}

inline Experiment exclusive_scan(const Kernel& kernel, const Case& c) {
  const auto values = c.integers();
  return scan_of(
      kernel, c, values,
      scan::exclusive_sections(values, section_of(c), 0, scan::wrapping_sum));
}

/// What the two trees make of it when the down-sweep joins the left half
/// before what is left of both halves.
inline std::vector<Affine> swapped_down_sweep(const std::vector<Affine>& in,
                                              std::size_t section) {
  std::vector<Affine> cells = in;
  cells.resize((in.size() + section - 1) / section * section);
  for (std::size_t s = 1; s < section; s *= 2)
    for (std::size_t i = 2 * s - 1; i < cells.size(); i += 2 * s)
      cells[i] = compose(cells[i - s], cells[i]);
  for (std::size_t i = section - 1; i < cells.size(); i += section)
    cells[i] = {};
  for (std::size_t s = section / 2; s > 0; s /= 2)
    for (std::size_t i = 2 * s - 1; i < cells.size(); i += 2 * s) {
      const Affine left_half = cells[i - s];
      cells[i - s] = cells[i];
      cells[i] = compose(left_half, cells[i]);
    }
  cells.resize(in.size());
  return cells;
}

inline Experiment exclusive_compose(const Kernel& kernel, const Case& c) {
  const auto values = affine_pairs(c.inputs, c.data_seed(), c.size);
  auto right =
      scan::exclusive_sections(values, section_of(c), Affine{}, compose);
  right.explanations.push_back(
      {"operands_swapped",
       "the left half is joined before what is left of both halves",
       swapped_down_sweep(values, section_of(c))});
  return scan_of(kernel, c, values, std::move(right));
}

/// 2 S - 2 - log2 S additions in each section of S, all of them full.
inline Gate additions_at_most(const Case& c) {
  const std::uint64_t section = section_of(c);
  const auto levels =
      static_cast<std::uint64_t>(std::countr_zero(section_of(c)));
  return {.symptom = "gate_adds",
          .metric = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
          .what = "makes {} additions of floats",
          .allowed = shape(c).blocks * (2 * section - 2 - levels),
          .allowance = "2 S - 2 - log2 S in each section of S elements"};
}

inline std::vector<Gate> no_bank_conflicts() {
  std::vector<Gate> gates;
  for (const std::string op : {"ld", "st"})
    gates.push_back(
        {.symptom = "gate_bank_conflicts",
         .metric =
             "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op + ".sum",
         .what = op == "ld" ? "has {} bank conflicts on shared loads"
                            : "has {} bank conflicts on shared stores",
         .allowed = 0,
         .allowance = "padding removes all; without it there are thousands"});
  return gates;
}

}  // namespace lockstep::brent_kung
