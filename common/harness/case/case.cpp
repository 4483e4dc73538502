// SPDX-License-Identifier: Apache-2.0
#include "harness/case/case.h"

#include <fmt/format.h>

#include "device/generated_data.h"
#include "harness/inputs/sizes.h"

namespace lockstep {
namespace {

constexpr std::uint32_t schedules = 3;
constexpr std::uint32_t full_schedules = 8;

struct Combination {
  std::uint32_t block_threads;
  std::string variant;
};

std::vector<Combination> combinations(const CaseGrid& grid) {
  std::vector<Combination> list;
  for (const std::uint32_t threads : grid.block_threads)
    for (const std::string& variant : grid.variants)
      list.push_back({threads, variant});
  return list;
}

Case case_of(std::uint64_t seed, std::uint32_t size, std::uint32_t schedule,
             const Combination& combination) {
  return {seed,
          size,
          combination.block_threads,
          schedule,
          usual_inputs(seed, size, schedule),
          combination.variant};
}

}  // namespace

std::uint64_t Case::data_seed() const {
  return mixed_bits(seed, 2 * std::uint64_t{schedule});
}

std::uint64_t Case::schedule_seed() const {
  if (schedule == 0) return 0;
  return mixed_bits(seed, 2 * std::uint64_t{schedule} + 1) | 1;
}

std::vector<std::int32_t> Case::integers() const {
  return lockstep::integers(inputs, data_seed(), size);
}

InputKind usual_inputs(std::uint64_t seed, std::uint32_t size,
                       std::uint32_t schedule) {
  const std::uint64_t bits = mixed_bits(mixed_bits(seed, size), schedule);
  return all_input_kinds[bits % all_input_kinds.size()];
}

std::string replay_options(const Case& the_case, const CaseGrid& grid) {
  std::string options = fmt::format("--size {}", the_case.size);
  if (grid.block_threads.size() > 1)
    options += fmt::format(" --block {}", the_case.block_threads);
  if (!the_case.variant.empty())
    options += fmt::format(" --variant {}", the_case.variant);
  if (the_case.schedule != 0)
    options += fmt::format(" --schedule {}", the_case.schedule);
  if (the_case.inputs !=
      usual_inputs(the_case.seed, the_case.size, the_case.schedule))
    options += fmt::format(" --inputs {}", name_of(the_case.inputs));
  return options;
}

std::string description(const Case& the_case) {
  std::string text = fmt::format("n = {}", the_case.size);
  if (the_case.block_threads != 0)
    text += fmt::format(", blocks of {} threads", the_case.block_threads);
  if (the_case.schedule != 0)
    text += fmt::format(", schedule {}", the_case.schedule);
  return text;
}

std::vector<Case> cases(const CaseGrid& grid, std::uint64_t seed, bool full) {
  const std::vector<Combination> all = combinations(grid);
  const std::uint32_t repeats =
      full ? full_schedules : (all.size() == 1 ? schedules : 1);
  std::vector<Case> list;
  std::uint32_t turn = 0;
  for (const std::uint32_t size : grid.sizes) {
    if (size > grid.every_combination_up_to) {
      list.push_back(case_of(seed, size, 0, all[turn++ % all.size()]));
      continue;
    }
    for (const Combination& combination : all) {
      if (repeats == 1)
        list.push_back(case_of(seed, size, turn++ % schedules, combination));
      for (std::uint32_t s = 0; repeats > 1 && s < repeats; ++s)
        if (s == 0 || size <= small_size_limit)
          list.push_back(case_of(seed, size, s, combination));
    }
  }
  return list;
}

}  // namespace lockstep
