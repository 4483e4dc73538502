// SPDX-License-Identifier: Apache-2.0
// What `lockstep run` tells the runtime inside the program, by environment
// variables. Without them a program runs unchecked and unrecorded.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace lockstep::cudart {

namespace variable {
inline constexpr const char* record = "LOCKSTEP_RUN_RECORD";
inline constexpr const char* check = "LOCKSTEP_RUN_CHECK";
inline constexpr const char* seed = "LOCKSTEP_RUN_SEED";
inline constexpr const char* resident = "LOCKSTEP_RUN_RESIDENT";
inline constexpr const char* counters = "LOCKSTEP_RUN_COUNTERS";
}  // namespace variable

struct Options {
  std::string record;            ///< a file to append to; empty: none
  std::set<std::string> checks;  ///< "memcheck", …
  std::uint64_t seed = 0;
  std::uint32_t resident_blocks = 0;  ///< 0: the emulator's own number
  bool counts = false;
  bool counts_lines = false;  ///< also by line of source
};

/// From the environment. What is malformed counts as not given: the verb has
/// checked it before.
Options read_options();

}  // namespace lockstep::cudart
