// SPDX-License-Identifier: Apache-2.0
// What an autograder is asked to do. command_line.cpp fills it in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/compiler.h"
#include "harness/inputs/inputs.h"

namespace lockstep {

enum class DeviceChoice : std::uint8_t { automatic, emulator, gpu };

/// One case instead of all: set by a replay command.
struct Replay {
  std::optional<std::uint32_t> size;
  std::optional<std::uint32_t> block_threads;
  std::uint32_t schedule = 0;
  std::optional<InputKind> inputs;
  std::string variant;
};

struct Options {
  std::string submission;  ///< empty: the lab's own file
  DeviceChoice device = DeviceChoice::automatic;
  FrontEnd compiler = FrontEnd::automatic;
  bool use_box = true;
  std::uint64_t seed = 1;
  bool full = false;
  std::string task;  ///< empty: all
  Replay replay;
  unsigned hints = 1;   ///< levels in the report
  std::string events;   ///< file; empty: none
  double seconds = 60;  ///< wall time after which no further case starts
};

}  // namespace lockstep
