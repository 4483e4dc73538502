// SPDX-License-Identifier: Apache-2.0
// The emulator gives what a GPU gave: every form of vectors/, every row.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

#include "../kernel_run.h"
#include "ptx/module/opcode_table.h"
#include "vector_bound.h"
#include "vector_file.h"
#include "vector_inputs.h"

using namespace lockstep::ptx;

namespace {

const std::string folder = LOCKSTEP_SOURCE_DIR "/tests/common/ptx/isa/vectors/";

std::vector<std::string> vector_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".vectors") {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::uint64_t> emulated(const VectorCase& one,
                                    const std::vector<std::uint64_t>& in) {
  Context context;
  const Module& module = context.load(kernel_of(form_of(one)), one.instruction);
  const std::vector<std::uint64_t> zeros(std::size_t{vector_rows} * 2);
  const DeviceAddress from = upload(context, in, "in");
  const DeviceAddress to = upload(context, zeros, "out");
  LaunchConfig config;
  config.block.x = 128;
  config.grid.x = vector_rows / 128;
  const LaunchResult result =
      context.launch(module, "run", config, Params{}.add(from).add(to));
  if (!result.message.empty()) throw std::runtime_error(result.message);
  auto out = download<std::uint64_t>(context, to, zeros.size());
  mask_results(one, out);
  return out;
}

/// Counts the listed rows that differ and describes the first.
void check_listed(const VectorCase& one, const std::vector<std::uint64_t>& in,
                  const std::vector<std::uint64_t>& out) {
  const std::size_t width = one.results.size();
  unsigned wrong = 0;
  std::ostringstream first;
  for (std::size_t n = 0; n < one.captured.size(); ++n) {
    const std::size_t row = n / width;
    const std::uint64_t got = one.captured[n], own = out[2 * row + n % width];
    const std::uint64_t* operands = &in[4 * row];
    const std::string why =
        one.bound.empty() ? (got == own ? "" : "differs")
                          : bound_violation(one.bound, one.results[n % width],
                                            operands[0], operands[1], own, got);
    if (why.empty()) continue;
    if (wrong++ != 0) continue;
    first << "row " << row << std::hex;
    for (int k = 0; k < 4; ++k) first << ' ' << operands[k];
    first << ": emulator " << own << ", device " << got << ", " << why;
  }
  INFO(first.str());
  CHECK(wrong == 0);
}

void check(const VectorCase& one) try {
  CAPTURE(one.line, one.instruction);
  CHECK(one.captured.size() == one.listed_rows() * one.results.size());
  const auto in = vector_inputs(one);
  const auto out = emulated(one, in);
  check_listed(one, in, out);
  if (!one.bound.empty()) return;
  CHECK(one.hash == hash_of_others(one, out));
} catch (const std::exception& error) {
  FAIL_CHECK(one.instruction << ": " << error.what());
}

/// The mnemonics of a form of one or more statements.
std::set<std::string> mnemonics_of(const std::string& instruction) {
  static const std::regex mnemonic(R"((?:^|;\s*|\{\s*|@!?%\w+\s+)([a-z]\w*))");
  std::set<std::string> names;
  for (std::sregex_iterator at(instruction.begin(), instruction.end(),
                               mnemonic);
       at != std::sregex_iterator(); ++at) {
    names.insert((*at)[1].str());
  }
  return names;
}

/// Opcode and reason, a line each.
std::map<std::string, std::string> exempt_opcodes() {
  std::ifstream in(folder + "exempt.txt");
  std::map<std::string, std::string> reasons;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::size_t reason = line.find_first_not_of(' ', end);
    reasons[line.substr(0, end)] =
        reason == line.npos ? "" : line.substr(reason);
  }
  return reasons;
}

}  // namespace

TEST_CASE("an instruction gives what the hardware gave", "[ptx][vectors]") {
  const std::string name = GENERATE(from_range(vector_files()));
  CAPTURE(name);
  const VectorFile file = read_vectors(folder + name);
  CHECK_FALSE(file.cases.empty());
  for (const VectorCase& one : file.cases) check(one);
}

TEST_CASE("every opcode has vectors or a reason not to", "[ptx][vectors]") {
  std::set<std::string> covered;
  for (const std::string& name : vector_files()) {
    for (const VectorCase& one : read_vectors(folder + name).cases) {
      if (!one.captured.empty()) covered.merge(mnemonics_of(one.instruction));
    }
  }
  const auto reasons = exempt_opcodes();
  for (unsigned i = 0; i < opcode_count; ++i) {
    const std::string opcode(name_of(static_cast<Opcode>(i)));
    CAPTURE(opcode);
    const auto reason = reasons.find(opcode);
    const bool has_reason = reason != reasons.end() && !reason->second.empty();
    CHECK(covered.contains(opcode) != has_reason);
  }
}

TEST_CASE("a result outside its bound is noticed", "[ptx][vectors]") {
  const std::uint64_t one = 0x3f800000, two_more = one + 2, nan = 0x7fffffff;
  CHECK(bound_violation("ulp 2", "f32", 0, 0, one, two_more) == "");
  CHECK(bound_violation("ulp 1", "f32", 0, 0, one, two_more) != "");
  CHECK(bound_violation("rel 2^-23", "f32", 0, 0, one, one + 1) == "");
  CHECK(bound_violation("abs 2^-24", "f32", 0, 0, one, two_more) != "");
  CHECK(bound_violation("ulp 2", "f32", 0, 0, one, nan) != "");
  CHECK(bound_violation("ulp 2", "f32", 0, 0, nan, one) != "");
  CHECK(bound_violation("ulp 2", "f32", 0, 0, 0x7f800000, 0xff800000) != "");
  const std::string in_range = "ulp 1 where |a| <= 0.5";
  CHECK(bound_violation(in_range, "f32", one, 0, one, two_more) == "");
  CHECK(bound_violation(in_range, "f32", 0, 0, one, two_more) != "");
}
