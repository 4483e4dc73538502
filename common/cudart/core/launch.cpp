// SPDX-License-Identifier: Apache-2.0
// A launch: parameters packed, run, and its ending turned into CUDA's error.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>

#include "cudart/core/device.h"
#include "cudart/core/session.h"

namespace lockstep::cudart {
namespace {

std::vector<std::byte> packed(const ptx::Function& function, void** arguments) {
  std::vector<std::byte> bytes(function.param_bytes);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ptx::Parameter& parameter = function.parameters[i];
    std::memcpy(bytes.data() + parameter.offset, arguments[i], parameter.bytes);
  }
  return bytes;
}

bool fits_device(const LaunchShape& shape) {
  const ptx::Dim3 &grid = shape.grid, &block = shape.block;
  return grid.count() != 0 && block.count() != 0 &&
         block.x <= device::max_block.x && block.y <= device::max_block.y &&
         block.z <= device::max_block.z &&
         block.count() <= device::max_threads_per_block &&
         grid.x <= device::max_grid.x && grid.y <= device::max_grid.y &&
         grid.z <= device::max_grid.z;
}

/// The code of a launch that the emulator found invalid.
Error code_of_invalid(const ptx::Function& function, const LaunchShape& shape) {
  if (!fits_device(shape)) return Error::invalid_configuration;
  const std::uint64_t threads = shape.block.count();
  const bool breaks_bounds =
      (function.max_threads != 0 && threads > function.max_threads) ||
      (function.required_threads != 0 && threads != function.required_threads);
  return breaks_bounds ? Error::out_of_resources : Error::invalid_value;
}

bool says(const ptx::LaunchResult& result, std::string_view word) {
  return result.message.find(word) != std::string::npos;
}

bool has_error(const std::vector<ptx::Finding>& findings) {
  return std::ranges::any_of(findings, [](const ptx::Finding& finding) {
    return finding.severity == ptx::Severity::error;
  });
}

}  // namespace

ptx::LaunchConfig Session::config_of(const Kernel& kernel,
                                     const ptx::Function& function,
                                     const LaunchShape& shape) const {
  ptx::LaunchConfig config;
  config.grid = shape.grid;
  config.block = shape.block;
  config.dynamic_shared_bytes =
      static_cast<std::uint32_t>(shape.dynamic_shared_bytes);
  // With checkers on one order of turns is looked at, which one thread gives.
  if (options_.checks.empty())
    config.threads = std::max(1U, std::thread::hardware_concurrency());
  config.is_cooperative = shape.is_cooperative;
  config.limits.multiprocessors = device::multiprocessors;
  config.schedule.seed = options_.seed;
  if (options_.resident_blocks != 0)
    config.schedule.resident_blocks = options_.resident_blocks;
  config.limits.instruction_budget = device::instruction_budget;
  config.limits.shared_bytes_per_block =
      std::max(device::shared_bytes_per_block,
               function.dynamic_shared_offset + kernel.max_dynamic_shared);
  return config;
}

void Session::launch(Kernel& kernel, const LaunchShape& shape, void** arguments,
                     const void* caller) {
  streams.enqueue(shape.stream, NodeKind::kernel,
                  prepared_launch(kernel, shape, arguments, caller));
}

std::function<void()> Session::prepared_launch(Kernel& kernel,
                                               const LaunchShape& shape,
                                               void** arguments,
                                               const void* caller) {
  return [this, &kernel, shape, caller,
          parameters = packed(registry.function(kernel), arguments)] {
    run(kernel, shape, parameters, caller);
  };
}

void Session::run(const Kernel& kernel, const LaunchShape& shape,
                  std::span<const std::byte> parameters, const void* caller) {
  const ptx::Function& function = registry.function(kernel);
  if (shape.dynamic_shared_bytes > device::shared_bytes_per_block_opt_in)
    throw Failure(Error::invalid_value);
  const ptx::LaunchResult result =
      context_.launch(*kernel.image->module, kernel.name,
                      config_of(kernel, function, shape), parameters);
  std::fwrite(result.output.data(), 1, result.output.size(), stdout);
  collect(result, kernel.name, caller);
  record_launch(kernel.name, shape);
  using Status = ptx::LaunchStatus;
  switch (result.status) {
    case Status::success:
      return;
    case Status::invalid_launch:
      if (says(result, "cooperative"))
        throw Failure(Error::cooperative_too_large);
      throw Failure(code_of_invalid(function, shape));
    case Status::unsupported:
      throw Failure(Error::not_supported);
    case Status::fault:
      throw Failure(says(result, "misaligned") ? Error::misaligned_address
                                               : Error::illegal_address);
    case Status::trap:
      throw Failure(says(result, "assertion") ? Error::assertion
                                              : Error::launch_failure);
    default:
      throw Failure(Error::launch_timeout);
  }
}

/// Records what the checkers found and, where they did not, why it ended.
void Session::collect(const ptx::LaunchResult& result,
                      const std::string& kernel, const void* caller) {
  const std::vector<ptx::Finding> findings = sanitizer_.findings();
  sanitizer_.clear();
  for (const ptx::Finding& finding : findings) record.finding(finding, {});
  if (result.status == ptx::LaunchStatus::success) return;
  ptx::Finding finding;
  finding.tool = "launch";
  finding.message = result.message;
  finding.place = result.place;
  finding.kernel = kernel;
  if (result.status == ptx::LaunchStatus::unsupported) {
    finding.kind = "unsupported";
    has_refused_ = true;
    record.refused();
    if (!record.is_open())
      fmt::print(stderr, "lockstep: not supported: {}\n", result.message);
  } else if (result.status == ptx::LaunchStatus::invalid_launch) {
    finding.kind = "invalid launch";
    finding.severity = ptx::Severity::warning;
  } else {
    is_explained_ = true;
    if (has_error(findings)) return;
    finding.kind = "kernel failed";
  }
  record.finding(finding, stack_from(caller));
  is_explained_ |= finding.severity == ptx::Severity::error;
}

void Session::record_launch(const std::string& kernel,
                            const LaunchShape& shape) {
  if (counters_.launches().empty()) {
    record.kernel({kernel, shape.grid, shape.block, {}});
    return;
  }
  for (const ptx::LaunchCounters& launch : counters_.launches())
    record.kernel(launch);
  counters_.clear();
}

}  // namespace lockstep::cudart
