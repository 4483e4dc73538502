// SPDX-License-Identifier: Apache-2.0
#include "device/wire/kernel_contract.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace lockstep {
namespace {

using Catch::Matchers::ContainsSubstring;

Launch three_arguments() {
  Launch launch;
  launch.kernel = "reduce";
  launch.arguments = {BufferArgument{0, 0}, BufferArgument{0, 4},
                      value_argument(1u)};
  return launch;
}

Job job_with(const Program& program) {
  Job job;
  job.program = &program;
  job.buffers = {{"data", 8, {}, {}, true, false}};
  job.launches = {three_arguments()};
  return job;
}

}  // namespace

TEST_CASE("kernel contract: names are listed as in a sentence", "[device]") {
  const std::array<std::string, 3> names{"a", "b", "c"};
  CHECK(name_list({}) == "");
  CHECK(name_list(std::span(names).first(1)) == "a");
  CHECK(name_list(std::span(names).first(2)) == "a and b");
  CHECK(name_list(names) == "a, b and c");
}

TEST_CASE("kernel contract: a missing kernel's message names those there",
          "[device]") {
  CHECK_THAT(missing_kernel_message("reduce", "sum and scan"),
             ContainsSubstring("no kernel named reduce") &&
                 ContainsSubstring("sum and scan") &&
                 ContainsSubstring("extern \"C\" __global__"));
}

TEST_CASE("kernel contract: sizes that fit are not a fault", "[device]") {
  const std::array<std::uint64_t, 3> sizes{8, 8, 4};
  CHECK(signature_fault(three_arguments(), sizes) == "");
}

TEST_CASE("kernel contract: a wrong count or size is named", "[device]") {
  const std::array<std::uint64_t, 3> sizes{8, 8, 8};
  CHECK(signature_fault(three_arguments(), std::span(sizes).first(1)) ==
        "kernel reduce takes 1 parameter, the lab's contract has 3");
  CHECK(signature_fault(three_arguments(), sizes) ==
        "parameter 3 of kernel reduce has 8 bytes, the lab's contract has 4");
}

TEST_CASE("kernel contract: a sound job has no fault", "[device]") {
  const Program program;
  Job job = job_with(program);
  CHECK(job_fault(job) == "");
  job.launches[0].arguments[1] = BufferArgument{0, 8};  // one past the end
  CHECK(job_fault(job) == "");
}

TEST_CASE("kernel contract: what is wrong with a job is said", "[device]") {
  const Program program;
  Job job = job_with(program);
  SECTION("no program") { job.program = nullptr; }
  SECTION("no such buffer") {
    job.launches[0].arguments[0] = BufferArgument{1, 0};
  }
  SECTION("an offset past the end") {
    job.launches[0].arguments[0] = BufferArgument{0, 9};
  }
  SECTION("half an initial content") { job.buffers[0].initial.resize(7); }
  SECTION("two contents") {
    job.buffers[0].initial.resize(8);
    job.buffers[0].fill_seed = 1;
  }
  SECTION("half a word to generate") {
    job.buffers[0].bytes = 10;
    job.buffers[0].fill_seed = 1;
  }
  SECTION("more memory than allowed") { job.limits.memory_bytes = 7; }
  SECTION("sizes whose sum overflows") {
    job.buffers.push_back({"huge", UINT64_MAX, {}, {}, false, false});
  }
  CHECK(job_fault(job) != "");
}

}  // namespace lockstep
