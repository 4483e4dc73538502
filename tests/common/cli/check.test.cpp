// SPDX-License-Identifier: Apache-2.0
// lockstep check from outside: exit codes, text, files.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("check: the exit code says how a check ended", "[cli]") {
  const auto [scene, code] = GENERATE(table<std::string, int>({
      {"pass", 0},
      {"fail", 1},
      {"infra", 3},
      {"crash", 3},
      {"crash-at-once", 3},
      {"crash-late", 3},
      {"garbage", 3},
      {"early", 3},
      {"silent", 3},
      {"missing", 3},
      {"wrong", 2},
  }));
  CAPTURE(scene);
  const Workplace place(scene);
  const ProcessResult result = place.run({"check", "01"});
  CHECK(result.status == ProcessStatus::exited);
  CHECK(result.code == code);
  CHECK(place.leftovers().empty());
}

TEST_CASE("check: a lab answers to its number, its name and its stem",
          "[cli]") {
  const std::string name =
      GENERATE(as<std::string>{}, "01", "1", "01_reduction", "reduction");
  CHECK(Workplace().run({"check", name}).code == 0);
}

TEST_CASE("check: without a lab all labs are checked", "[cli]") {
  CHECK_THAT(Workplace().run({"check"}).output,
             ContainsSubstring("01_reduction"));
}

TEST_CASE("check: the table gives points and says what was not run", "[cli]") {
  const ProcessResult result = Workplace().run({"check", "01"});
  CHECK_THAT(result.output, ContainsSubstring("10/10  pass"));
  CHECK_THAT(result.output, ContainsSubstring("not run: needs a GPU"));
  CHECK_THAT(result.output, ContainsSubstring("20/20"));
  CHECK(result.output.find('\x1b') == std::string::npos);
  CHECK(result.errors.empty());
}

TEST_CASE("check: a finding quotes both lines of the submission", "[cli]") {
  const ProcessResult result = Workplace("fail").run({"check", "01"});
  CHECK_THAT(
      result.output,
      ContainsSubstring(
          "error[racecheck]: write-after-read hazard in shared memory\n"
          "  --> reduction.cu:3\n"
          "   |\n"
          " 3 |     if (t >= s) tile[t] = sum;\n"
          "   |                 ^^^^^^^ thread 31 of block 0 writes tile[31]\n"
          " 4 |     sum = tile[t] + tile[t - s];\n"
          "   |           ------- thread 32 reads tile[31] with no barrier "
          "between\n"
          "   = hint: Look at the barrier.\n"
          "   = replay: lockstep check 01 --task smem --seed 1 --size 64\n"));
}

TEST_CASE("check: a breakdown of the autograder is never a zero", "[cli]") {
  const Workplace place("crash");
  const ProcessResult result = place.run({"check", "01", "--json", "r.json"});
  CHECK_THAT(result.output, ContainsSubstring("Segmentation fault"));
  const auto json = nlohmann::json::parse(place.read("r.json"));
  CHECK(json["tasks"][0]["status"] == "pass");
  CHECK(json["tasks"][1]["status"] == "infra_error");
  CHECK(json["tasks"][2]["status"] == "infra_error");
  CHECK(json["max_points"] == 10);
  CHECK(json["total_points"] == 30);
}

TEST_CASE("check: the same seed gives the same bytes", "[cli]") {
  const Workplace place("fail");
  place.run({"check", "01", "--seed", "7", "--json", "a", "--junit", "c"});
  place.run({"check", "01", "--seed", "7", "--json", "b", "--junit", "d"});
  CHECK(place.read("a") == place.read("b"));
  CHECK(place.read("c") == place.read("d"));
  CHECK(nlohmann::json::parse(place.read("a"))["seed"] == 7);
  CHECK_THAT(place.read("c"), ContainsSubstring("<testsuites"));
}

TEST_CASE("check: a report on standard output is there alone", "[cli]") {
  const ProcessResult result =
      Workplace("fail").run({"check", "01", "--json", "-"});
  CHECK(nlohmann::json::parse(result.output)["lab"] == "01_reduction");
  CHECK_THAT(result.errors, ContainsSubstring("error[racecheck]"));
}

TEST_CASE("check: options reach the autograder", "[cli]") {
  const Workplace place;
  const ProcessResult result =
      place.run({"check",      "01",    "--device",   "emulator",
                 "--compiler", "clang", "--full",     "--no-box",
                 "--task",     "smem",  "--seed",     "18446744073709551615",
                 "--hints",    "3",     "--size",     "64",
                 "--block",    "128",   "--schedule", "2"});
  CHECK(result.code == 0);
  for (const char* words :
       {"--device emulator", "--compiler clang", "--full", "--no-box",
        "--task smem", "--seed 18446744073709551615", "--hints 3", "--size 64",
        "--block 128", "--schedule 2"})
    CHECK_THAT(place.read("log"), ContainsSubstring(words));
}

TEST_CASE("check: only another file is named to the autograder", "[cli]") {
  const Workplace place;
  place.run({"check", "01"});
  place.run({"check", "01", "--submission", "./reduction.cu"});
  CHECK_THAT(place.read("log"), !ContainsSubstring("--submission"));
  place.write("other.cu", "// scene: pass\n");
  CHECK(place.run({"check", "01", "--submission", "other.cu"}).code == 0);
  CHECK_THAT(place.read("log"), ContainsSubstring("--submission other.cu"));
}

TEST_CASE("check: with --task only that task is reported", "[cli]") {
  const Workplace place("crash");
  const ProcessResult result =
      place.run({"check", "01", "--task", "gmem", "--json", "-"});
  const auto json = nlohmann::json::parse(result.output);
  REQUIRE(json["tasks"].size() == 1);
  CHECK(json["tasks"][0]["name"] == "gmem");
}

TEST_CASE("check: wrong usage is refused before any work", "[cli]") {
  const auto [arguments, message] =
      GENERATE(table<std::vector<std::string>, std::string>({
          {{"check", "07"}, "01_reduction  Reduction"},
          {{"check", "reducton"}, "did you mean \"reduction\"?"},
          {{"check", "01", "--task", "smen"}, "did you mean \"smem\"?"},
          {{"check", "01", "--device", "tpu"}, "--device"},
          {{"check", "01", "--compiler", "gcc"}, "--compiler"},
          {{"check", "01", "--hints", "5"}, "--hints"},
          {{"check", "01", "--hints", "0"}, "--hints"},
          {{"check", "01", "--seed", "-1"}, "--seed"},
          {{"check", "01", "--seed", "18446744073709551616"}, "--seed"},
          {{"check", "01", "--seed", "x"}, "--seed"},
          {{"check", "01", "--size", "-4"}, "--size"},
          {{"check", "01", "--size", "12x"}, "--size"},
          {{"check", "01", "--block", "4294967296"}, "--block"},
          {{"check", "01", "--unknown"}, "--unknown"},
          {{"check", "01", "--json"}, "--json"},
          {{"check", "01", "--json", "no/folder/r.json"}, "no/folder/r.json"},
          {{"check", "01", "--junit", "build"}, "it is a directory"},
          {{"check", "01", "--json", "r", "--junit", "r"}, "the same file"},
          {{"check", "01", "--submission", "none.cu"}, "no such file"},
          {{"check", "01", "--submission", "build"}, "this is a folder"},
          {{"check", "01", "--submission", "/dev/zero"}, "no regular file"},
      }));
  CAPTURE(arguments);
  const Workplace place;
  const ProcessResult result = place.run(arguments);
  CHECK(result.code == 2);
  CHECK_THAT(result.errors, ContainsSubstring(message));
  CHECK(result.output.empty());
  CHECK_FALSE(std::filesystem::exists(place.path("log")));
}

TEST_CASE("check: without the list of labs it says how to build", "[cli]") {
  const ProcessResult result =
      Workplace().run({"--labs", "/nowhere/labs.json", "check", "01"});
  CHECK(result.code == 3);
  CHECK_THAT(result.errors, ContainsSubstring("\"make\""));
}

TEST_CASE("check: an old report stays whole when a check has no verdict",
          "[cli]") {
  const Workplace place("missing");
  place.write("r.json", "old");
  CHECK(place.run({"check", "01", "--json", "r.json"}).code == 3);
  CHECK(place.read("r.json") == "old");
}
