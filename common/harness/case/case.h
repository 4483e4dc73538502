// SPDX-License-Identifier: Apache-2.0
// The parameters of one test case. They are small numbers and words that a
// replay command can carry; every byte of data follows from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/inputs/inputs.h"

namespace lockstep {

struct Case {
  std::uint64_t seed = 1;  ///< of the whole check
  std::uint32_t size = 0;
  std::uint32_t block_threads = 0;  ///< 0: not a matter of this task
  std::uint32_t schedule = 0;       ///< 0 is round robin
  InputKind inputs = InputKind::random;
  std::string variant;  ///< which of several kernels or launches; or empty

  /// Data differs from one schedule to the next, not from size to size.
  std::uint64_t data_seed() const;
  /// Of ptx::Schedule.
  std::uint64_t schedule_seed() const;
  std::vector<std::int32_t> integers() const;

  friend bool operator==(const Case&, const Case&) = default;
};

/// The inputs of a case for which nobody asked for a kind.
InputKind usual_inputs(std::uint64_t seed, std::uint32_t size,
                       std::uint32_t schedule);

/// "n = 33, blocks of 256 threads, schedule 2": for messages, which name the
/// kernel, and so the variant, before it.
std::string description(const Case& the_case);

/// What a task wants to be tried at: every combination, except that above
/// `every_combination_up_to` each size takes one of them in turn.
struct CaseGrid {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> block_threads = {0};
  std::vector<std::string> variants = {""};
  std::uint32_t every_combination_up_to = 8192;
  /// Larger cases run on a GPU only.
  std::uint32_t largest_on_emulator = 1u << 22;
};

/// "--size 64 --block 128 --schedule 2 …": what selects this case of the grid
/// again. What would be chosen anyway is left out.
std::string replay_options(const Case& the_case, const CaseGrid& grid);

/// Ascending in size. A single combination is tried under three schedules
/// where it is small; many combinations share the schedules among them.
std::vector<Case> cases(const CaseGrid& grid, std::uint64_t seed, bool full);

}  // namespace lockstep
