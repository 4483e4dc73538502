// SPDX-License-Identifier: Apache-2.0
// What `lockstep bench` measured: for each kernel and size some named numbers.
// On a GPU times and their ratios, on the emulator exact counters.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/layout.h"
#include "report/report.h"

namespace lockstep::report {

/// One kernel at one size. The names of values are column headings:
/// "milliseconds", "gigabytes_per_second", "share_of_copy", "ratio_to_cub",
/// or Nsight Compute's metric names.
struct Measurement {
  std::string name;        ///< of the kernel or task: "reduce_smem", "CUB"
  std::uint64_t size = 0;  ///< elements
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
};

/// `about` says what was measured on; its tasks are not used.
struct Bench {
  Report about;
  std::vector<Measurement> measurements;
};

nlohmann::ordered_json to_json(const Measurement& measurement);
/// Throws std::runtime_error for what is no measurement.
Measurement measurement_from_json(const nlohmann::ordered_json& json);
nlohmann::ordered_json to_json(const Bench& bench);

/// A table with a column for each name of a value.
std::string bench_text(const Bench& bench, const Page& page);

/// A gnuplot program that draws bandwidth where that was measured,
/// or else another value, over the size, a line for each kernel, into the
/// SVG file `target`. Empty where there is nothing to draw.
std::string plot_program(const Bench& bench, const std::string& target);

}  // namespace lockstep::report
