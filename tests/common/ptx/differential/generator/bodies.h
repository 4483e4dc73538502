// SPDX-License-Identifier: Apache-2.0
// What fills a kernel of each family. `size` is about how many statements.
#pragma once

#include "generator/writer.h"

namespace lockstep::ptx::differential {

using Body = std::vector<Statement>;

Body arithmetic_body(Writer& writer, unsigned size);
Body half_body(Writer& writer, unsigned size);
/// Calls the functions, which are (b32, b32) -> b32, of those names.
Body control_body(Writer& writer, unsigned size,
                  const std::vector<std::string>& functions);
Body collectives_body(Writer& writer, unsigned size);
Body memory_body(Writer& writer, unsigned size);

/// Functions for a control body; the first calls none of the others, the last
/// calls itself a few times.
std::vector<Function> control_functions(Writer& writer);

}  // namespace lockstep::ptx::differential
