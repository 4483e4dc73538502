// SPDX-License-Identifier: Apache-2.0
// Hashes of results that a GPU gave, as text: comment lines that begin with
// `#` (device, driver, date), then "family seed program-hash result-hash".
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "generator/program.h"
#include "run.h"

namespace lockstep::ptx::differential {

struct ExpectedHash {
  Family family{};
  std::uint64_t seed = 0;
  std::uint64_t program = 0;  ///< of the PTX: which generator made it
  std::uint64_t result = 0;
};

/// Throws std::runtime_error, with the line, for what is none.
std::vector<ExpectedHash> read_hashes(std::istream& in);
void write_hashes(std::ostream& out, const std::string& head,
                  const std::vector<ExpectedHash>& hashes);

/// Empty if the generator still makes that program and the outcome is the
/// expected one; else one sentence.
std::string difference(const ExpectedHash& expected, const Program& program,
                       const Outcome& outcome);

}  // namespace lockstep::ptx::differential
