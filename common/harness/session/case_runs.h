// SPDX-License-Identifier: Apache-2.0
// Runs cases on devices: one at a time, or many over several workers with a
// result that does not depend on how many.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "device/device.h"
#include "harness/case/case.h"
#include "harness/verdict/verdict.h"

namespace lockstep {

Verdict run_case(const Program& program, Device& device, const Case& the_case,
                 const Experiment& experiment);

/// Runs `run(worker, index)` for index 0 … count − 1, spread over `workers`
/// threads, until one does not pass; `keep` is called in order of the index
/// with each verdict up to and with that first one, and its index returned.
std::optional<std::size_t> first_failure(
    std::size_t count, std::size_t workers,
    const std::function<Verdict(std::size_t worker, std::size_t index)>& run,
    const std::function<void(std::size_t index, Verdict)>& keep);

}  // namespace lockstep
