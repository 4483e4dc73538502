// SPDX-License-Identifier: Apache-2.0
#include "device/roofs.h"

#include <algorithm>
#include <vector>

#include "device/wire/trusted_kernels.h"

namespace lockstep {
namespace {

Buffer plain_buffer(const char* name, std::uint64_t bytes) {
  Buffer buffer;
  buffer.name = name;
  buffer.bytes = bytes;
  return buffer;
}

Launch sweep(const char* kernel, std::uint64_t blocks) {
  Launch launch;
  launch.kernel = kernel;
  launch.grid.x = static_cast<std::uint32_t>(blocks);
  launch.block.x = sweep_block_threads;
  launch.arguments = {BufferArgument{0, 0}, BufferArgument{1, 0}};
  return launch;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Bytes a second of `launch`, which moves `moved` bytes; 0 and a message
/// where it cannot be measured.
double measure(Device& device, Launch launch, std::uint64_t bytes,
               std::uint64_t second_bytes, std::uint64_t moved,
               unsigned repetitions, std::string& message) {
  const Program program{trusted_ptx(), {}, "trusted"};
  Job job;
  job.program = &program;
  job.buffers = {plain_buffer("in", bytes), plain_buffer("out", second_bytes)};
  job.buffers[0].fill_seed = 1;
  job.launches = {std::move(launch)};
  job.limits.seconds = 60;
  job.limits.memory_bytes = bytes + second_bytes;
  job.repetitions = repetitions;
  const Outcome outcome = device.run(job);
  if (outcome.status != OutcomeStatus::success) message = outcome.message;
  if (outcome.milliseconds.empty()) return 0;
  return static_cast<double>(moved) / (median(outcome.milliseconds) * 1e-3);
}

}  // namespace

Roofs measure_roofs(Device& device, std::uint64_t bytes, unsigned repetitions) {
  Roofs roofs;
  if (!device.info().is_gpu) {
    roofs.message = "bandwidth needs a GPU";
    return roofs;
  }
  bytes = std::max<std::uint64_t>(1, bytes / read_tile_bytes) * read_tile_bytes;
  repetitions = std::max(1u, repetitions);
  roofs.copy_bytes_per_second =
      measure(device, sweep("sweep_copy", bytes / copy_tile_bytes), bytes,
              bytes, 2 * bytes, repetitions, roofs.message);
  roofs.read_bytes_per_second =
      measure(device, sweep("sweep_read", bytes / read_tile_bytes), bytes, 4,
              bytes, repetitions, roofs.message);
  return roofs;
}

}  // namespace lockstep
