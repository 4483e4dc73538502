// SPDX-License-Identifier: Apache-2.0
// noise: breaks every kernel of the corpus at every place, one at a time,
// and prints what the checkers say. Exit code 1 if anything is not as the
// kernels' authors expect.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <fstream>
#include <iostream>
#include <thread>

#include "compile/toolchain.h"
#include "matrix.h"

namespace {

using namespace lockstep;
using namespace lockstep::noise;

constexpr const char* introduction =
    R"(# Noise {#measurements_noise}

Written by `make noise`. Each kernel of
`tests/common/ptx/sanitizer/noise/corpus` is broken at every place, one at a
time. What must be reported, and at which lines, its author wrote beside the
place; any report elsewhere counts as not as expected. The columns count the
mutants that were reported.

Where a report comes at a wrong line, the optimiser moved the access: it makes
one of two equal ends of a branch, takes a read that may not change out of its
loop, or takes a loop that never ends for none; the instruction then has the
line of a neighbour or none. A variable without a first value is for the
compiler to warn of, which clang does and nvcc seldom; nvcc also leaves out
what it reads from memory that nobody writes.

)";

struct Options {
  std::string corpus;
  std::vector<std::string> kernels;
  std::string compiler = "all";
  unsigned seeds = 3;
  std::string page;
  bool is_verbose = false;
};

KernelOutcome outcome_of(const KernelFile& kernel, FrontEnd front_end,
                         unsigned seeds) {
  KernelOutcome outcome;
  const Variants variants = observe(kernel, front_end, {}, seeds);
  outcome.problem = variants.problem;
  if (!outcome.problem.empty()) return outcome;
  outcome.original_fault = fault_of_original(variants.observations[0]);
  for (std::size_t i = 0; i < kernel.mutants.size(); ++i)
    outcome.verdicts.push_back(
        judge(variants.observations[i + 1], kernel.expected[i]));
  return outcome;
}

std::vector<FrontEnd> front_ends(const Options& options, Report& report) {
  std::vector<FrontEnd> result;
  for (const FrontEnd front_end : {FrontEnd::clang, FrontEnd::nvcc}) {
    const bool is_clang = front_end == FrontEnd::clang;
    const std::string name = is_clang ? "clang" : "nvcc";
    if (options.compiler != "all" && options.compiler != name) continue;
    const auto version = front_end_version(front_end);
    if (!version) {
      std::cerr << "noise: " << name << " is not installed: not run\n";
      continue;
    }
    result.push_back(front_end);
    report.compilers.push_back(*version);
  }
  return result;
}

void run_all(Report& report, const std::vector<FrontEnd>& with) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < report.results.size();)
      for (const FrontEnd front_end : with)
        report.results[i].outcomes.push_back(
            outcome_of(report.results[i].kernel, front_end, report.seeds));
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < 2; ++i) threads.emplace_back(work);
}

std::vector<KernelFile> chosen_kernels(const Options& options) {
  if (options.kernels.empty()) return read_corpus(options.corpus);
  std::vector<KernelFile> kernels;
  for (const std::string& name : options.kernels)
    kernels.push_back(read_kernel_file(options.corpus, name));
  return kernels;
}

int run(const Options& options) {
  Report report;
  report.seeds = options.seeds;
  const auto with = front_ends(options, report);
  if (with.empty()) return 2;
  for (KernelFile& kernel : chosen_kernels(options))
    report.results.push_back({std::move(kernel), {}});
  run_all(report, with);
  if (options.is_verbose)
    for (const Result& result : report.results)
      std::cout << details_of(report, result);
  const std::string page = page_of(report);
  std::cout << page;
  if (!options.page.empty())
    std::ofstream(options.page) << introduction << page;
  return gaps_in(report) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Breaks correct kernels one place at a time"};
  app.add_option("corpus", options.corpus)->required();
  app.add_option("--kernel", options.kernels, "only these");
  app.add_option("--compiler", options.compiler, "clang, nvcc or all");
  app.add_option("--seeds", options.seeds, "schedules tried");
  app.add_option("--page", options.page, "a file for the table");
  app.add_flag("-v,--verbose", options.is_verbose, "each mutant");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    std::cerr << "noise: " << error.what() << '\n';
    return 2;
  }
}
