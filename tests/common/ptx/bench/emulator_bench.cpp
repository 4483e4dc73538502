// SPDX-License-Identifier: Apache-2.0
// Thread-instructions per second of CPU, a kernel a line: nobody watching,
// counters, counters and all checkers; then the cost of one thread
// instruction against n, which is flat where cost is linear in n.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>

#include "workload.h"

namespace lockstep::ptx {
namespace {

constexpr std::array modes{Watching::nobody, Watching::counters,
                           Watching::everything};

struct Options {
  unsigned log_n = 16;
  unsigned repeat = 5;
  std::string kernel;  ///< empty: all of them
  std::string mode;    ///< only this one, for a profiler
  bool only_rates = false;
};

/// Median of the repetitions, and how far they lie apart in percent of it.
struct Rate {
  double median = 0, spread = 0;
};

Rate rate_of(std::vector<double> rates) {
  std::sort(rates.begin(), rates.end());
  const double median = rates[rates.size() / 2];
  return {median, 100 * (rates.back() - rates.front()) / median};
}

using Rates = std::array<Rate, modes.size()>;

/// Modes take turns, so that all see the same machine.
Rates measure(const std::shared_ptr<const Module>& module,
              const Workload& workload, std::uint32_t n, unsigned repeat) {
  const BenchRun counted = run(module, workload, n, Watching::counters);
  const auto instructions = static_cast<double>(counted.thread_instructions);
  std::array<std::vector<double>, modes.size()> rates;
  for (unsigned i = 0; i < repeat; ++i) {
    for (std::size_t mode = 0; mode < modes.size(); ++mode) {
      const BenchRun timed = run(module, workload, n, modes[mode]);
      if (timed.hash != counted.hash)
        throw std::runtime_error(std::string(workload.kernel) +
                                 ": the result depends on who watches");
      rates[mode].push_back(instructions / timed.seconds);
    }
  }
  Rates result;
  std::transform(rates.begin(), rates.end(), result.begin(), rate_of);
  return result;
}

bool is_chosen(const Workload& workload, const Options& options) {
  return options.kernel.empty() || options.kernel == workload.kernel;
}

void print_rates(const std::shared_ptr<const Module>& module,
                 const Options& options) {
  fmt::print(
      "10^6 thread-instructions per second of CPU, n = 2^{}, median of {} "
      "(spread)\n{:18} {:>14} {:>14} {:>14}\n",
      options.log_n, options.repeat, "kernel", "unobserved", "counters",
      "everything");
  std::array<double, modes.size()> logs{};
  unsigned count = 0;
  for (const Workload& workload : workloads()) {
    if (!is_chosen(workload, options)) continue;
    const Rates rates =
        measure(module, workload, 1u << options.log_n, options.repeat);
    fmt::print("{:18}", workload.kernel);
    for (std::size_t mode = 0; mode < modes.size(); ++mode) {
      fmt::print(" {:7.0f} ({:2.0f} %)", rates[mode].median / 1e6,
                 rates[mode].spread);
      logs[mode] += std::log(rates[mode].median);
    }
    fmt::print("\n");
    ++count;
  }
  fmt::print("{:18}", "geometric mean");
  for (const double log : logs)
    fmt::print(" {:7.0f}       ", std::exp(log / count) / 1e6);
  fmt::print("\n");
}

void print_cost_against_n(const std::shared_ptr<const Module>& module,
                          const Options& options) {
  constexpr unsigned first = 10, last = 20, step = 2;
  for (const Watching watching : {Watching::nobody, Watching::everything}) {
    fmt::print("\nps per thread-instruction, {}\n{:18}",
               watching == Watching::nobody ? "unobserved" : "everything", "n");
    for (unsigned log_n = first; log_n <= last; log_n += step)
      fmt::print("    2^{}", log_n);
    fmt::print("\n");
    for (const Workload& workload : workloads()) {
      if (!is_chosen(workload, options)) continue;
      fmt::print("{:18}", workload.kernel);
      for (unsigned log_n = first; log_n <= last; log_n += step) {
        const std::uint32_t n = 1u << log_n;
        const BenchRun counted = run(module, workload, n, Watching::counters);
        double best = run(module, workload, n, watching).seconds;
        for (unsigned i = 1; i < (log_n < last ? options.repeat : 1); ++i)
          best = std::min(best, run(module, workload, n, watching).seconds);
        fmt::print(
            " {:7.0f}",
            1e12 * best / static_cast<double>(counted.thread_instructions));
      }
      fmt::print("\n");
    }
  }
}

void run_only(const std::shared_ptr<const Module>& module,
              const Options& options) {
  const Watching watching = options.mode == "everything" ? Watching::everything
                            : options.mode == "counters" ? Watching::counters
                                                         : Watching::nobody;
  for (const Workload& workload : workloads())
    for (unsigned i = 0; is_chosen(workload, options) && i < options.repeat;
         ++i)
      run(module, workload, 1u << options.log_n, watching);
}

int bench(int argc, char** argv) {
  Options options;
  CLI::App app("How fast the emulator is");
  app.add_option("--log-n", options.log_n, "elements are 2 to the ...")
      ->check(CLI::Range(10, 24));
  app.add_option("--repeat", options.repeat)->check(CLI::Range(1, 99));
  app.add_option("--kernel", options.kernel, "only this one");
  app.add_option("--only", options.mode, "run in one mode and print nothing")
      ->check(CLI::IsMember({"unobserved", "counters", "everything"}));
  app.add_flag("--only-rates", options.only_rates, "no cost against n");
  CLI11_PARSE(app, argc, argv);
  const auto module = compile_workloads();
  if (!options.mode.empty()) {
    run_only(module, options);
    return 0;
  }
  print_rates(module, options);
  if (!options.only_rates) print_cost_against_n(module, options);
  return 0;
}

}  // namespace
}  // namespace lockstep::ptx

int main(int argc, char** argv) {
  try {
    return lockstep::ptx::bench(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "emulator_bench: {}\n", error.what());
    return 1;
  }
}
