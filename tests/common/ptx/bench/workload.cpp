// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <algorithm>
#include <ctime>
#include <stdexcept>

#include "../kernel_run.h"
#include "compile/compiler.h"

namespace lockstep::ptx {
namespace {

constexpr unsigned block_threads = 256;

/// Matrices have 64 columns, so the right factor has 64 x 64 elements.
constexpr std::uint32_t least_input = 4096;

constexpr Workload all_workloads[] = {
    {"copy", 256},
    {"reduce_tree", 256},
    {"scan_kogge_stone", 256},
    {"scan_brent_kung", 512},
    {"histogram_shared", 1024},
    {"matrix_multiply", 256},
    {"merge_path", 1024},
    {"integer_loop", 256},
    {"fma_loop", 256},
    {"branchy", 256},
    {"uncoalesced", 256},
    {"warp_shuffles", 256},
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

std::vector<std::uint32_t> input(std::uint32_t n) {
  std::vector<std::uint32_t> words(std::max(n, least_input));
  std::uint32_t state = 1;
  for (std::uint32_t& word : words) {
    state = state * 1664525u + 1013904223u;
    word = state >> 8;
  }
  return words;
}

std::uint64_t hash_of(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 14695981039346656037u;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 1099511628211u;
  return hash;
}

}  // namespace

std::span<const Workload> workloads() { return all_workloads; }

std::shared_ptr<const Module> compile_workloads() {
  CompileRequest request;
  request.source = LOCKSTEP_SOURCE_DIR "/tests/common/ptx/bench/kernels.cu";
  request.front_end = FrontEnd::clang;
  Compilation compilation(request);
  const CompileResult& result = compilation.ptx();
  if (result.status != CompileStatus::success) {
    std::string why = result.message;
    for (const Diagnostic& diagnostic : result.diagnostics)
      why += "\n" + diagnostic.message;
    throw std::runtime_error("kernels.cu does not compile: " + why);
  }
  return prepare_module(result.ptx, "kernels.cu");
}

BenchRun run(const std::shared_ptr<const Module>& module,
             const Workload& workload, std::uint32_t n, Watching watching) {
  Sanitizer sanitizer;
  Counters counters;
  Context context;
  if (watching == Watching::everything)
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  if (watching != Watching::nobody) context.attach(counters.observer());

  const Module& loaded = context.load(module);
  const DeviceAddress in = upload(context, input(n), "in");
  const DeviceAddress out =
      upload(context, std::vector<std::uint32_t>(std::max(n, 256u)), "out");
  LaunchConfig config;
  config.grid.x = std::max(1u, n / workload.items_a_block);
  config.block.x = block_threads;
  config.limits.instruction_budget = ~std::uint64_t{0};

  BenchRun run;
  const double begin = cpu_seconds();
  const LaunchResult result = context.launch(loaded, workload.kernel, config,
                                             Params().add(in).add(out).add(n));
  run.seconds = cpu_seconds() - begin;
  if (result.status != LaunchStatus::success)
    throw std::runtime_error(std::string(workload.kernel) + ": " +
                             result.message);
  if (const auto findings = sanitizer.findings(); !findings.empty())
    throw std::runtime_error(std::string(workload.kernel) + ": " +
                             findings.front().message);
  if (watching != Watching::nobody)
    run.thread_instructions =
        counters.launches().front().values.at("smsp__thread_inst_executed.sum");
  run.hash = hash_of(download<std::uint32_t>(context, out, n));
  return run;
}

}  // namespace lockstep::ptx
