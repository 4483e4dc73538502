// SPDX-License-Identifier: Apache-2.0
// The exclusive scans of the ladder on the same data.
#pragma once

#include <string>
#include <vector>

#include "04_exclusive_scan/any_size.h"
#include "04_exclusive_scan/launches.h"
#include "04_exclusive_scan/lookback.h"
#include "scan/ladder.h"

namespace lockstep::exclusive_scan {

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  const scan::Sections one_each{threads, threads};
  BenchCase fast{"lookback", n, 8ull * n, {}};
  fast.experiment = generated_scan(n, LookbackShape(exported), 1);
  return {
      scan::ladder_step("kogge_stone", "exclusive_kogge_stone", n, one_each),
      scan::ladder_step("brent_kung", "exclusive_brent_kung", n,
                        {threads, 2 * threads}),
      scan::hierarchy_step("any_size", block_kernels("max"), n, one_each),
      std::move(fast)};
}

}  // namespace lockstep::exclusive_scan
