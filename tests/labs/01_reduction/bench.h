// SPDX-License-Identifier: Apache-2.0
// The source's experiment: the same sum by each kernel of the ladder.
#pragma once

#include <vector>

#include "01_reduction/fast.h"
#include "01_reduction/launches.h"

namespace lockstep::reduction {

/// A kernel (const T* in, T* block_results, unsigned n) on generated data,
/// `words` 4-byte words an element.
inline BenchCase ladder_step(const std::string& name, std::uint32_t n,
                             LaunchShape launch, std::uint32_t words = 1) {
  BenchCase one{name, n, 4ull * words * (std::uint64_t{n} + launch.blocks), {}};
  const auto in = one.experiment.generated("in", words * n, 1);
  const auto results =
      one.experiment.scratch<int>("block_results", words * launch.blocks);
  one.experiment.launch(Kernel("reduce_" + name + "()"), launch, in, results,
                        n);
  return one;
}

inline BenchCase fast_step(std::uint32_t n, const FastShape& shape) {
  BenchCase one{"fast", n, 4 * (std::uint64_t{n} + 1), {}};
  one.experiment = one_sum(n, shape, 1);
  return one;
}

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  const LaunchShape one_each{blocks_for(n, threads), threads};
  const LaunchShape four_each{blocks_for(n, 4ull * threads), threads};
  LaunchShape with_tile = four_each;
  with_tile.dynamic_shared_bytes = 4 * threads;
  return {ladder_step("gmem", n, one_each),
          ladder_step("smem", n, one_each),
          ladder_step("unrolled", n, four_each),
          ladder_step("dynamic", n, with_tile),
          ladder_step("shuffle", n, one_each),
          ladder_step("op_add", n, one_each),
          ladder_step("op_compose", n, one_each, 2),
          ladder_step("two_phase", n, {1024, 1024}),
          ladder_step("volatile", n, one_each),
          fast_step(n, FastShape(exported))};
}

}  // namespace lockstep::reduction
