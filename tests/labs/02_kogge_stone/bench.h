// SPDX-License-Identifier: Apache-2.0
// The same scan by each kernel of the ladder.
#pragma once

#include <vector>

#include "02_kogge_stone/fast.h"
#include "02_kogge_stone/launches.h"
#include "02_kogge_stone/sections.h"

namespace lockstep::kogge_stone {

/// A kernel (const T* in, T* out, unsigned n) on generated data, `words`
/// 4-byte words an element.
inline BenchCase ladder_step(const std::string& name, const std::string& kernel,
                             std::uint32_t n, std::uint32_t threads,
                             std::uint32_t words = 1) {
  BenchCase one{name, n, 8ull * words * n, {}};
  const auto in = one.experiment.generated("in", words * n, 1);
  const auto out = one.experiment.scratch<int>("out", words * n);
  one.experiment.launch(Kernel(kernel + "()"),
                        {blocks_for(n, threads), threads}, in, out, n);
  return one;
}

inline BenchCase sections_step(std::uint32_t n, std::uint32_t threads) {
  BenchCase one{"sections", n, 8ull * n, {}};
  const auto in = one.experiment.generated("in", n, 1);
  const auto out = one.experiment.scratch<int>("out", n);
  scan_all<int>(one.experiment, section_kernels("add"), in, out, n, threads);
  return one;
}

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  BenchCase fast{"fast", n, 8ull * n, {}};
  fast.experiment = generated_scan(n, FastShape(exported), 1);
  return {ladder_step("single", "kogge_stone_single", n, threads),
          ladder_step("double", "kogge_stone_double", n, threads),
          ladder_step("op_int", "scan_op_int", n, threads),
          ladder_step("op_compose", "scan_op_compose", n, threads, 2),
          ladder_step("warp", "kogge_stone_warp", n, threads),
          ladder_step("repair", "kogge_stone_repair", n, threads),
          sections_step(n, threads),
          std::move(fast)};
}

}  // namespace lockstep::kogge_stone
