// SPDX-License-Identifier: Apache-2.0
// Every row of cases/*.cases holds, in whole warps and in partial ones.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <filesystem>

#include "../kernel_run.h"
#include "case_file.h"

using namespace lockstep::ptx;

namespace {

const std::string folder = LOCKSTEP_SOURCE_DIR "/tests/common/ptx/isa/cases/";

/// Results of `threads` threads; thread i takes row i, counted round.
std::vector<std::uint64_t> run(const InstructionCase& instruction_case,
                               unsigned threads) {
  Context context;
  const Module& module =
      context.load(kernel_of(instruction_case), instruction_case.instruction);
  std::vector<std::uint64_t> in;
  for (unsigned i = 0; i < threads; ++i) {
    const auto& rows = instruction_case.rows;
    std::vector<std::uint64_t> operands = rows[i % rows.size()].operands;
    operands.resize(4);
    in.insert(in.end(), operands.begin(), operands.end());
  }
  const std::vector<std::uint64_t> zeros(std::size_t{threads} * 2);
  const DeviceAddress from = upload(context, in, "in");
  const DeviceAddress to = upload(context, zeros, "out");
  LaunchConfig config;
  config.block.x = threads;
  const LaunchResult result =
      context.launch(module, "run", config, Params{}.add(from).add(to));
  REQUIRE(result.message == "");
  return download<std::uint64_t>(context, to, zeros.size());
}

void check(const InstructionCase& instruction_case, unsigned threads) {
  const auto got = run(instruction_case, threads);
  for (unsigned i = 0; i < threads; ++i) {
    const CaseRow& row =
        instruction_case.rows[i % instruction_case.rows.size()];
    for (std::size_t n = 0; n < row.expected.size(); ++n) {
      if (!row.expected[n]) continue;
      const std::uint64_t bits = mask_of(instruction_case.results[n]);
      CAPTURE(row.line, threads, n);
      CHECK((got[2 * i + n] & bits) == (*row.expected[n] & bits));
    }
  }
}

}  // namespace

TEST_CASE("an instruction gives what the PTX manual says", "[ptx][isa]") {
  const std::string file =
      GENERATE("integer", "bits", "logic", "floating", "compare", "convert",
               "extended", "half", "video");
  for (const InstructionCase& one : read_cases(folder + file + ".cases")) {
    CAPTURE(file, one.instruction);
    REQUIRE(!one.rows.empty());
    REQUIRE(one.rows.size() <= 32);
    check(one, static_cast<unsigned>(one.rows.size()));
    check(one, 32);
  }
}

TEST_CASE("every case file is run", "[ptx][isa]") {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cases") ++files;
  }
  CHECK(files == 9);
}
