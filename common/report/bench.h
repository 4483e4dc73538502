// SPDX-License-Identifier: Apache-2.0
// What `lockstep bench` shows of the JSON that an autograder prints with
// --bench: {lab, device, compiler, size, roofs?, kernels: [{name, kernel,
// size, grid, block, milliseconds?, bytes_per_second?, of_read_roof?,
// of_copy_roof?, ratio_to_cub?, counters, message?}]}. Times are there on a
// GPU only; counters are the emulator's.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/layout.h"

namespace lockstep::report {

/// A table, a row a kernel; a column that no kernel has a value for is left
/// out. Throws std::runtime_error for JSON that is not of this form.
std::string bench_text(const nlohmann::ordered_json& bench, const Page& page);

/// A gnuplot program that draws a bar for each kernel into the SVG file
/// `target`: bandwidth where it was measured, else sectors of global memory.
/// Empty where there is nothing to draw.
std::string plot_program(const nlohmann::ordered_json& bench,
                         const std::string& target);

}  // namespace lockstep::report
