// SPDX-License-Identifier: Apache-2.0
// The scans of the ladder, and their trees, on the same data.
#pragma once

#include <string>
#include <vector>

#include "03_brent_kung/fast.h"
#include "03_brent_kung/launches.h"
#include "03_brent_kung/sections.h"
#include "scan/ladder.h"

namespace lockstep::brent_kung {

inline std::vector<BenchCase> ladder(const Session& session, std::uint32_t n) {
  const auto exported = [&](const Constant& constant) {
    return session.exported(constant);
  };
  const std::uint32_t threads = exported(block_threads_constant());
  const scan::Sections sections{threads, 2 * threads};
  BenchCase fast{"fast", n, 8ull * n, {}};
  fast.experiment = generated_scan(n, FastShape(exported), 1);
  return {
      scan::ladder_step("reduce_phase", "brent_kung_reduce_phase", n, sections),
      scan::ladder_step("inclusive", "brent_kung", n, sections),
      scan::ladder_step("blelloch", "blelloch", n, sections),
      scan::ladder_step("compose", "blelloch_compose", n, sections, 2),
      scan::ladder_step("padded", "blelloch_padded", n, sections),
      scan::hierarchy_step("sections", section_kernels("add"), n, sections),
      std::move(fast)};
}

}  // namespace lockstep::brent_kung
