// SPDX-License-Identifier: Apache-2.0
// The kernels of kernels.cu as things to run: with whom watching, on how many
// elements, and how long it took.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ptx/module/module.h"

namespace lockstep::ptx {

enum class Watching {
  nobody,
  counters,
  everything  ///< counters and the four checkers
};

struct Workload {
  const char* kernel;
  unsigned items_a_block;
};

/// In the order of kernels.cu.
std::span<const Workload> workloads();

struct BenchRun {
  double seconds = 0;                     ///< of CPU, of the launch alone
  std::uint64_t thread_instructions = 0;  ///< counted; 0 if nobody watched
  std::uint64_t hash = 0;                 ///< of what the kernel wrote
};

/// kernels.cu as PTX, compiled by the project's clang front end. Throws
/// std::runtime_error where that is not possible.
std::shared_ptr<const Module> compile_workloads();

/// One launch in a context of its own. Throws std::runtime_error if the
/// launch fails or a checker finds anything: the kernels are correct.
BenchRun run(const std::shared_ptr<const Module>& module,
             const Workload& workload, std::uint32_t n, Watching watching);

}  // namespace lockstep::ptx
