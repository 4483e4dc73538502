// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/launch.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "ptx/launch/parallel.h"
#include "ptx/launch/scheduler.h"

namespace lockstep::ptx {

namespace {

void run_blocks(Grid& grid, const LaunchConfig& config) {
  const auto end = [&](LaunchStatus status, const std::string& message) {
    if (grid.result.status != LaunchStatus::success) return;
    grid.result.status = status;
    grid.result.message = message;
  };
  try {
    const std::uint64_t blocks = grid.dimensions.count();
    const BeginOrder order(config.schedule, blocks,
                           Random(~config.schedule.seed).next());
    BlockQueue queue(blocks, order);
    Scheduler(grid, config, queue).run();
  } catch (const LaunchStop& stop) {
    end(stop.status, stop.what());
  } catch (const std::bad_alloc&) {
    end(LaunchStatus::invalid_launch,
        "the emulator ran out of memory for the state of " + grid.kernel->name);
  }
}

/// False if one thread is to run the blocks.
bool run_on_threads(Grid& grid, const LaunchConfig& config) {
  if (config.threads < 2) return false;
  grid.result.serial_because = why_serial(grid, config);
  if (!grid.result.serial_because.empty()) return false;
  if (run_in_parallel(grid, config)) return true;
  grid.result.serial_because = "a block did not end as it should";
  return false;
}

LaunchResult refused(const Grid& grid, const Refusal& refusal) {
  LaunchResult result;
  result.status = refusal.is_over_limit ? LaunchStatus::invalid_launch
                                        : LaunchStatus::unsupported;
  result.place = grid.place_of(grid.module->code[refusal.pc]);
  if (result.place.line != 0)
    result.message =
        fmt::format("{}:{}: ", result.place.file, result.place.line);
  result.message += refusal.why;
  return result;
}

}  // namespace

LaunchResult run_launch(Grid& grid, const LaunchConfig& config) {
  grid.dimensions = config.grid;
  grid.block = config.block;
  grid.static_shared_bytes = grid.kernel->shared_bytes;
  grid.dynamic_shared_bytes = config.dynamic_shared_bytes;
  if (grid.kernel->refusal) return refused(grid, *grid.kernel->refusal);
  const std::string wrong =
      why_invalid(*grid.kernel, config, grid.params.size());
  if (!wrong.empty()) return {LaunchStatus::invalid_launch, wrong, {}, {}};

  const LaunchEvent event{grid.module,
                          grid.kernel,
                          config.grid,
                          config.block,
                          config.dynamic_shared_bytes,
                          grid.launch_index};
  grid.observers->notify(&Observer::launch_begins, event);
  if (!run_on_threads(grid, config)) run_blocks(grid, config);
  grid.observers->notify(&Observer::launch_ends, event);
  return std::move(grid.result);
}

}  // namespace lockstep::ptx
