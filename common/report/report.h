// SPDX-License-Identifier: Apache-2.0
// What one check of one lab found out: the data behind the JSON report, the
// JUnit file and the text on the terminal. Holds no time and no date, so the
// same seed gives the same bytes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/observer/finding.h"

namespace lockstep::report {

enum class Status : std::uint8_t {
  pass,
  fail,
  not_run,  ///< cannot be judged on this device; never counted as passed
  compile_error,
  timeout,
  crash,
  infra_error,  ///< nobody's fault; never becomes a zero
};

/// The word of the JSON report: "not_run".
std::string_view name_of(Status status);
std::optional<Status> status_named(std::string_view name);

/// One task (rung) of a lab.
struct Task {
  std::string name;   ///< "smem": what --task takes
  std::string title;  ///< one line for people; may be empty
  int points = 0;
  int max_points = 0;
  Status status = Status::fail;
  std::string message;  ///< what is wrong or missing; empty on a pass
  std::string symptom;  ///< one word for it, by which hints are chosen
  std::string replay;   ///< the command that shows the same case again
  std::vector<std::string> hints;
  /// Compiler diagnostics are findings too, with the tool "compiler".
  std::vector<ptx::Finding> findings;
  /// By kernel or flat: Nsight Compute's metric names and their values.
  nlohmann::ordered_json counters = nlohmann::ordered_json::object();
};

struct Report {
  std::string lab;       ///< "01_reduction"
  std::string device;    ///< "emulator", "NVIDIA H200"
  std::string compiler;  ///< "clang 14.0.6"
  std::uint64_t seed = 0;
  int points = 0;
  int max_points = 0;    ///< what this device can judge of the tasks asked for
  int total_points = 0;  ///< of the whole lab, on any device
  std::vector<Task> tasks;
};

/// Sets points and max_points from the tasks; those not run, and those an
/// infra_error kept from a verdict, count in neither.
void sum_points(Report& report);

}  // namespace lockstep::report
