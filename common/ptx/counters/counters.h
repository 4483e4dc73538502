// SPDX-License-Identifier: Apache-2.0
// Nsight Compute's counters, under its names, counted exactly while a kernel
// runs on the machine. Instruction counts are of PTX instructions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ptx/observer/observer.h"

namespace lockstep::ptx {

/// Metric name to value, in the order of names.
using CounterValues = std::map<std::string, std::uint64_t>;

/// What the instructions of one line of source cost: metrics that are not 0.
struct LineCounters {
  std::string file;
  std::uint32_t line = 0;
  CounterValues values;
};

struct LaunchCounters {
  std::string kernel;
  Dim3 grid, block;
  CounterValues values;
  std::vector<LineCounters> lines = {};  ///< by file and line, if asked for
};

class Counters {
 public:
  Counters();
  ~Counters();
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;

  Observer& observer();
  /// From the next launch on also by line of source.
  void count_lines();
  /// One entry a launch since `clear`.
  const std::vector<LaunchCounters>& launches() const;
  void clear();

 private:
  class Counting;
  std::unique_ptr<Counting> counting_;
};

}  // namespace lockstep::ptx
