// SPDX-License-Identifier: Apache-2.0
// barrier.cluster (manual, 9.7.13.3). A cluster is one block here, so this is
// a barrier of the block whose arrival and wait stand apart. A thread that
// waits polls.
#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// Begins the next phase once every live thread has arrived in this one.
void advance_if_complete(Cta& cta) {
  ClusterBarrier& barrier = cta.cluster_barrier();
  for (const auto& warp : cta.warps()) {
    if ((warp->live() & ~barrier.arrived[warp->number()]) != 0) return;
  }
  const Grid& grid = cta.grid();
  if (grid.observers->any()) {
    grid.observers->notify(
        &Observer::block_barrier,
        BlockBarrierEvent{cta.block(), barrier_count, true, barrier.arrived});
  }
  ++barrier.phase;
  std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
  ++cta.grid().progress;
}

void arrive(Warp& warp, const Instruction&, LaneMask mask) {
  ClusterBarrier& barrier = warp.cta().cluster_barrier();
  barrier.arrived[warp.number()] |= mask;
  for_lanes(mask, [&](unsigned lane) {
    barrier.awaited[warp.number() * warp_size + lane] = barrier.phase;
  });
  advance_if_complete(warp.cta());
}

void wait(Warp& warp, const Instruction&, LaneMask mask) {
  ClusterBarrier& barrier = warp.cta().cluster_barrier();
  advance_if_complete(warp.cta());
  LaneMask waiting = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (barrier.awaited[warp.number() * warp_size + lane] == barrier.phase)
      waiting |= lane_bits[lane];
  });
  if (waiting == 0) return;
  warp.touched = true;
  warp.branch(waiting, warp.pc);
}

}  // namespace

/// barrier.cluster.arrive{.sem}{.aligned};  barrier.cluster.wait{.acquire}
/// {.aligned};  (9.7.13.3)
Handler bind_barrier_cluster(const Instruction& i) {
  Form form(i);
  form.want("cluster");
  const bool arrives = form.take("arrive");
  if (!arrives) form.want("wait");
  if (arrives) {
    form.one_of({"release", "relaxed"});
  } else {
    form.take("acquire");
  }
  form.take("aligned");
  form.finish();
  form.want_operands(0, 0);
  return arrives ? &arrive : &wait;
}

}  // namespace lockstep::ptx
