// SPDX-License-Identifier: Apache-2.0
// Operands of the vectors: the same on every machine, made from the text of
// the instruction and the number of the row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vector_file.h"

namespace lockstep::ptx {

inline constexpr std::uint64_t vector_seed = 20261121;

/// Register type (b16, b32, b64 or pred) of a kind of operand or result.
/// Throws std::runtime_error for an unknown kind.
std::string register_type_of(const std::string& kind);

/// Four words a row, those of absent operands 0.
std::vector<std::uint64_t> vector_inputs(const VectorCase& vector_case);

}  // namespace lockstep::ptx
