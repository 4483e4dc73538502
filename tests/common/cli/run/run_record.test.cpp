// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run_record.h"

#include <catch2/catch_test_macros.hpp>

#include "cli/run/run_report.h"
#include "cli/run/source_places.h"

using namespace lockstep;
using namespace lockstep::cli;

namespace {

const std::string begin = "{\"event\":\"begin\"}\n";

std::string finding(const std::string& severity, int count) {
  return "{\"event\":\"finding\",\"tool\":\"memcheck\",\"kind\":\"k\","
         "\"severity\":\"" +
         severity +
         "\",\"message\":\"m\",\"file\":\"a.cu\",\"line\":3,\"count\":" +
         std::to_string(count) +
         ",\"call\":{\"file\":\"./p\",\"offsets\":[16,32]}}\n";
}

}  // namespace

TEST_CASE("run: a record is read back, the last count of a finding counts",
          "[cli][run]") {
  const RunRecord record = parse_record(
      begin + finding("warning", 1) + finding("error", 1) +
      "{\"event\":\"kernel\",\"name\":\"k()\",\"grid\":[1,2,3],"
      "\"block\":[32,1,1],\"counters\":{\"inst\":5}}\n" +
      "{\"event\":\"allocation\",\"name\":\"cudaMalloc#1\",\"call\":null}\n" +
      finding("warning", 7) + "{\"event\":\"refused\"}\n{\"event\":\"end\"}\n");
  CHECK(record.has_begun);
  CHECK(record.has_ended);
  CHECK(record.was_refused);
  REQUIRE(record.findings.size() == 2);
  CHECK(record.findings[0].finding.severity == ptx::Severity::error);
  CHECK(record.findings[1].finding.count == 7);
  CHECK(record.findings[1].call == CallPlace{"./p", {16, 32}});
  CHECK(record.kernels[0]["counters"]["inst"] == 5);
  CHECK(record.allocations.at("cudaMalloc#1").file.empty());
}

TEST_CASE("run: what a crash cut off, and what is no event, is left out",
          "[cli][run]") {
  const std::string text = begin + finding("error", 1);
  const RunRecord record = parse_record(text + "[1]\nnonsense\n" +
                                        finding("error", 2).substr(0, 40));
  CHECK(record.findings.size() == 1);
  CHECK_FALSE(record.has_ended);
  CHECK_FALSE(parse_record("").has_begun);
}

TEST_CASE("run: an error that was found makes the exit code 1 at least",
          "[cli][run]") {
  const auto code = [](const std::string& text, int own) {
    RunResult result;
    result.end.exit_code = own;
    result.record = parse_record(begin + text);
    return exit_code_of(result);
  };
  CHECK(code("", 0) == 0);
  CHECK(code(finding("warning", 1), 0) == 0);
  CHECK(code(finding("error", 1), 0) == 1);
  CHECK(code("{\"event\":\"refused\"}\n", 0) == 1);
  CHECK(code(finding("error", 1), 7) == 7);
}

TEST_CASE("run: the place of a call is in no header of the toolkit",
          "[cli][run]") {
  const auto places = parse_places(
      "0x0000000000000010\ncudaMalloc\n"
      "/usr/local/cuda/targets/x86_64-linux/include/cuda_runtime.h:879\n"
      "main\n/home/me/main.cu:12 (discriminator 2)\n"
      "0x0000000000000020\n??\n??:0\n");
  REQUIRE(places.size() == 2);
  CHECK(own_place(places.at(0x10)).place.file == "/home/me/main.cu");
  CHECK(own_place(places.at(0x10)).place.line == 12);
  CHECK(own_place(places.at(0x10)).function == "main");
  CHECK(own_place(places.at(0x20)).place.line == 0);
  CHECK(own_place(places.at(0x20)).function.empty());
  CHECK(own_place({}).place.line == 0);
}
