// SPDX-License-Identifier: Apache-2.0
// What our device headers compute, run on the emulator: one warp calls a
// function with arguments that depend on the lane, the host says what CUDA's
// function of that name must give.
#include <fmt/format.h>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "device/device.h"
#include "submission.h"

namespace lockstep {
namespace {

using Word = long long;

/// `body` computes `r` from `lane`, in a block of 64 threads; `expected` by
/// thread.
struct Case {
  std::string body;
  std::function<Word(int)> expected;
};

std::string source_of(const std::vector<Case>& cases) {
  std::string source;
  for (std::size_t i = 0; i < cases.size(); ++i)
    source += fmt::format(
        "extern \"C\" __global__ void k{}(long long* out) {{\n"
        "const int lane = threadIdx.x % 32;\nlong long r = 0;\n{}\n"
        "out[threadIdx.x] = r;\n}}\n",
        i, cases[i].body);
  return source;
}

std::vector<Word> results_of(const Program& program, std::size_t kernel) {
  Job job;
  job.program = &program;
  Buffer& out = job.buffers.emplace_back();
  out.name = "out";
  out.bytes = 64 * sizeof(Word);
  out.read_back = true;
  job.launches.push_back({fmt::format("k{}", kernel),
                          {1, 1, 1},
                          {64, 1, 1},
                          0,
                          {BufferArgument{0}}});
  const Outcome outcome = make_emulator_device()->run(job);
  INFO(outcome.message);
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(outcome.findings.empty());
  std::vector<Word> words(64);
  std::memcpy(words.data(), outcome.buffers[0].data(), 64 * sizeof(Word));
  return words;
}

void check(const std::vector<Case>& cases, const std::string& before = "") {
  const CompileResult compiled = Submission(before + source_of(cases)).to_ptx();
  INFO(compiled.message);
  REQUIRE(compiled.status == CompileStatus::success);
  const Program program{compiled.ptx, {}, "k.cu"};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    INFO(cases[k].body);
    const std::vector<Word> results = results_of(program, k);
    const auto is_right = [&](int i) {
      return results[static_cast<std::size_t>(i)] == cases[k].expected(i);
    };
    int i = 0;
    while (i < 63 && is_right(i)) ++i;
    INFO("by thread " << i);
    CHECK(results[static_cast<std::size_t>(i)] == cases[k].expected(i));
  }
}

TEST_CASE("device headers: shuffles move values within a logical warp",
          "[compile][clang]") {
  const auto of_8 = [](int lane) { return lane / 8 * 8; };
  check(
      {{"r = __shfl_sync(~0u, lane * 3, 5);", [](int) { return 15; }},
       {"r = __shfl_sync(~0u, lane, lane + 1, 8);",
        [&](int i) { return of_8(i % 32) + (i + 1) % 8; }},
       {"r = __shfl_up_sync(~0u, lane, 3, 8);",
        [](int i) { return i % 8 < 3 ? i % 32 : i % 32 - 3; }},
       {"r = __shfl_down_sync(~0u, lane, 3, 8);",
        [](int i) { return i % 8 + 3 < 8 ? i % 32 + 3 : i % 32; }},
       {"r = __shfl_xor_sync(~0u, lane, 5);", [](int i) { return i % 32 ^ 5; }},
       {"r = __shfl_down_sync(~0u, lane * 0x100000001ll, 1);",
        [](int i) { return (i % 32 < 31 ? i % 32 + 1 : 31) * 0x100000001LL; }},
       {"r = (long long)(2 * __shfl_xor_sync(~0u, lane + 0.5, 1));",
        [](int i) { return 2 * (i % 32 ^ 1) + 1; }},
       {"r = __shfl_xor_sync(~0u, lane * 2.f, 1);",
        [](int i) { return 2 * (i % 32 ^ 1); }}});
}

TEST_CASE("device headers: votes, matches and reductions", "[compile][clang]") {
  check({{"r = __ballot_sync(~0u, lane % 3 == 0);",
          [](int) { return 0x49249249; }},
         {"r = __any_sync(~0u, lane == 7) * 2 + __all_sync(~0u, lane < 31);",
          [](int) { return 2; }},
         {"r = __match_any_sync(~0u, lane / 8);",
          [](int i) { return 0xffLL << i % 32 / 8 * 8; }},
         {"int same; r = __match_all_sync(~0u, 5.0, &same) + same * 1ll;",
          [](int) { return 0x100000000LL; }},
         {"r = __reduce_add_sync(~0u, lane) + __reduce_max_sync(~0u, -lane);",
          [](int) { return 496; }},
         {"if (lane < 9) r = __activemask();",
          [](int i) { return i % 32 < 9 ? 0x1ff : 0; }}});
}

TEST_CASE("device headers: atomics return the old value", "[compile][clang]") {
  const std::string cell = "__device__ int cell;\n";
  check({{"if (threadIdx.x == 0) { cell = 100; r = atomicAdd(&cell, 5) * 1000;"
          " r += atomicSub(&cell, 3); }",
          [](int i) { return i == 0 ? 100105 : 0; }},
         {"if (threadIdx.x == 0) { cell = 100; atomicMax(&cell, 300); "
          "atomicMin(&cell, 200);"
          " atomicXor(&cell, 1); r = atomicExch(&cell, 0); }",
          [](int i) { return i == 0 ? 201 : 0; }},
         {"if (threadIdx.x == 0) { cell = 100; r = atomicCAS(&cell, 99, 1) * "
          "1000;"
          " atomicCAS(&cell, 100, 7); r += atomicOr(&cell, 8); }",
          [](int i) { return i == 0 ? 100007 : 0; }},
         {"__shared__ unsigned n; if (threadIdx.x == 0) n = 0; __syncthreads();"
          "atomicInc(&n, 4); __syncthreads(); r = n;",
          [](int) { return 64 % 5; }},
         {"__shared__ double s; if (threadIdx.x == 0) s = 0; __syncthreads();"
          "atomicAdd(&s, 0.5); __syncthreads(); r = (long long)s;",
          [](int) { return 32; }}},
        cell);
}

TEST_CASE("device headers: integer intrinsics", "[compile][clang]") {
  check({{"r = __clz(lane) * 100 + __ffs(lane) * 10 + __popc(lane);",
          [](int i) {
            const auto x = static_cast<unsigned>(i % 32);
            return std::countl_zero(x) * 100 +
                   (x ? std::countr_zero(x) + 1 : 0) * 10 + std::popcount(x);
          }},
         {"r = __clzll(1ll << lane) + __brev(1u << lane);",
          [](int i) {
            return 63 - i % 32 + static_cast<Word>(0x80000000U >> i % 32);
          }},
         {"r = __umulhi(0xffffffffu, lane) + 100ll * (__mulhi(-5, lane));",
          [](int i) {
            const int lane = i % 32;
            return (lane ? lane - 1 : 0) + 100 * (lane ? -1 : 0);
          }},
         {"r = __byte_perm(0x33221100, 0x77665544, 0x7610);",
          [](int) { return 0x77661100; }},
         {"r = __funnelshift_l(0x80000000u, 1u, 1);", [](int) { return 3; }},
         {"r = __funnelshift_rc(5u, 9u, 40);", [](int) { return 9; }},
         {"r = __funnelshift_r(5u, 9u, 40);", [](int) { return 9LL << 24; }},
         {"r = __sad(-3, 4, 10) + __hadd(-1, 4) * 100 + __dp4a(0x01020304,"
          " 0x01010101, 1) * 10000;",
          [](int) { return 17 + 100 + 110000; }},
         {"r = 1ll * min(lane, 7) + max(-1, 3u) + abs(-lane);",
          [](int i) { return std::min(i % 32, 7) + 0xffffffffLL + i % 32; }},
         {"r = __mul24(0x1000003, -2);", [](int) { return -6; }}});
}

TEST_CASE("device headers: differences of bytes and halves",
          "[compile][clang]") {
  const auto by_byte = [](int i, auto combine) {
    const unsigned lane = static_cast<unsigned>(i % 32) * 0x05030701U;
    unsigned result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      const int a = static_cast<int>(lane >> shift & 0xff);
      const int b = 0x7f90c310 >> shift & 0xff;
      result |= static_cast<unsigned>(combine(a, b)) % 256 << shift;
    }
    return static_cast<Word>(result);
  };
  const auto as_signed = [](int x) { return x < 128 ? x : x - 256; };
  const std::string before = "#define X lane * 0x05030701u, 0x7f90c310u\n";
  check({{"r = __vabsdiffu4(X);",
          [&](int i) {
            return by_byte(i, [](int a, int b) { return std::abs(a - b); });
          }},
         {"r = __vabsdiffs4(X);",
          [&](int i) {
            return by_byte(i, [&](int a, int b) {
              return std::abs(as_signed(a) - as_signed(b));
            });
          }},
         {"r = __vabs4(lane * 0x05030701u);",
          [&](int i) {
            return by_byte(i,
                           [&](int a, int) { return std::abs(as_signed(a)); });
          }},
         {"r = __vabsss4(0x80ff7f01u);", [](int) { return 0x7f017f01; }},
         {"r = __vabsss2(0x80000000u + lane);",
          [](int i) { return 0x7fff0000 + i % 32; }},
         {"r = __vsadu4(0x01ff0210u, 0x02000310u) * 1000 +"
          " __vsads4(0x01ff0210u, 0x02000310u);",
          [](int) { return 257003; }},
         {"r = __vsadu2(0x0001ffffu, 0x00030000u);",
          [](int) { return 0x10001; }}},
        before);
}

TEST_CASE("device headers: floats, their bits and roundings",
          "[compile][clang]") {
  check(
      {{"r = __float_as_int(-0.f); r += (int)__int_as_float(0x40400000);",
        [](int) { return std::numeric_limits<int>::min() + 3LL; }},
       {"float x = lane * 0.5f - 4.f; r = __float2int_rn(x) * 1000000ll +"
        " __float2int_rz(x) * 10000 + __float2int_rd(x) * 100 +"
        " __float2int_ru(x);",
        [](int i) {
          const double x = i % 32 * 0.5 - 4;
          return std::llrint(x) * 1000000 +
                 std::llround(std::trunc(x)) * 10000 +
                 std::llround(std::floor(x)) * 100 + std::llround(std::ceil(x));
        }},
       {"r = (long long)(sqrtf(lane * lane) + floorf(2.5f) + fmaxf(1, 2) +"
        " rintf(2.5f) + fabsf(-3.f) + fmaf(2, 3, 4));",
        [](int i) { return i % 32 + 2 + 2 + 2 + 3 + 10; }},
       {"r = isnan(NAN) + isinf(-INFINITY) * 2 + isfinite(1.0) * 4 +"
        " signbit(-0.f) * 8;",
        [](int) { return 15; }},
       {"r = (long long)(1000 * expf(1.f)) + (long long)round(pow(2, 10));",
        [](int) { return 2718 + 1024; }},
       {"r = __fadd_ru(1.f, 1e-10f) > 1.f; r += __fadd_rz(1.f, 1e-10f) == 1.f;",
        [](int) { return 2; }}});
}

TEST_CASE("device headers: built-in variables and vectors",
          "[compile][clang]") {
  check({{"uint3 t = threadIdx; dim3 b = blockDim, g(gridDim);"
          "r = t.x + b.x * 100 + g.y * 10000 + warpSize * 100000;",
          [](int i) { return i + 6400 + 10000 + 3200000; }},
         {"int4 v = make_int4(lane, 2, 3, 4); r = v.x + v.w + sizeof(float3) +"
          " alignof(int4) * 100 + alignof(double2) * 10000;",
          [](int i) { return i % 32 + 4 + 12 + 1600 + 160000; }}});
}

TEST_CASE("device headers: loads and stores with a hint", "[compile][clang]") {
  check({{"__stcs(out + threadIdx.x, 3ll * lane);"
          "r = __ldcg(out + threadIdx.x) + __ldg(&table[lane % 2]).y +"
          " __ldg((const char*)&letter);",
          [](int i) { return 3 * (i % 32) + (i % 2 ? 4 : 2) - 5; }}},
        "__device__ int2 table[2] = {{1, 2}, {3, 4}};\n"
        "__device__ char letter = -5;\n");
}

TEST_CASE("device headers: cooperative groups rank, move and reduce",
          "[compile][clang]") {
  const std::string before =
      "#include <cooperative_groups.h>\n"
      "#include <cooperative_groups/reduce.h>\n"
      "namespace cg = cooperative_groups;\n";
  check({{"auto tile = cg::tiled_partition<8>(cg::this_thread_block());"
          "r = tile.thread_rank() + tile.meta_group_rank() * 10 +"
          " tile.shfl(lane, 2) * 1000 + tile.ballot(lane % 2) * 100000ll;",
          [](int i) {
            return i % 8 + i / 8 * 10 + (i % 32 / 8 * 8 + 2) * 1000 +
                   0xaa * 100000LL;
          }},
         {"auto tile = cg::tiled_partition<16>(cg::this_thread_block());"
          "r = cg::reduce(tile, lane, cg::plus<int>()) * 100 +"
          " cg::reduce(tile, lane, cg::greater<int>());",
          [](int i) {
            const int first = i % 32 / 16 * 16;
            return (first * 16 + 120) * 100 + first + 15;
          }},
         {"if (lane % 4 == 1) { auto group = cg::coalesced_threads();"
          " r = group.size() * 1000 + group.thread_rank() * 100 +"
          " group.shfl(lane, 3); }",
          [](int i) { return i % 4 == 1 ? 8000 + i % 32 / 4 * 100 + 13 : 0; }},
         {"cg::thread_group half = cg::tiled_partition(cg::this_thread_block(),"
          " 16); half.sync(); r = half.thread_rank() + half.size() * 100;",
          [](int i) { return i % 16 + 1600; }}},
        before);
}

TEST_CASE("device headers: cuda::atomic has scopes, orders and results",
          "[compile][clang]") {
  const std::string before =
      "#include <cuda/atomic>\n"
      "__device__ int cell;\n"
      "__device__ cuda::atomic<unsigned, cuda::thread_scope_device> ticket;\n"
      "using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;\n";
  check({{"if (threadIdx.x == 0) { Ref c(cell); c = 10; r = c.fetch_add(5);"
          " r = r * 100 + c.fetch_sub(1, cuda::memory_order_relaxed);"
          " r = r * 100 + c++; r = r * 100 + (c += 4); }",
          [](int i) { return i == 0 ? 10151419 : 0; }},
         {"if (threadIdx.x == 0) { Ref c(cell); c.store(6); int seen = 5;"
          " r = c.compare_exchange_strong(seen, 9) * 1000 + seen * 100;"
          " r += c.compare_exchange_weak(seen, 9) * 10 + c.load(); }",
          [](int i) { return i == 0 ? 600 + 10 + 9 : 0; }},
         {"if (threadIdx.x == 0) { Ref c(cell); c = -3; c.fetch_max(2);"
          " c.fetch_or(8); c ^= 1; r = c.exchange(0); }",
          [](int i) { return i == 0 ? 11 : 0; }},
         {"if (threadIdx.x == 0) ticket = 0; __syncthreads();"
          " ticket.fetch_add(2, cuda::memory_order_acq_rel); __syncthreads();"
          " r = ticket.load(cuda::memory_order_acquire);",
          [](int) { return 128; }},
         {"__shared__ int data;"
          " __shared__ cuda::atomic<bool, cuda::thread_scope_block> flag;"
          " if (threadIdx.x == 0) flag.store(false); __syncthreads();"
          " if (threadIdx.x == 33) { data = 7;"
          " flag.store(true, cuda::memory_order_release); }"
          " else { while (!flag.load(cuda::memory_order_acquire)) {}"
          " r = data; }",
          [](int i) { return i == 33 ? 0 : 7; }}},
        before);
}

}  // namespace
}  // namespace lockstep
