// SPDX-License-Identifier: Apache-2.0
#include "harness/benchmark/timing.h"

#include <algorithm>

namespace lockstep {

double Timing::bytes_per_second() const {
  return milliseconds > 0 ? static_cast<double>(bytes) / (milliseconds * 1e-3)
                          : 0;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle - 1] + values[middle]) / 2;
}

Outcome run_timed(Device& gpu, Job job, unsigned repetitions) {
  job.repetitions = std::max(repetitions, 30u);
  job.limits.seconds = 60;
  return gpu.run(job);
}

Timing timing_of(const Outcome& outcome, std::uint64_t bytes) {
  return {median(outcome.milliseconds), bytes};
}

}  // namespace lockstep
