// SPDX-License-Identifier: Apache-2.0
// What clang and our device headers make of kernels: the PTX is searched for
// what the emulator's checkers rely on.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "submission.h"

namespace lockstep {
namespace {

std::string ptx_of(const std::string& source, bool is_optimised = true) {
  Submission submission(source);
  submission.request.optimised = is_optimised;
  const CompileResult result = submission.to_ptx();
  INFO(result.message);
  for (const Diagnostic& diagnostic : result.diagnostics)
    UNSCOPED_INFO(diagnostic.line << ": " << diagnostic.message);
  REQUIRE(result.status == CompileStatus::success);
  return result.ptx;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

/// The source line of the first instruction that contains `what`.
unsigned line_of(const std::string& ptx, const std::string& what) {
  const auto at = ptx.find(what);
  REQUIRE(at != ptx.npos);
  const auto loc = ptx.rfind(".loc", at);
  REQUIRE(loc != ptx.npos);
  unsigned file = 0, line = 0;
  REQUIRE(std::sscanf(ptx.c_str() + loc, ".loc %u %u", &file, &line) == 2);
  CHECK(ptx.find(".file\t" + std::to_string(file) +
                 " \"labs/01_reduction/reduction.cu\"") != ptx.npos);
  return line;
}

TEST_CASE("clang: a cell is read again after a barrier", "[compile][clang]") {
  const std::string barrier =
      GENERATE(as<std::string>(), "__syncthreads()", "__syncwarp()",
               "__threadfence_block()", "__syncthreads_count(1)",
               "atomicAdd(&other, 1)");
  const std::string ptx = ptx_of(R"(
    __device__ int other;
    extern "C" __global__ void k(int* out) {
      __shared__ int tile[64];
      unsigned i = threadIdx.x;
      tile[i] = i;
      tile[63 - i] += 2;
      )" + barrier + R"(;
      out[i] = tile[i];
    })");
  // Once to add to the mirrored cell, once after the barrier.
  CHECK(count(ptx, "ld.shared") == 2);
}

TEST_CASE("clang: without a barrier a cell may stay in a register",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int* out) {
      __shared__ int tile[64];
      tile[threadIdx.x] = 5;
      out[threadIdx.x] = tile[threadIdx.x];
    })");
  CHECK(count(ptx, "ld.shared") == 0);
}

TEST_CASE("clang: synchronisation carries the line of the student's file",
          "[compile][clang]") {
  const bool is_optimised = GENERATE(true, false);
  const std::string ptx = ptx_of(R"(#include <cooperative_groups.h>
extern "C" __global__ void k(int* out, unsigned n) {
  __shared__ int tile[64];
  int v = threadIdx.x;
  tile[v] = v;
  __syncthreads();
  v += tile[63 - v];
  v += __shfl_down_sync(~0u, v, 4);
  v += __ballot_sync(~0u, v > 5);
  __syncwarp();
  __threadfence();
  atomicAdd(out, v);
  atomicMax(out, v);
  cooperative_groups::this_thread_block().sync();
  v += __reduce_add_sync(~0u, v);
  out[v] = __ldg(out + n);
}
)",
                                 is_optimised);
  CHECK(line_of(ptx, "bar.sync") == 6);
  CHECK(line_of(ptx, "shfl.sync") == 8);
  CHECK(line_of(ptx, ".ballot") == 9);
  CHECK(line_of(ptx, "bar.warp.sync") == 10);
  CHECK(line_of(ptx, "membar.gl") == 11);
  CHECK(line_of(ptx, "atom.add") == 12);
  CHECK(line_of(ptx, "atom.max") == 13);
  CHECK(line_of(ptx.substr(ptx.find("atom.max")), "bar.sync") == 14);
  CHECK(line_of(ptx, "redux") == 15);
  CHECK(line_of(ptx, "ld.global.nc") == 16);
}

TEST_CASE("clang: equal calls in both arms of a branch stay there",
          "[compile][clang]") {
  const std::string call =
      GENERATE(as<std::string>(), "__syncthreads()", "__syncwarp()",
               "v = __activemask()", "v = __shfl_xor_sync(~0u, v, 1)",
               "v = __ballot_sync(~0u, v & 1)");
  const std::string mnemonic = call == "__syncthreads()" ? "bar.sync"
                               : call == "__syncwarp()"  ? "bar.warp.sync"
                               : call.find("active") != call.npos
                                   ? "activemask.b32"
                               : call.find("shfl") != call.npos ? "shfl.sync"
                                                                : "vote.";
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int* out) {
      int i = threadIdx.x, v = i;
      if (i < 20) { )" + call + R"(; out[i] = v; }
      else { )" + call + R"(; out[i] = v + 2; }
    })");
  CHECK(count(ptx, mnemonic) == 2);
}

TEST_CASE("clang: a guarded read is made by the guarded threads only",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int* out) {
      __shared__ int tile[64];
      tile[threadIdx.x] = threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = threadIdx.x == 0 ? tile[0] : 7;
    })");
  const auto read = ptx.find("ld.shared");
  REQUIRE(read != ptx.npos);
  const auto before = ptx.rfind("bar.sync", read);
  CHECK(ptx.substr(before, read - before).find("bra") != ptx.npos);
}

TEST_CASE("clang: a value that one lane sets and all pass on keeps its guard",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int* out, int* counter) {
      int begin;
      if (threadIdx.x == 0) begin = atomicAdd(counter, 32);
      begin = __shfl_sync(~0u, begin, 0);
      out[threadIdx.x] = begin;
    })");
  const auto atomic = ptx.find("atom.");
  REQUIRE(atomic != ptx.npos);
  CHECK(ptx.rfind("@%p", atomic) != ptx.npos);
}

TEST_CASE("clang: what nobody writes to shared memory is still read",
          "[compile][clang]") {
  CHECK(count(ptx_of(R"(
    extern "C" __global__ void k(int* out) {
      __shared__ int tile[64];
      __syncthreads();
      out[threadIdx.x] = tile[63 - threadIdx.x];
    })"),
              "ld.shared") == 1);
}

TEST_CASE("clang: exported constants survive with their values",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" { __constant__ unsigned threads = 128;
                 __constant__ int answers[2] = {-1, 7}; }
  )",
                                 GENERATE(true, false));
  CHECK(ptx.find(".visible .const .align 4 .u32 threads = 128") != ptx.npos);
  CHECK(ptx.find(".visible .const .align 4 .b8 answers[8] = "
                 "{255, 255, 255, 255, 7") != ptx.npos);
}

TEST_CASE("clang: volatile accesses are kept one by one", "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int* out) {
      __shared__ volatile int tile[64];
      tile[threadIdx.x] = 1;
      tile[threadIdx.x] = 2;
      out[0] = tile[threadIdx.x] + tile[threadIdx.x];
    })");
  CHECK(count(ptx, "st.volatile.shared") == 2);
  CHECK(count(ptx, "ld.volatile.shared") == 2);
}

TEST_CASE("clang: maths that is one instruction is one, the rest is extern",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(float* f) {
      f[0] = sqrtf(f[0]);  f[1] = fminf(f[1], 2);  f[2] = f[2] * f[3] + f[4];
      f[5] = expf(f[5]);   f[6] = __fadd_rn(f[6] * f[7], f[8]);
    })");
  CHECK(count(ptx, "sqrt.rn.f32") == 1);
  CHECK(count(ptx, "min.f32") == 1);
  CHECK(count(ptx, "fma.rn.f32") == 1);  // not the __fadd_rn
  CHECK(ptx.find(".extern .func  (.param .b32 func_retval0) __nv_expf") !=
        ptx.npos);
}

TEST_CASE("clang: printf and assert become the runtime's functions",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    extern "C" __global__ void k(int n) {
      assert(n > 0);
      printf("%d\n", n);
    })");
  CHECK(ptx.find("__assertfail") != ptx.npos);
  CHECK(ptx.find("vprintf") != ptx.npos);
}

TEST_CASE("clang: a whole program left in the file is no obstacle",
          "[compile][clang]") {
  const std::string ptx = ptx_of(R"(
    #include <cuda_runtime.h>
    #include <stdio.h>
    __global__ void k(int* p) { *p = 1; }
    int main() {
      int* p;
      cudaMalloc(&p, 4);
      k<<<1, 32>>>(p);
      printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
      cudaFree(p);
    })");
  CHECK(count(ptx, ".visible .entry") == 1);
  CHECK(ptx.find("main") == ptx.npos);
}

TEST_CASE("clang: headers that kernels include by habit are there",
          "[compile][clang]") {
  ptx_of(R"(
    #include <assert.h>
    #include <cassert>
    #include <cfloat>
    #include <climits>
    #include <cmath>
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cstddef>
    #include <cstdint>
    #include <cstdio>
    #include <cuda.h>
    #include <cuda_runtime.h>
    #include <device_launch_parameters.h>
    #include <float.h>
    #include <limits.h>
    #include <limits>
    #include <math.h>
    #include <new>
    #include <stdint.h>
    #include <stdio.h>
    #include <type_traits>
    #include <utility>
    namespace cg = cooperative_groups;
    __device__ int sum(cg::thread_group g, int v) { g.sync(); return v; }
    extern "C" __global__ void k(int* o, float* f) {
      uint32_t x = INT_MAX - std::numeric_limits<int>::max();
      static_assert(std::is_same_v<std::uint64_t, unsigned long>);
      auto block = cg::this_thread_block();
      auto tile = cg::tiled_partition<8>(block);
      *o = cg::reduce(tile, (int)x, cg::plus<int>()) + sum(block, *o);
      *o += sum(cg::tiled_partition(block, 4), cg::coalesced_threads().size());
      *f = std::sqrt(*f) + FLT_MAX;
      std::swap(o[1], o[2]);
    })");
}

TEST_CASE("clang: what is not there is refused by name and line",
          "[compile][clang]") {
  struct Refused {
    std::string line, message;
  };
  const Refused refused = GENERATE(
      Refused{"#include <iostream>", "'iostream' file not found: host code"},
      Refused{"#include <algorithm>", "<algorithm> is host code"},
      Refused{"#include <cub/cub.cuh>", "'cub/cub.cuh' file not found: a lib"},
      Refused{"#include <curand_kernel.h>",
              "'curand_kernel.h' file not found: random numbers come"},
      Refused{"#include <mma.h>", "'mma.h' file not found: matrix"},
      Refused{"#include <cuda/barrier>",
              "'cuda/barrier' file not found: of libcu++"},
      Refused{"#include <helper_cuda.h>",
              "'helper_cuda.h' file not found: a helper of NVIDIA's"},
      Refused{"#include \"mine.h\"", "'mine.h' file not found: a submission"},
      Refused{"#include \"/etc/passwd\"", "'/etc/passwd' file not found"},
      Refused{"__managed__ int x;", "__managed__ is not supported"});
  const CompileResult result =
      Submission("// first\n" + refused.line + "\n").to_ptx();
  CHECK(result.status == CompileStatus::compile_error);
  REQUIRE_FALSE(result.diagnostics.empty());
  CHECK(result.diagnostics[0].file == "labs/01_reduction/reduction.cu");
  CHECK(result.diagnostics[0].line == 2);
  CHECK(result.diagnostics[0].message.find(refused.message) == 0);
}

}  // namespace
}  // namespace lockstep
