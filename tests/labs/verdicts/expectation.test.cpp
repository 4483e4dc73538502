// SPDX-License-Identifier: Apache-2.0
// The expectations of wrong kernels: read, and compared with verdicts.
#include "expectation.h"

#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

using namespace lockstep;
using verdicts::disagreement;
using verdicts::expectation_of;

namespace {

const char* const racy =
    "// expect: task=smem status=fail tool=racecheck symptom=race\n"
    "// why: a barrier is missing.\n"
    "a = 1;  // expect: here\n"
    "b = a;\n";

report::Task race_at(std::uint32_t line, std::uint32_t other) {
  report::Task task;
  task.status = report::Status::fail;
  task.symptom = "race";
  task.message = "reduce_smem: block_sums[0] is 1, expected 2";
  ptx::Finding finding;
  finding.tool = "racecheck";
  finding.place.line = line;
  finding.other.line = other;
  task.findings = {finding};
  return task;
}

}  // namespace

TEST_CASE("expectation: the first line and the marks are read", "[verdicts]") {
  const auto expected = expectation_of(racy);
  CHECK(expected.task == "smem");
  CHECK(expected.statuses == std::vector<std::string>{"fail"});
  CHECK(expected.tools == std::vector<std::string>{"racecheck"});
  CHECK(expected.lines == std::set<std::uint32_t>{3});
  CHECK_FALSE(expected.needs_gpu);
  CHECK(expectation_of("// expect: status=crash|fail device=gpu\n")
            .statuses.size() == 2);
}

TEST_CASE("expectation: a file that does not say is refused", "[verdicts]") {
  CHECK_THROWS_AS(expectation_of("int a;\n"), std::runtime_error);
  CHECK_THROWS_AS(expectation_of("// expect: task=smem\n"), std::runtime_error);
  CHECK_THROWS_AS(expectation_of("// expect: status=fail colour=red\n"),
                  std::runtime_error);
  CHECK_THROWS_AS(expectation_of("// expect: status\n"), std::runtime_error);
}

TEST_CASE("expectation: the stated verdict agrees", "[verdicts]") {
  const auto expected = expectation_of(racy);
  CHECK(disagreement(expected, race_at(3, 9)).empty());
  CHECK(disagreement(expected, race_at(9, 3)).empty());
}

TEST_CASE("expectation: any other verdict does not", "[verdicts]") {
  const auto expected = expectation_of(racy);
  CHECK_FALSE(disagreement(expected, race_at(4, 5)).empty());
  auto verdict = race_at(3, 3);
  verdict.status = report::Status::pass;
  CHECK_FALSE(disagreement(expected, verdict).empty());
  verdict = race_at(3, 3);
  verdict.symptom = "uninitialised";
  CHECK_FALSE(disagreement(expected, verdict).empty());
  verdict = race_at(3, 3);
  verdict.findings[0].tool = "memcheck";
  CHECK_FALSE(disagreement(expected, verdict).empty());
  verdict = race_at(3, 3);
  verdict.findings[0].severity = ptx::Severity::information;
  CHECK_FALSE(disagreement(expected, verdict).empty());
}

TEST_CASE("expectation: the message has to name what was asked for",
          "[verdicts]") {
  auto expected = expectation_of("// expect: status=fail names=reduce_smem\n");
  CHECK(disagreement(expected, race_at(1, 1)).empty());
  expected.names = "reduce_gmem";
  CHECK_FALSE(disagreement(expected, race_at(1, 1)).empty());
}
