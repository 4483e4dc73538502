// SPDX-License-Identifier: Apache-2.0
// An emulated device: memory, modules, launches, observers. This is the one
// header of ptx/ that the rest of the project includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/counters/counters.h"
#include "ptx/module/module.h"
#include "ptx/observer/events.h"
#include "ptx/observer/finding.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/sanitizer.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {

using DeviceAddress = std::uint64_t;

/// In which order warps and blocks take their turns. `seed` picks one order
/// of many; 0 is round robin with blocks in order.
struct Schedule {
  std::uint64_t seed = 0;
  std::uint32_t resident_blocks = 4;  ///< blocks that take turns at a time
};

struct LaunchLimits {
  /// Warp instructions of the whole launch; reaching it ends the launch.
  std::uint64_t instruction_budget = 2'000'000'000;
  std::uint32_t shared_bytes_per_block = 48 * 1024;
  double seconds = 0;  ///< wall time; 0: none
};

struct LaunchConfig {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  Schedule schedule;
  LaunchLimits limits;
};

enum class LaunchStatus : std::uint8_t {
  success,
  fault,           ///< invalid addresses; see memcheck's findings
  trap,            ///< trap, failed assert
  deadlock,        ///< nothing could run any more
  budget,          ///< instruction or time budget used up
  invalid_launch,  ///< grid, block or shared memory outside the limits
  unsupported,     ///< an instruction or extern function that is not there
};

struct LaunchResult {
  LaunchStatus status = LaunchStatus::success;
  std::string message;  ///< empty on success
  Place place;          ///< of the first problem, where known
};

/// One emulated device. Not copyable; not for use by two threads at once.
class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Observers must outlive the context; attach before allocating.
  void attach(Observer& observer);

  /// At least 256-byte aligned, with unmapped space around it. `name` is
  /// what reports call it. Throws std::bad_alloc past the device's memory.
  DeviceAddress allocate(std::uint64_t bytes, std::string name);
  void free(DeviceAddress address);
  /// Throw std::out_of_range unless all of it lies in one live allocation.
  void copy_to_device(DeviceAddress to, std::span<const std::byte> from);
  void copy_from_device(std::span<std::byte> to, DeviceAddress from);

  /// Throws PtxError. The module lives as long as the context.
  const Module& load(std::string_view ptx, std::string name);
  /// Address and size of a `__device__` or `__constant__` variable.
  std::optional<DeviceAddress> address_of(const Module& module,
                                          std::string_view variable) const;

  /// `params` is the kernel's parameter buffer, laid out as its
  /// Function::parameters say. Never throws for what a kernel does.
  LaunchResult launch(const Module& module, std::string_view kernel,
                      const LaunchConfig& config,
                      std::span<const std::byte> params);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::ptx
