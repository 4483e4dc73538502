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

TEST_CASE("run: each part of the runtime does what CUDA's does", "[run]") {
  const Built built("features");
  const ProcessResult result = built.run({"--seed", "3"});
  CHECK(result.output == "right\n");
  CHECK(result.code == 0);
  // Launches that the program itself makes invalid and asks about.
  CHECK_THAT(result.errors, ContainsSubstring("0 errors, 2 warnings"));
}

TEST_CASE("run: what a host does wrong is told with its line", "[run]") {
  const Built built("misuse");
  struct Misuse {
    const char* name;
    int code;
    const char* message;
    const char* line;  ///< a part of the line of source; empty: none
  };
  for (const Misuse& misuse : std::initializer_list<Misuse>{
           {"none", 0, "no findings", ""},
           {"leak", 0, "cudaMalloc#1 (128 bytes) was never freed",
            "cudaMalloc(&memory"},
           {"host_pointer", 1, "host-pointer write", "to[i] = i"},
           {"dereference", 139, "touched byte 12 of cudaMalloc#1 (128 bytes)",
            "device[3]"},
           {"too_long", 1, "128 bytes past its end", "sizeof host"},
           {"direction", 1, "the destination is memory of the host",
            "cudaMemcpyHostToDevice"},
           {"double_free", 1, "has been freed before", "cudaFree(device)"},
           {"foreign_free", 1, "no allocation of CUDA's", "cudaFree(host)"},
           {"stream", 1, "the stream has been destroyed", "stream>>>"},
           {"block", 1, "never asked", "2048>>>"},
           {"looked_at", 0, "at most 1024 are allowed", "2048>>>"}}) {
    const ProcessResult result = built.run({"--no-counters"}, {misuse.name});
    CAPTURE(misuse.name);
    CHECK(result.code == misuse.code);
    CHECK_THAT(result.errors, ContainsSubstring(misuse.message));
    if (find_program("addr2line"))
      CHECK_THAT(result.errors, ContainsSubstring(misuse.line));
  }
  const ProcessResult again =
      built.run({"--report", built.report()}, {"host_pointer"});
  const std::string report = built.report_text();
  CHECK(built.run({"--report", built.report()}, {"host_pointer"}).errors ==
        again.errors);
  CHECK(built.report_text() == report);
}

TEST_CASE("run: objects compiled by themselves are one program", "[run]") {
  const Built built("linked", {"-cudart", "shared", "-rdc=true",
                               fmt::format("{}/linked_part.cu", PROGRAMS_DIR)});
  const ProcessResult result = built.run();
  CHECK(result.output == "right\n");
  CHECK(result.code == 0);
}
