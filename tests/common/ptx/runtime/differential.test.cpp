// SPDX-License-Identifier: Apache-2.0
// Random kernels whose results a GPU gave (tests/common/ptx/differential).
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "emulated_run.h"
#include "generator/generate.h"
#include "hash_list.h"
#include "ptx/isa/bind.h"
#include "ptx/module/loader.h"
#include "shrink.h"

namespace lockstep::ptx::differential {
namespace {

std::vector<ExpectedHash> fixed_set() {
  std::ifstream in(LOCKSTEP_SOURCE_DIR
                   "/tests/common/ptx/differential/fixed_set.hashes");
  return read_hashes(in);
}

/// The first of the set whose text has `word` in it.
ExpectedHash first_with(std::string_view word) {
  for (const ExpectedHash& expected : fixed_set()) {
    const Program program = generate(expected.family, expected.seed);
    if (module_of(program).find(word) != std::string::npos) return expected;
  }
  return {};
}

/// The program's module with the handlers of one mnemonic taken from another.
std::shared_ptr<const Module> with_wrong_handlers(const Program& program,
                                                  Opcode right, Opcode wrong) {
  auto module = std::make_shared<Module>(
      load_module(module_of(program), program.kernel_name()));
  for (Instruction& instruction : module->code) {
    if (instruction.opcode == right) instruction.opcode = wrong;
  }
  bind(*module);
  return module;
}

}  // namespace

TEST_CASE("differential: the fixed set gives what an H200 gave",
          "[ptx][differential]") {
  std::map<Family, unsigned> counts;
  for (const ExpectedHash& expected : fixed_set()) {
    const Program program = generate(expected.family, expected.seed);
    EmulatorOptions options;
    options.has_checkers = expected.seed % 8 == 0;
    options.schedule_seed = expected.seed % 2 == 0 ? expected.seed : 0;
    INFO(program.kernel_name());
    CHECK(difference(expected, program, run_emulated(program, options)) == "");
    ++counts[expected.family];
  }
  for (const Family family : families) CHECK(counts[family] >= 200);
}

TEST_CASE("differential: a wrong hash is told with both values",
          "[ptx][differential]") {
  ExpectedHash expected = fixed_set().front();
  const Program program = generate(expected.family, expected.seed);
  const Outcome outcome = run_emulated(program);
  REQUIRE(difference(expected, program, outcome) == "");
  expected.result ^= 1;
  const std::string told = difference(expected, program, outcome);
  CHECK(told.find("GPU ") == 0);
  CHECK(told.find(", emulator ") != std::string::npos);
}

TEST_CASE("differential: a generator that makes other programs is told so",
          "[ptx][differential]") {
  ExpectedHash expected = fixed_set().front();
  const Program program = generate(expected.family, expected.seed);
  expected.program ^= 1;
  CHECK(difference(expected, program, run_emulated(program))
            .find("another program") != std::string::npos);
}

TEST_CASE("differential: a wrong handler changes the result",
          "[ptx][differential]") {
  const ExpectedHash expected = first_with("xor.b32 %r");
  const Program program = generate(expected.family, expected.seed);
  const auto right =
      with_wrong_handlers(program, Opcode::op_xor, Opcode::op_xor);
  CHECK(difference(expected, program, run_emulated(program, right)) == "");
  const auto wrong =
      with_wrong_handlers(program, Opcode::op_xor, Opcode::op_or);
  CHECK(difference(expected, program, run_emulated(program, wrong)) != "");
}

TEST_CASE("differential: a finding is a difference", "[ptx][differential]") {
  const ExpectedHash expected = fixed_set().front();
  const Program program = generate(expected.family, expected.seed);
  Outcome outcome = run_emulated(program);
  outcome.problem = "racecheck: something";
  CHECK(difference(expected, program, outcome) == outcome.problem);
}

TEST_CASE("differential: a list that is none is refused with its line",
          "[ptx][differential]") {
  std::istringstream unknown("# head\nnonsense 1 2 3\n");
  CHECK_THROWS_AS(read_hashes(unknown), std::runtime_error);
  std::istringstream good("# head\nhalf 7 00ff 0a\n");
  const auto hashes = read_hashes(good);
  REQUIRE(hashes.size() == 1);
  CHECK(hashes[0].family == Family::half);
  CHECK(hashes[0].seed == 7);
  CHECK(hashes[0].program == 0xff);
  CHECK(hashes[0].result == 10);
}

TEST_CASE("differential: one seed is one program", "[ptx][differential]") {
  for (const Family family : families) {
    const std::string text = module_of(generate(family, 5));
    CHECK(text == module_of(generate(family, 5)));
    CHECK(text != module_of(generate(family, 6)));
  }
}

TEST_CASE("differential: every statement may go, and all checkers are silent",
          "[ptx][differential]") {
  for (const Family family : families) {
    const Program program = generate(family, 3);
    const unsigned count = statement_count(program);
    REQUIRE(count > 5);
    for (unsigned number = 0; number < count; ++number) {
      const Program smaller = without_statement(program, number);
      INFO(program.kernel_name() << " without statement " << number);
      CHECK(statement_count(smaller) < count);
      CHECK(run_emulated(smaller, {true, 1}).problem == "");
    }
  }
}

TEST_CASE("differential: shrinking leaves what the difference needs",
          "[ptx][differential]") {
  const Program program = generate(Family::control, 3);
  const auto shows = [](const Program& candidate) {
    return text_of(candidate).find("bra") != std::string::npos;
  };
  REQUIRE(shows(program));
  const Program smaller = shrink(program, shows);
  CHECK(shows(smaller));
  CHECK(statement_count(smaller) == 1);
  CHECK(statement_count(without_statements(smaller)) == 0);
}

}  // namespace lockstep::ptx::differential
