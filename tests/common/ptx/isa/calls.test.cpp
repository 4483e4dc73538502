// SPDX-License-Identifier: Apache-2.0
// Calls in all their forms, aliases, the stack, and what a kernel may ask of
// the system.
#include <catch2/catch_test_macros.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* store_r1 = "\n  st.global.u32 [%out], %r1;\n";

/// What each thread leaves in %r1.
BodyRun run_for_r1(const std::string& body, const std::string& before = "",
                   unsigned threads = 32) {
  BodyOptions options;
  options.before = before;
  options.threads = threads;
  return run_body(body + store_r1, options);
}

constexpr const char* sum_function = R"(
.func (.reg .b32 sum) add3(.reg .b32 a, .reg .b16 b, .param .b32 c)
{
  .reg .b32 x, y;
  cvt.u32.u16 x, b;
  ld.param.u32 y, [c];
  add.u32 sum, a, x;
  add.u32 sum, sum, y;
  ret;
}
)";

}  // namespace

TEST_CASE("a call passes registers and constants by value", "[ptx][call]") {
  const BodyRun run = run_for_r1(R"(
  .param .b32 c;
  mul.lo.u32 %r2, %lane, 100;
  st.param.b32 [c], 7;
  call (%r1), add3, (%r2, 50, c);
)",
                                 sum_function);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == i * 100 + 57);
}

TEST_CASE("an alias calls the function that it stands for", "[ptx][call]") {
  const BodyRun run = run_for_r1("  call (%r1), twice, (%lane);", R"(
.func (.reg .b32 d) original(.reg .b32 a) { add.u32 d, a, a; ret; }
.func (.reg .b32 d) twice(.reg .b32 a);
.alias twice, original;
)");
  REQUIRE(run.result.message == "");
  CHECK(run.out[21] == 42);
}

TEST_CASE("a table of functions in constant memory is called through",
          "[ptx][call]") {
  const BodyRun run = run_for_r1(R"(
  and.b32 %r2, %lane, 1;
  mul.wide.u32 %rd1, %r2, 8;
  mov.u64 %rd2, table;
  add.u64 %rd2, %rd2, %rd1;
  ld.const.u64 %rd3, [%rd2];
  prototype: .callprototype (.reg .b32 _) _ (.reg .b32 _);
  call (%r1), %rd3, (%lane), prototype;
)",
                                 R"(
.func (.reg .b32 d) next(.reg .b32 a) { add.u32 d, a, 1; ret; }
.func (.reg .b32 d) square(.reg .b32 a) { mul.lo.u32 d, a, a; ret; }
.const .align 8 .u64 table[2] = {next, square};
)");
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i)
    CHECK(run.out[i] == (i % 2 == 1 ? i * i : i + 1));
}

TEST_CASE("a recursion without end says how deep it got", "[ptx][call]") {
  const BodyRun run = run_for_r1(
      "  call (%r1), deeper, (%lane);",
      ".func (.reg .b32 d) deeper(.reg .b32 a)\n"
      "{ add.u32 a, a, 1; call (d), deeper, (a); add.u32 d, d, 1; ret; }");
  CHECK(run.result.status == LaunchStatus::trap);
  CHECK(contains(run.result.message, "call stack overflow"));
  CHECK(contains(run.result.message, "deeper"));
}

TEST_CASE("local variables of the module belong to the thread",
          "[ptx][memory]") {
  const BodyRun run = run_for_r1(R"(
  st.local.u32 [mine+4], %lane;
  call read_mine;
  ld.local.u32 %r1, [mine];
)",
                                 R"(
.local .align 8 .b8 mine[8];
.func read_mine() {
  .reg .b32 x;
  .reg .b64 p;
  mov.u64 p, mine;
  ld.local.u32 x, [p+4];
  mul.lo.u32 x, x, 3;
  st.local.u32 [p], x;
  ret;
}
)");
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == 3 * i);
}

TEST_CASE("alloca takes memory that a return gives back", "[ptx][stack]") {
  // 500 calls of 1 KiB each would not fit side by side.
  const std::string function = R"(
.func (.reg .b32 d) fill(.reg .b32 a) {
  .reg .b64 p, s;
  cvt.u64.u32 s, a;
  add.u64 s, s, 1024;
  alloca.u64 p, s, 16;
  st.local.u32 [p], a;
  st.local.u32 [p+1020], a;
  ld.local.u32 d, [p];
  ret;
}
)";
  const BodyRun run = run_for_r1(R"(
  mov.u32 %r2, 500;
  mov.u32 %r1, 0;
LOOP:
  call (%r3), fill, (%lane);
  add.u32 %r1, %r1, %r3;
  sub.u32 %r2, %r2, 1;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra LOOP;
)",
                                 function);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == 500 * i);
}

TEST_CASE("stackrestore gives back what came after stacksave", "[ptx][stack]") {
  const BodyRun run = run_for_r1(R"(
  stacksave.u64 %rd1;
  alloca.u64 %rd2, 64, 8;
  stackrestore.u64 %rd1;
  alloca.u64 %rd3, 64, 8;
  sub.u64 %rd4, %rd3, %rd2;
  cvt.u32.u64 %r1, %rd4;
)");
  REQUIRE(run.result.message == "");
  CHECK(run.out[0] == 0);
}

TEST_CASE("alloca beyond the stack is an error", "[ptx][stack]") {
  const BodyRun run = run_for_r1("  alloca.u64 %rd1, 100000;");
  CHECK(run.result.status == LaunchStatus::trap);
  CHECK(contains(run.result.message, "alloca of 100000 bytes"));
}

TEST_CASE("a launch without clusters is one of single blocks",
          "[ptx][special]") {
  BodyOptions options;
  options.blocks = 3;
  const BodyRun run = run_body(R"(
  mov.u32 %r1, %clusterid.x;
  mov.u32 %r2, %nclusterid.x;
  mad.lo.u32 %r1, %r2, 10, %r1;
  mov.u32 %r2, %cluster_ctarank;
  mad.lo.u32 %r1, %r2, 100, %r1;
  mov.u32 %r2, %cluster_nctarank;
  mad.lo.u32 %r1, %r2, 1000, %r1;
  mov.pred %p1, %is_explicit_cluster;
  @%p1 add.u32 %r1, %r1, 50000;
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  CHECK(run.out[0] == 1030);
  CHECK(run.out[32] == 1031);
  CHECK(run.out[64] == 1032);
}

TEST_CASE("the reserved shared memory lies behind the block's own, as zeros",
          "[ptx][special]") {
  const BodyRun run = run_for_r1(R"(
  mov.u32 %r2, %reserved_smem_offset_1;
  ld.shared.u32 %r1, [%r2+284];
  setp.lt.u32 %p1, %r2, 100;
  @%p1 add.u32 %r1, %r1, 1;
  st.shared.u32 [tile+96], %r2;
)",
                                 ".shared .align 4 .b8 tile[100];");
  REQUIRE(run.result.message == "");
  CHECK(run.out[5] == 0);
}

TEST_CASE("hints to caches and the hardware change nothing", "[ptx][system]") {
  const BodyRun run = run_for_r1(R"(
  createpolicy.fractional.L2::evict_first.b64 %rd1, 1.0;
  st.global.L1::no_allocate.L2::cache_hint.u32 [%out], %lane, %rd1;
  ld.global.L1::evict_last.L2::evict_first.L2::128B.u32 %r1, [%out];
  ld.global.nc.L2::cache_hint.u32 %r1, [%out], %rd1;
  atom.global.add.L2::cache_hint.u32 %r2, [%out], 1, %rd1;
  red.global.add.L2::cache_hint.u32 [%out], 1, %rd1;
  prefetchu.L1 [%out];
  prefetch.global.L2 [%out];
  griddepcontrol.wait;
  griddepcontrol.launch_dependents;
  setmaxnreg.inc.sync.aligned.u32 64;
  nanosleep.u32 20;
  pmevent 1;
  fence.proxy.async;
  elect.sync %r2|%p1, -1;
  @%p1 add.u32 %r1, %r1, 1000;
)");
  REQUIRE(run.result.message == "");
  CHECK(run.out[0] == 1000);
  for (unsigned i = 1; i < 32; ++i) CHECK(run.out[i] == i);
}

TEST_CASE("the barrier of a cluster is one of its block", "[ptx][system]") {
  for (std::uint64_t seed : {0, 1, 2}) {
    BodyOptions options;
    options.before = ".shared .align 4 .b8 tile[512];";
    options.threads = 128;
    options.schedule.seed = seed;
    const BodyRun run = run_body(R"(
  mov.u32 %r1, tile;
  mad.lo.u32 %r2, %thread, 4, %r1;
  st.shared.u32 [%r2], %thread;
  barrier.cluster.arrive.release;
  add.u32 %r4, %thread, 1000;
  barrier.cluster.wait.acquire;
  xor.b32 %r3, %thread, 127;
  mad.lo.u32 %r3, %r3, 4, %r1;
  ld.shared.u32 %r1, [%r3];
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  st.shared.u32 [%r2], %r4;
  st.global.u32 [%out], %r1;
)",
                                 options);
    REQUIRE(run.result.message == "");
    for (unsigned i = 0; i < 128; ++i) CHECK(run.out[i] == (i ^ 127));
  }
  // Half of the block never comes.
  BodyOptions options;
  options.threads = 64;
  const BodyRun lost = run_body(R"(
  setp.lt.u32 %p1, %thread, 32;
  @%p1 barrier.cluster.arrive;
  @%p1 barrier.cluster.wait;
  bar.sync 0;
)",
                                options);
  CHECK(lost.result.status == LaunchStatus::deadlock);
}

TEST_CASE("a kernel that needs clusters is refused", "[ptx][system]") {
  const auto module = prepare_module(R"(.version 7.8
.target sm_90
.address_size 64
.entry pair() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }
.entry alone() .reqnctapercluster 1, 1, 1 { ret; }
)",
                                     "clusters");
  const auto& pair = module->find_function("pair")->refusal;
  REQUIRE(pair.has_value());
  CHECK(contains(pair->why, "clusters of several blocks"));
  CHECK_FALSE(module->find_function("alone")->refusal.has_value());
}

TEST_CASE("what has no meaning here is refused by name", "[ptx][system]") {
  const auto message = [](const std::string& body,
                          const std::string& before = "") {
    try {
      return run_for_r1(body, before).result.message;
    } catch (const PtxError& error) {
      return std::string(error.what());
    }
  };
  CHECK(contains(message("griddepcontrol.stop;"), "launch_dependents"));
  CHECK(contains(message("prefetchu.L1.L9 [%out];"), "'.L9'"));
  CHECK(contains(message("alloca.u64 %r2, 8;"), "wanted width"));
  CHECK(contains(message("elect.sync %r2, -1;"), "predicate"));
  CHECK(contains(message("call (%r1), f, (%rd1);",
                         ".func (.reg .b32 d) f(.reg .b32 a) { ret; }"),
                 "width"));
  CHECK(contains(message("", ".func f(); .alias f, g;"), "'g'"));
  CHECK(contains(message("", ".func f(); .func g(); .alias f, g;"), "no body"));
  const BodyRun mapped = run_for_r1("mapa.u64 %rd1, %out, 1;");
  CHECK(contains(mapped.result.message, "outside the cluster"));
}
