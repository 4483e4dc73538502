// SPDX-License-Identifier: Apache-2.0
// Correct programs with locks, flags and CUB, run with all checkers: no
// finding, whatever the order. `make silence` does the same for all of the
// folder, larger; what takes nvcc long to build is left to it.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>

#include "process/process.h"

using namespace lockstep;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string build(const std::string& name) {
  if (!find_program(LOCKSTEP_NVCC)) SKIP("not run: nvcc is not installed");
  const auto folder =
      std::filesystem::path(LOCKSTEP_BINARY_DIR) / "cudart_silence";
  std::filesystem::create_directories(folder);
  ProcessRequest request;
  request.command = {LOCKSTEP_NVCC,
                     "-std=c++17",
                     "-lineinfo",
                     "-cudart",
                     "shared",
                     "-gencode",
                     "arch=compute_80,code=compute_80",
                     "-Wno-deprecated-gpu-targets",
                     "-o",
                     folder / name,
                     fmt::format("{}/{}.cu", SILENCE_DIR, name)};
  const ProcessResult result = run_process(std::move(request));
  INFO(result.errors);
  REQUIRE(result.is_success());
  return folder / name;
}

}  // namespace

TEST_CASE("run: correct locks, flags and CUB are silent under every seed",
          "[run][silence]") {
  const auto [name, size] =
      GENERATE(table<std::string, std::string>({{"ticket_lock", "8"},
                                                {"spin_lock", "2"},
                                                {"look_back", "20000"},
                                                {"cub_reduce", "20000"}}));
  const std::string program = build(name);
  for (const char* seed : {"0", "1", "2", "3"}) {
    ProcessRequest request;
    request.command = {LOCKSTEP_PROGRAM, "run", "--seed", seed, "--",
                       program,          size};
    request.seconds = 60;
    const ProcessResult result = run_process(std::move(request));
    INFO(name << ", seed " << seed << ": " << result.errors);
    CHECK(result.code == 0);
    CHECK_THAT(result.errors, ContainsSubstring("no findings"));
  }
}
