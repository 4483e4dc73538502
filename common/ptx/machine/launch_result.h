// SPDX-License-Identifier: Apache-2.0
// How a launch ended. The first problem is the one that is told; checkers
// tell the rest.
#pragma once

#include <cstdint>
#include <string>

#include "ptx/observer/finding.h"

namespace lockstep::ptx {

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
  std::string message;              ///< empty on success
  Place place;                      ///< of the first problem, where known
  std::string output;               ///< what printf wrote, at most 1 MiB
  std::uint32_t threads = 1;        ///< host threads that ran its blocks
  std::string serial_because = {};  ///< why one, where more were allowed
};

}  // namespace lockstep::ptx
