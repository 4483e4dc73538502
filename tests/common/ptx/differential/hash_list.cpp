// SPDX-License-Identifier: Apache-2.0
#include "hash_list.h"

#include <fmt/format.h>

#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace lockstep::ptx::differential {

namespace {

bool find_family(const std::string& name, Family& found) {
  for (const Family family : families) {
    if (name != name_of(family)) continue;
    found = family;
    return true;
  }
  return false;
}

}  // namespace

std::vector<ExpectedHash> read_hashes(std::istream& in) {
  std::vector<ExpectedHash> hashes;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string family;
    ExpectedHash hash;
    words >> family >> std::dec >> hash.seed >> std::hex >> hash.program >>
        hash.result;
    if (!words || !find_family(family, hash.family)) {
      throw std::runtime_error("no line of a list of hashes: " + line);
    }
    hashes.push_back(hash);
  }
  return hashes;
}

void write_hashes(std::ostream& out, const std::string& head,
                  const std::vector<ExpectedHash>& hashes) {
  out << head;
  for (const ExpectedHash& hash : hashes) {
    out << fmt::format("{} {} {:016x} {:016x}\n", name_of(hash.family),
                       hash.seed, hash.program, hash.result);
  }
}

std::string difference(const ExpectedHash& expected, const Program& program,
                       const Outcome& outcome) {
  if (hash_of(module_of(program)) != expected.program) {
    return "the generator makes another program of this seed; record the "
           "list anew on a GPU";
  }
  if (!outcome.problem.empty()) return outcome.problem;
  if (outcome.hash() == expected.result) return {};
  return fmt::format("GPU {:016x}, emulator {:016x}", expected.result,
                     outcome.hash());
}

}  // namespace lockstep::ptx::differential
