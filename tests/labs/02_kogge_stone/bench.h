// SPDX-License-Identifier: Apache-2.0
// The same scan by each kernel of the ladder.
#pragma once

#include <vector>

#include "02_kogge_stone/fast.h"
#include "02_kogge_stone/launches.h"
#include "02_kogge_stone/sections.h"
#include "scan/ladder.h"

namespace lockstep::kogge_stone {

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  const scan::Sections sections{threads, threads};
  BenchCase fast{"fast", n, 8ull * n, {}};
  fast.experiment = generated_scan(n, FastShape(exported), 1);
  return {scan::ladder_step("single", "kogge_stone_single", n, sections),
          scan::ladder_step("double", "kogge_stone_double", n, sections),
          scan::ladder_step("op_int", "scan_op_int", n, sections),
          scan::ladder_step("op_compose", "scan_op_compose", n, sections, 2),
          scan::ladder_step("warp", "kogge_stone_warp", n, sections),
          scan::ladder_step("repair", "kogge_stone_repair", n, sections),
          scan::hierarchy_step("sections", section_kernels("add"), n, sections),
          std::move(fast)};
}

}  // namespace lockstep::kogge_stone
