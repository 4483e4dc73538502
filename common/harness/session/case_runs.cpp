// SPDX-License-Identifier: Apache-2.0
#include "harness/session/case_runs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace lockstep {
namespace {

Verdict guarded(const std::function<Verdict()>& run) {
  try {
    return run();
  } catch (const std::exception& problem) {
    Verdict verdict;
    verdict.status = Status::infra_error;
    verdict.message = problem.what();
    return verdict;
  }
}

void lower(std::atomic<std::size_t>& value, std::size_t to) {
  std::size_t seen = value.load();
  while (to < seen && !value.compare_exchange_weak(seen, to)) {
  }
}

}  // namespace

Verdict run_case(const Program& program, Device& device, const Case& the_case,
                 const Experiment& experiment) {
  Job job = experiment.job();
  job.program = &program;
  job.schedule.seed = the_case.schedule_seed();
  return judge(experiment, device.run(job));
}

std::optional<std::size_t> first_failure(
    std::size_t count, std::size_t workers,
    const std::function<Verdict(std::size_t, std::size_t)>& run,
    const std::function<void(std::size_t, Verdict)>& keep) {
  std::vector<Verdict> verdicts(count);
  std::atomic<std::size_t> next{0}, failed{count};
  const auto work = [&](std::size_t worker) {
    // Indices are handed out in order, so all below a failure are run.
    for (std::size_t i = next++; i < failed.load(); i = next++) {
      verdicts[i] = guarded([&] { return run(worker, i); });
      if (!verdicts[i].passed()) lower(failed, i);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t w = 1; w < std::min(workers, count); ++w)
      threads.emplace_back(work, w);
    work(0);
  }
  const std::size_t end = failed.load();
  for (std::size_t i = 0; i < count && i <= end; ++i)
    keep(i, std::move(verdicts[i]));
  if (end == count) return std::nullopt;
  return end;
}

}  // namespace lockstep
