// SPDX-License-Identifier: Apache-2.0
// The scans of the ladder, and their trees, on the same data.
#pragma once

#include <string>
#include <vector>

#include "03_brent_kung/fast.h"
#include "03_brent_kung/launches.h"
#include "03_brent_kung/sections.h"

namespace lockstep::brent_kung {

/// A kernel (const T* in, T* out, unsigned n) on generated data, `words`
/// 4-byte words an element.
inline BenchCase ladder_step(const std::string& name, const std::string& kernel,
                             std::uint32_t n, std::uint32_t threads,
                             std::uint32_t words = 1) {
  BenchCase one{name, n, 8ull * words * n, {}};
  const auto in = one.experiment.generated("in", words * n, 1);
  const auto out = one.experiment.scratch<int>("out", words * n);
  one.experiment.launch(Kernel(kernel + "()"),
                        {blocks_for(n, 2ull * threads), threads}, in, out, n);
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
  return {ladder_step("reduce_phase", "brent_kung_reduce_phase", n, threads),
          ladder_step("inclusive", "brent_kung", n, threads),
          ladder_step("blelloch", "blelloch", n, threads),
          ladder_step("compose", "blelloch_compose", n, threads, 2),
          ladder_step("padded", "blelloch_padded", n, threads),
          sections_step(n, threads),
          std::move(fast)};
}

}  // namespace lockstep::brent_kung
