// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/experiment.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Warp instructions that a launch may execute: far more than any sensible
/// kernel needs (64 for each thread and each word of data), far less than a
/// second of an endless loop.
constexpr std::uint64_t base_budget = 500'000;
constexpr std::uint64_t budget_per_item = 64;

std::uint64_t words(const std::vector<Buffer>& buffers) {
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : buffers) bytes += buffer.bytes;
  return bytes / 4;
}

Mismatch changed_input(const Buffer& buffer, std::span<const std::byte> now) {
  const auto [before, after] = std::ranges::mismatch(buffer.initial, now);
  return {"input_changed",
          fmt::format("the kernel changed its input {} (first at byte {}): "
                      "read it, and keep what you compute elsewhere",
                      buffer.name, before - buffer.initial.begin())};
}

}  // namespace

BufferArgument Experiment::add_buffer(std::string name,
                                      std::vector<std::byte> bytes) {
  const std::uint64_t size = bytes.size();
  Buffer& buffer = job_.buffers.emplace_back();
  buffer.name = std::move(name);
  buffer.bytes = size;
  buffer.initial = std::move(bytes);
  return {job_.buffers.size() - 1, 0};
}

BufferArgument Experiment::add_unwritten(std::string name,
                                         std::uint64_t bytes) {
  Buffer& buffer = job_.buffers.emplace_back();
  buffer.name = std::move(name);
  buffer.bytes = bytes;
  return {job_.buffers.size() - 1, 0};
}

void Experiment::add_launch(const Kernel& kernel, LaunchShape shape,
                            std::vector<Argument> arguments) {
  Launch& launch = job_.launches.emplace_back();
  launch.kernel = kernel.name();
  launch.grid.x = shape.blocks;
  launch.block.x = shape.threads;
  launch.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  launch.arguments = std::move(arguments);
  kernels_.push_back(kernel);
  const std::uint64_t items =
      words(job_.buffers) + std::uint64_t{shape.blocks} * shape.threads;
  job_.limits.instruction_budget =
      std::max(job_.launches.size() == 1 ? 0 : job_.limits.instruction_budget,
               base_budget + budget_per_item * items);
}

std::optional<Mismatch> Experiment::first_mismatch(
    const Outcome& outcome) const {
  const auto bytes_of = [&](std::size_t buffer) -> std::span<const std::byte> {
    if (buffer >= outcome.buffers.size()) return {};
    return outcome.buffers[buffer];
  };
  for (const std::size_t index : unchanged_)
    if (!std::ranges::equal(bytes_of(index), job_.buffers[index].initial))
      return changed_input(job_.buffers[index], bytes_of(index));
  for (const Check& check : checks_)
    if (auto wrong = check.compare(bytes_of(check.buffer))) return wrong;
  return std::nullopt;
}

}  // namespace lockstep
