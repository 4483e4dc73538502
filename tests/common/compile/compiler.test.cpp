// SPDX-License-Identifier: Apache-2.0
#include "compile/compiler.h"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "submission.h"

namespace lockstep {
namespace {

const std::string sum_kernel = R"(extern "C" __global__ void sum(
    const int* in, int* out, unsigned n) {
  __shared__ int tile[256];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  tile[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) tile[tid] += tile[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, tile[0]);
}
)";

bool is_installed(FrontEnd front_end) {
  return front_end_version(front_end).has_value();
}

FrontEnd any_front_end() {
  const FrontEnd front_end = GENERATE(FrontEnd::clang, FrontEnd::nvcc);
  if (!is_installed(front_end)) SKIP("not installed: nvcc");
  return front_end;
}

TEST_CASE("compile: a kernel becomes PTX", "[compile]") {
  const Submission submission(sum_kernel, any_front_end());
  const CompileResult result = submission.compiled();
  INFO(result.message);
  REQUIRE(result.status == CompileStatus::success);
  CHECK(result.message.empty());
  CHECK(result.box == "bubblewrap");
  CHECK(result.compiler ==
        front_end_version(submission.request.front_end).value());
  CHECK(result.ptx.find(".visible .entry sum(") != std::string::npos);
  CHECK(result.ptx.find("\"labs/01_reduction/reduction.cu\"") !=
        std::string::npos);
  CHECK(result.ptx.find("/box") == std::string::npos);
}

TEST_CASE("compile: the cubin and its resources come from ptxas",
          "[compile][nvcc]") {
  if (!is_installed(FrontEnd::nvcc)) SKIP("not installed: nvcc");
  const Submission submission(sum_kernel, any_front_end());
  const CompileResult result = submission.compiled();
  INFO(result.message);
  REQUIRE(result.status == CompileStatus::success);
  CHECK(result.cubin.size() > 1000);
  REQUIRE(result.resources.size() == 1);
  CHECK(result.resources[0].kernel == "sum");
  CHECK(result.resources[0].shared_bytes == 1024);
  CHECK(result.resources[0].registers > 0);
  CHECK(result.resources[0].spill_bytes == 0);
}

}  // namespace
}  // namespace lockstep
