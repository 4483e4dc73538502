// SPDX-License-Identifier: Apache-2.0
// The limits of a launch, those of compute capability 8.0.
#include <fmt/format.h>

#include <algorithm>

#include "ptx/launch/launch.h"

namespace lockstep::ptx {

namespace {

constexpr Dim3 max_block{1024, 1024, 64};
constexpr Dim3 max_grid{0x7fffffff, 65535, 65535};
constexpr std::uint64_t max_threads = 1024;
constexpr std::uint64_t max_blocks = 0xffffffff;

std::string spell(const Dim3& size) {
  return fmt::format("({}, {}, {})", size.x, size.y, size.z);
}

bool exceeds(const Dim3& size, const Dim3& limit) {
  return size.x > limit.x || size.y > limit.y || size.z > limit.z;
}

std::string check_dimensions(const LaunchConfig& config) {
  const Dim3 &grid = config.grid, &block = config.block;
  if (grid.count() == 0 || block.count() == 0) {
    return fmt::format(
        "a grid of {} blocks of {} threads: no dimension may "
        "be 0; launch at least one block of one thread",
        spell(grid), spell(block));
  }
  if (exceeds(block, max_block) || block.count() > max_threads) {
    return fmt::format(
        "a block of {} is {} threads; at most {} are allowed "
        "and at most {} in each dimension: use smaller blocks",
        spell(block), block.count(), max_threads, spell(max_block));
  }
  if (exceeds(grid, max_grid)) {
    return fmt::format(
        "a grid of {} exceeds {}: use fewer blocks, for "
        "instance with a grid-stride loop",
        spell(grid), spell(max_grid));
  }
  if (grid.count() > max_blocks) {
    return fmt::format(
        "a grid of {} has more than the {} blocks that the "
        "emulator runs: use fewer blocks",
        spell(grid), max_blocks);
  }
  return {};
}

std::string check_kernel(const Function& kernel, const LaunchConfig& config) {
  const std::uint64_t threads = config.block.count();
  if (kernel.max_threads != 0 && threads > kernel.max_threads) {
    return fmt::format(
        "{} threads a block; __launch_bounds__ of {} allows "
        "{}: use smaller blocks or raise the bound",
        threads, kernel.name, kernel.max_threads);
  }
  if (kernel.required_threads != 0 && threads != kernel.required_threads) {
    return fmt::format("{} threads a block; {} must be launched with {}",
                       threads, kernel.name, kernel.required_threads);
  }
  return {};
}

std::string check_shared(const Function& kernel, const LaunchConfig& config) {
  const std::uint64_t dynamic = config.dynamic_shared_bytes;
  const std::uint64_t total = dynamic == 0
                                  ? kernel.shared_bytes
                                  : kernel.dynamic_shared_offset + dynamic;
  if (total <= config.limits.shared_bytes_per_block) return {};
  return fmt::format(
      "{} needs {} bytes of shared memory a block ({} static, "
      "{} dynamic); {} are available: use smaller tiles",
      kernel.name, total, kernel.shared_bytes, dynamic,
      config.limits.shared_bytes_per_block);
}

constexpr std::uint64_t threads_per_multiprocessor = 2048;
constexpr std::uint64_t blocks_per_multiprocessor = 32;
constexpr std::uint64_t shared_per_multiprocessor = 164 * 1024;
constexpr std::uint64_t reserved_per_block = 1024;

std::uint64_t shared_bytes_of(const Function& kernel,
                              const LaunchConfig& config) {
  return config.dynamic_shared_bytes == 0
             ? kernel.shared_bytes
             : std::uint64_t{kernel.dynamic_shared_offset} +
                   config.dynamic_shared_bytes;
}

std::string check_cooperative(const Function& kernel,
                              const LaunchConfig& config) {
  if (!config.is_cooperative) return {};
  const std::uint64_t most = most_resident_blocks(kernel, config);
  if (config.grid.count() <= most) return {};
  return fmt::format(
      "a cooperative launch of {} blocks of {}; the device holds {} of them at "
      "a time ({} multiprocessors): launch no more, and let each do more work",
      config.grid.count(), kernel.name, most, config.limits.multiprocessors);
}

}  // namespace

std::uint64_t most_resident_blocks(const Function& kernel,
                                   const LaunchConfig& config) {
  const std::uint64_t threads = (config.block.count() + 31) / 32 * 32;
  if (threads == 0) return 0;
  const std::uint64_t shared =
      shared_bytes_of(kernel, config) + reserved_per_block;
  return config.limits.multiprocessors *
         std::min({threads_per_multiprocessor / threads,
                   shared_per_multiprocessor / shared,
                   blocks_per_multiprocessor});
}

std::string why_invalid(const Function& kernel, const LaunchConfig& config,
                        std::size_t param_bytes) {
  if (param_bytes != kernel.param_bytes) {
    return fmt::format(
        "{} takes {} bytes of parameters, {} were given: check "
        "the kernel's parameter list",
        kernel.name, kernel.param_bytes, param_bytes);
  }
  if (std::string wrong = check_dimensions(config); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = check_kernel(kernel, config); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = check_shared(kernel, config); !wrong.empty()) {
    return wrong;
  }
  return check_cooperative(kernel, config);
}

}  // namespace lockstep::ptx
