// SPDX-License-Identifier: Apache-2.0
#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "emulated_run.h"
#include "generator/generate.h"
#include "gpu_run.h"

namespace lockstep::ptx::differential {

namespace {

using Clock = std::chrono::steady_clock;

/// No batch takes as long, except for a kernel that never ends.
constexpr std::chrono::seconds patience{150};

struct Batch {
  Family family{};
  std::uint64_t first = 0, count = 0;
};

class Comparison {
 public:
  Comparison(const driver::Api& api, const ComparisonOptions& options)
      : api_(api), options_(options) {}

  ComparisonResult run() {
    std::vector<std::jthread> workers;
    std::jthread watch([this](std::stop_token stop) { watch_for_hangs(stop); });
    for (unsigned n = 0; n < options_.threads; ++n) {
      workers.emplace_back([this] { work(); });
    }
    workers.clear();
    watch.request_stop();
    std::sort(result_.hashes.begin(), result_.hashes.end(),
              [](const ExpectedHash& a, const ExpectedHash& b) {
                return std::pair(a.family, a.seed) <
                       std::pair(b.family, b.seed);
              });
    return std::move(result_);
  }

 private:
  /// The next batch; families take turns. A count of 0: there is none left.
  Batch next() {
    const std::uint64_t n = next_++;
    const std::uint64_t kinds = options_.chosen.size();
    const std::uint64_t begin = n / kinds * options_.batch;
    if (begin >= options_.count) return {};
    return {options_.chosen[n % kinds], options_.first_seed + begin,
            std::min<std::uint64_t>(options_.batch, options_.count - begin)};
  }

  void work() {
    try {
      Gpu gpu(api_, gpu_turn_);
      for (Batch batch = next(); batch.count != 0; batch = next()) {
        mark(batch);
        compare_batch(gpu, batch);
        mark({});
      }
    } catch (const std::exception& error) {
      give_up(error.what());
    }
  }

  void compare_batch(Gpu& gpu, const Batch& batch) {
    std::vector<Program> programs;
    Tally tally;
    for (std::uint64_t n = 0; n < batch.count; ++n) {
      Program program = generate(batch.family, batch.first + n);
      if (std::ranges::count(options_.skipped, program.kernel_name()) != 0) {
        ++tally.refused;
        say(program, "skipped");
      } else {
        programs.push_back(std::move(program));
      }
    }
    const auto outcomes = gpu.run(programs);
    std::vector<ExpectedHash> hashes;
    for (std::size_t n = 0; n < programs.size(); ++n) {
      const Outcome real = compare_one(gpu, programs[n], outcomes[n], tally);
      if (!real.problem.empty()) continue;
      hashes.push_back({batch.family, programs[n].seed,
                        hash_of(module_of(programs[n])), real.hash()});
    }
    const std::scoped_lock lock(mutex_);
    result_.hashes.insert(result_.hashes.end(), hashes.begin(), hashes.end());
    Tally& total = result_.tallies[batch.family];
    total.compared += tally.compared;
    total.checked += tally.checked;
    total.mismatches += tally.mismatches;
    total.miscompiled += tally.miscompiled;
    total.findings += tally.findings;
    total.refused += tally.refused;
  }

  /// The GPU's outcome: where the assembler's optimisation changes it, the
  /// one without.
  Outcome compare_one(Gpu& gpu, const Program& program, const Outcome& real,
                      Tally& tally) {
    if (!real.problem.empty()) {
      ++tally.refused;
      say(program, real.problem);
      return real;
    }
    EmulatorOptions options;
    options.has_checkers = program.seed % options_.checked_share == 0;
    options.schedule_seed = program.seed % 2 == 0 ? program.seed : 0;
    const Outcome emulated = run_emulated(program, options);
    ++tally.compared;
    tally.checked += options.has_checkers ? 1 : 0;
    if (!emulated.problem.empty()) {
      ++tally.findings;
      say(program, emulated.problem);
    }
    if (emulated.output == real.output) return real;
    Outcome plain = gpu.run_unoptimised(program);
    const bool is_same = plain.output == emulated.output;
    ++(is_same ? tally.miscompiled : tally.mismatches);
    say(program, fmt::format("GPU {:016x}, unoptimised {:016x}, emulator "
                             "{:016x}{}",
                             real.hash(), plain.hash(), emulated.hash(),
                             is_same ? ": the assembler's doing" : ""));
    return is_same ? plain : real;
  }

  void say(const Program& program, const std::string& what) {
    const std::scoped_lock lock(mutex_);
    fmt::print("{}: {}\n", program.kernel_name(), what);
  }

  void mark(const Batch& batch) {
    const std::scoped_lock lock(mutex_);
    running_[std::this_thread::get_id()] = {batch, Clock::now()};
  }

  void watch_for_hangs(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any pause;
    std::unique_lock lock(mutex);
    while (!pause.wait_for(lock, stop, std::chrono::seconds(1),
                           [&] { return stop.stop_requested(); })) {
      const std::scoped_lock running_lock(mutex_);
      for (const auto& [thread, entry] : running_) {
        if (entry.first.count == 0 || Clock::now() - entry.second < patience) {
          continue;
        }
        fmt::print("{} {} to {}: does not end\n", name_of(entry.first.family),
                   entry.first.first,
                   entry.first.first + entry.first.count - 1);
        std::fflush(stdout);
        std::_Exit(3);
      }
    }
  }

  [[noreturn]] void give_up(const char* why) {
    const std::scoped_lock lock(mutex_);
    fmt::print("stopped: {}\n", why);
    std::fflush(stdout);
    std::_Exit(3);
  }

  const driver::Api& api_;
  const ComparisonOptions options_;
  std::atomic<std::uint64_t> next_{0};
  std::mutex gpu_turn_;
  std::mutex mutex_;  ///< of what follows
  ComparisonResult result_;
  std::map<std::thread::id, std::pair<Batch, Clock::time_point>> running_;
};

}  // namespace

ComparisonResult compare(const driver::Api& api,
                         const ComparisonOptions& options) {
  return Comparison(api, options).run();
}

}  // namespace lockstep::ptx::differential
