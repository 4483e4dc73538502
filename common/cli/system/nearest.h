// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

/// Empty where no name is close.
std::string nearest(std::string_view typed,
                    const std::vector<std::string>& names);

/// "; did you mean \"check\"?" or nothing.
std::string suggestion(std::string_view typed,
                       const std::vector<std::string>& names);

}  // namespace lockstep::cli
