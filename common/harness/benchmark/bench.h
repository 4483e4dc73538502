// SPDX-License-Identifier: Apache-2.0
// Measures the kernels of a submission for `lockstep bench`: counters from
// the emulator and, on a GPU, the time and its share of the memory's roofs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/session/session.h"
#include "harness/verdict/experiment.h"

namespace lockstep {

/// A kernel to be measured. Nothing is verified here: `check` does that.
struct BenchCase {
  std::string name;         ///< "smem"
  std::uint64_t size = 0;   ///< n
  std::uint64_t bytes = 0;  ///< that any kernel for it must read and write
  Experiment experiment;
};

inline constexpr std::uint32_t bench_size_on_emulator = 1u << 20;
inline constexpr std::uint32_t bench_size_on_gpu = 1u << 24;

/// {lab, device, compiler, size, roofs?, kernels: [{name, kernel, size, grid,
/// block, milliseconds?, bytes_per_second?, of_read_roof?, of_copy_roof?,
/// counters, message?}]}; what could not be measured has a message instead.
nlohmann::ordered_json bench_json(const Session& session);

}  // namespace lockstep
