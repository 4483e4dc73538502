// SPDX-License-Identifier: Apache-2.0
// The exclusive scans of the ladder on the same data.
#pragma once

#include <string>
#include <vector>

#include "04_exclusive_scan/any_size.h"
#include "04_exclusive_scan/launches.h"
#include "04_exclusive_scan/lookback.h"

namespace lockstep::exclusive_scan {

/// A kernel (const int* in, int* out, unsigned n), `items` elements a thread.
inline BenchCase ladder_step(const std::string& name, const std::string& kernel,
                             std::uint32_t n, std::uint32_t threads,
                             std::uint32_t items) {
  BenchCase one{name, n, 8ull * n, {}};
  const auto in = one.experiment.generated("in", n, 1);
  const auto out = one.experiment.scratch<int>("out", n);
  one.experiment.launch(
      Kernel(kernel + "()"),
      {blocks_for(n, std::uint64_t{items} * threads), threads}, in, out, n);
  return one;
}

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  BenchCase any{"any_size", n, 8ull * n, {}};
  const auto in = any.experiment.generated("in", n, 1);
  const auto out = any.experiment.scratch<int>("out", n);
  scan_all<int>(any.experiment, block_kernels("max"), in, out, n, threads);
  BenchCase fast{"lookback", n, 8ull * n, {}};
  fast.experiment = generated_scan(n, LookbackShape(exported), 1);
  return {ladder_step("kogge_stone", "exclusive_kogge_stone", n, threads, 1),
          ladder_step("brent_kung", "exclusive_brent_kung", n, threads, 2),
          std::move(any), std::move(fast)};
}

}  // namespace lockstep::exclusive_scan
