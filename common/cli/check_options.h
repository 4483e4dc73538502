// SPDX-License-Identifier: Apache-2.0
// The options that `check` and `watch` have in common.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/lab/autograder.h"

namespace lockstep::cli {

inline constexpr std::uint64_t largest_seed = ~std::uint64_t{0};

/// Decimal digits only, in this range.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

void add_check_options(CLI::App& verb, CheckRequest& request);

}  // namespace lockstep::cli
