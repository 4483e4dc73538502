// SPDX-License-Identifier: Apache-2.0
#include "harness/session/timed_rung.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "device/generated_data.h"
#include "device/roofs.h"
#include "harness/benchmark/reference_program.h"
#include "harness/benchmark/timing.h"

namespace lockstep {
namespace {

const std::vector<std::uint64_t> timed_sizes{1u << 20, 1u << 22, 1u << 24,
                                             1u << 26, 1u << 28};
/// Larger results are compared in the first and the last repetition only:
/// the host needs a second for each.
constexpr std::uint32_t compared_every_time = 1u << 22;

bool are_right(const Outcome& outcome, const TimedRung& rung, std::uint32_t n,
               std::uint64_t seed) {
  for (std::size_t r = 0; r < outcome.checksums.size(); ++r) {
    const bool is_end = r == 0 || r + 1 == outcome.checksums.size();
    if (n > compared_every_time && !is_end) continue;
    if (outcome.checksums[r][rung.output] != rung.right_checksum(n, seed + r))
      return false;
  }
  return !outcome.checksums.empty();
}

Timing time_at(Task& task, const TimedRung& rung, std::uint32_t n) {
  const std::uint64_t seed = mixed_bits(task.seed(), n);
  const Experiment experiment = rung.experiment(n, seed);
  Job job = experiment.job();
  job.program = &task.session().program();
  job.buffers[rung.output].checksum = true;
  const Outcome outcome = run_timed(*task.gpu(), std::move(job));
  if (outcome.status != OutcomeStatus::success)
    task.fail(Status::crash, "crash", outcome.message);
  if (!are_right(outcome, rung, n, seed))
    task.fail(Status::fail, "wrong",
              fmt::format("{}, n = {}: a timed run gave a wrong result",
                          rung.name, n));
  return timing_of(outcome, rung.bytes(n));
}

nlohmann::ordered_json measured_row(std::uint64_t n, const Timing& time,
                                    const Roofs& roofs) {
  const double rate = time.bytes_per_second();
  return {{"n", n},
          {"milliseconds", time.milliseconds},
          {"bytes_per_second", rate},
          {"of_read_roof", rate / roofs.read_bytes_per_second},
          {"of_copy_roof", rate / roofs.copy_bytes_per_second}};
}

}  // namespace

Ratios time_against_reference(Task& task, const TimedRung& rung) {
  const LabInfo& lab = task.session().lab();
  const ReferenceTimes library =
      time_reference(lab.root / "common/harness/reference" / rung.reference,
                     lab.build_folder / "reference", timed_sizes);
  const Roofs roofs = measure_roofs(*task.gpu());
  auto& measured = task.result().counters["measured"];
  std::vector<double> ratios;
  for (const std::uint64_t n : timed_sizes) {
    const Timing time = time_at(task, rung, static_cast<std::uint32_t>(n));
    auto row = measured_row(n, time, roofs);
    if (const auto it = library.milliseconds.find(n);
        it != library.milliseconds.end()) {
      ratios.push_back(time.milliseconds / it->second);
      row["of_cub_time"] = ratios.back();
    }
    measured.push_back(std::move(row));
  }
  if (ratios.size() != timed_sizes.size())
    task.fail(Status::infra_error, "",
              fmt::format("{} is right, but cannot be compared: {}", rung.name,
                          library.message));
  return {ratios.front(), *std::ranges::max_element(ratios), ratios.back()};
}

}  // namespace lockstep
