// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/parallel.h"

#include <algorithm>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "ptx/launch/block_queue.h"
#include "ptx/launch/independence.h"
#include "ptx/launch/scheduler.h"

namespace lockstep::ptx {

namespace {

/// Putting memory back needs a copy of it first, which has to pay.
constexpr std::uint64_t most_bytes_a_thread = 256;

/// One host thread: a grid with the state of its blocks alone.
class Worker {
 public:
  Worker(const Grid& grid, std::vector<std::unique_ptr<Observer>> observers)
      : grid_(grid), owned_(std::move(observers)) {
    for (const auto& observer : owned_) observers_.attach(*observer);
    grid_.observers = &observers_;
    grid_.is_parallel = true;
  }

  void run(const LaunchConfig& config, BlockQueue& queue) {
    try {
      Scheduler(grid_, config, queue).run();
      has_ended_ = grid_.result.status == LaunchStatus::success;
    } catch (const LaunchStop&) {
    } catch (const std::bad_alloc&) {
    }
    if (!has_ended_) queue.cancel();
  }

  bool has_ended_well() const { return has_ended_; }
  const Grid& grid() const { return grid_; }
  const std::vector<std::unique_ptr<Observer>>& observers() const {
    return owned_;
  }

 private:
  Grid grid_;
  std::vector<std::unique_ptr<Observer>> owned_;
  Observers observers_;
  bool has_ended_ = false;
};

void run_all(std::vector<std::unique_ptr<Worker>>& workers,
             const LaunchConfig& config, BlockQueue& queue) {
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers.size(); ++i) {
    threads.emplace_back([&, i] { workers[i]->run(config, queue); });
  }
  workers.front()->run(config, queue);
}

}  // namespace

std::string why_serial(const Grid& grid, const LaunchConfig& config) {
  const std::uint64_t blocks = config.grid.count();
  if (blocks < 2) return "it has one block";
  if (config.is_cooperative) return "its blocks may wait for one another";
  if (config.schedule.seed != 0) return "a seed's order is being explored";
  if (!config.schedule.begins_in_order) return "blocks begin in any order";
  if (!grid.observers->can_fork()) return "a checker watches the order";
  if (grid.memory->writable_bytes() / most_bytes_a_thread >
      blocks * config.block.count()) {
    return "it is small for the memory that it may write";
  }
  return why_dependent(*grid.module, *grid.kernel);
}

bool run_in_parallel(Grid& grid, const LaunchConfig& config) {
  const GlobalMemory::Snapshot before = grid.memory->snapshot();
  const std::uint64_t blocks = grid.dimensions.count();
  BlockQueue queue(blocks, BeginOrder(config.schedule, blocks, 0));
  std::vector<std::unique_ptr<Worker>> workers;
  const std::uint64_t count =
      std::min<std::uint64_t>(config.threads, grid.dimensions.count());
  for (std::uint64_t i = 0; i < count; ++i) {
    workers.push_back(std::make_unique<Worker>(grid, grid.observers->fork()));
  }
  run_all(workers, config, queue);

  std::uint64_t executed = 0;
  for (const auto& worker : workers) executed += worker->grid().executed;
  const bool is_well =
      executed < config.limits.instruction_budget &&
      std::all_of(workers.begin(), workers.end(),
                  [](const auto& worker) { return worker->has_ended_well(); });
  if (!is_well) {
    GlobalMemory::restore(before);
    return false;
  }
  for (const auto& worker : workers) grid.observers->join(worker->observers());
  grid.executed = executed;
  grid.result.threads = static_cast<std::uint32_t>(count);
  return true;
}

}  // namespace lockstep::ptx
