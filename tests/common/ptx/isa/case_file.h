// SPDX-License-Identifier: Apache-2.0
// Reads the instruction cases of cases/ and makes a kernel of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::ptx {

struct CaseRow {
  std::vector<std::uint64_t> operands;
  std::vector<std::optional<std::uint64_t>> expected;  ///< none: anything
  unsigned line = 0;
};

struct InstructionCase {
  std::string instruction;
  std::vector<std::string> results;   ///< types of %d and %q
  std::vector<std::string> operands;  ///< types of %a, %b, %c, %e
  std::vector<CaseRow> rows;
};

/// Throws std::runtime_error, with the line, for a file that is malformed.
std::vector<InstructionCase> read_cases(const std::string& path);

/// A kernel `run(u64 in, u64 out)`: thread i of the grid takes its operands
/// from in[4 i …] and puts its results in out[2 i …], 8 bytes each.
std::string kernel_of(const InstructionCase& instruction_case);

/// The bits that a value of the type has; 1 for a predicate.
std::uint64_t mask_of(const std::string& type);

}  // namespace lockstep::ptx
