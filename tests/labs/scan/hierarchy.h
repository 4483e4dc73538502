// SPDX-License-Identifier: Apache-2.0
// The launch plan of a scan of any n: scan the sections, scan their totals in
// the same way, and join to each section what is left of it. It takes a level
// of scans for each factor of the section's size in n.
#pragma once

#include "harness/lab/lab_task.h"
#include "scan/reference.h"

namespace lockstep::scan {

/// (const T* in, T* out, T* totals, unsigned n) over sections, and (T* out,
/// const T* scanned totals, unsigned n).
struct SectionKernels {
  Kernel scan;
  Kernel join_carries;
};

struct Sections {
  std::uint32_t threads = 0;  ///< of a block, which scans one section
  std::uint32_t items = 0;    ///< elements of a section
};

/// Launches that leave the scan of in[0 .. n) in `out`.
template <class T>
void scan_all(Experiment& experiment, const SectionKernels& kernels,
              BufferArgument in, BufferArgument out, std::uint32_t n,
              Sections sections) {
  const LaunchShape shape{blocks_for(n, sections.items), sections.threads};
  const auto totals = experiment.scratch<T>("totals", shape.blocks);
  experiment.launch(kernels.scan, shape, in, out, totals, n);
  if (shape.blocks == 1) return;
  const auto scanned = experiment.scratch<T>("scanned_totals", shape.blocks);
  scan_all<T>(experiment, kernels, totals, scanned, shape.blocks, sections);
  experiment.launch(kernels.join_carries, shape, out, scanned, n);
}

}  // namespace lockstep::scan
