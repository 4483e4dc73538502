// SPDX-License-Identifier: Apache-2.0
// Whole programs, built by nvcc and run by `lockstep run`.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "process/process.h"

using namespace lockstep;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

/// A program of the folder programs/, built in a folder of its own.
class Built {
 public:
  explicit Built(const std::string& name,
                 const std::vector<std::string>& flags = {"-cudart",
                                                          "shared"}) {
    if (!find_program(LOCKSTEP_NVCC)) SKIP("not run: nvcc is not installed");
    folder_ = fs::path(LOCKSTEP_BINARY_DIR) / "cudart_programs" / name;
    fs::create_directories(folder_);
    ProcessRequest request;
    request.command = {LOCKSTEP_NVCC,
                       "-std=c++17",
                       "-lineinfo",
                       "-g",
                       "-arch=compute_80",
                       "-Wno-deprecated-gpu-targets",
                       "-o",
                       program(),
                       fmt::format("{}/{}.cu", PROGRAMS_DIR, name)};
    request.command.insert(request.command.end(), flags.begin(), flags.end());
    const ProcessResult result = run_process(std::move(request));
    INFO(result.errors);
    REQUIRE(result.is_success());
  }

  std::string program() const { return folder_ / "program"; }
  std::string report() const { return folder_ / "report.json"; }

  ProcessResult run(std::vector<std::string> options = {},
                    const std::vector<std::string>& arguments = {}) const {
    ProcessRequest request;
    request.command = {LOCKSTEP_PROGRAM, "run"};
    request.command.insert(request.command.end(), options.begin(),
                           options.end());
    request.command.insert(request.command.end(), {"--", program()});
    request.command.insert(request.command.end(), arguments.begin(),
                           arguments.end());
    request.seconds = 60;
    return run_process(std::move(request));
  }

  std::string report_text() const {
    std::ifstream file(report());
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  fs::path folder_;
};

}  // namespace

TEST_CASE("run: a correct program is right, silent and counted", "[run]") {
  const Built built("vector_add");
  const ProcessResult result = built.run({"--report", built.report()});
  CHECK(result.code == 0);
  CHECK(result.output == "right\n");
  CHECK_THAT(result.errors, ContainsSubstring("1 launch, no findings"));
  const auto report = nlohmann::json::parse(built.report_text());
  CHECK(report["version"] == 1);
  CHECK(report["program"] == built.program());
  CHECK(report["exit_code"] == 0);
  CHECK(report["findings"].empty());
  REQUIRE(report["kernels"].size() == 1);
  const auto& kernel = report["kernels"][0];
  CHECK(kernel["name"] == "add(float const*, float const*, float*, int)");
  CHECK(kernel["grid"] == nlohmann::json{4, 1, 1});
  CHECK(kernel["block"] == nlohmann::json{256, 1, 1});
  // 1000 floats of 4 bytes from each of two arrays: 125 sectors each; one
  // more for the counter.
  CHECK(kernel["counters"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] ==
        251);

  const ProcessResult other = built.run({"--no-counters"}, {"one", "two"});
  CHECK(other.code == 2);
  CHECK_THAT(other.errors, ContainsSubstring("ended with exit code 2"));
}

TEST_CASE("run: a static runtime is told how to be shared", "[run]") {
  const Built built("vector_add", {"-cudart", "static"});
  const ProcessResult result = built.run();
  CHECK(result.code == 2);
  CHECK_THAT(result.errors, ContainsSubstring("nvcc -cudart shared"));
}
