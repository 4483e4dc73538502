// SPDX-License-Identifier: Apache-2.0
// Operations among the lanes of a warp, and calls.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

std::vector<std::uint32_t> out_of(const std::string& body) {
  const BodyRun run = run_body(body + "\n  st.global.u32 [%out], %r1;");
  REQUIRE(run.result.message == "");
  return run.out;
}

}  // namespace

TEST_CASE("shuffles read the lane that their mode names", "[ptx][warp]") {
  const auto up = out_of("shfl.sync.up.b32 %r1, %lane, 3, 0, 0xffffffff;");
  const auto down = out_of("shfl.sync.down.b32 %r1, %lane, 3, 31, 0xffffffff;");
  const auto xored =
      out_of("shfl.sync.bfly.b32 %r1, %lane, 5, 31, 0xffffffff;");
  const auto indexed =
      out_of("shfl.sync.idx.b32 %r1, %lane, 9, 31, 0xffffffff;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(up[i] == (i >= 3 ? i - 3 : i));
    CHECK(down[i] == (i + 3 < 32 ? i + 3 : i));
    CHECK(xored[i] == (i ^ 5));
    CHECK(indexed[i] == 9);
  }
}

TEST_CASE("shuffles of width 8 stay in their segment", "[ptx][warp]") {
  // c: segment mask 0x18 in bits 8 to 12, clamp 7 (0 for up).
  const auto down =
      out_of("shfl.sync.down.b32 %r1, %lane, 2, 0x1807, 0xffffffff;");
  const auto up = out_of("shfl.sync.up.b32 %r1, %lane, 2, 0x1800, -1;");
  const auto indexed =
      out_of("shfl.sync.idx.b32 %r1, %lane, 11, 0x1807, 0xffffffff;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(down[i] == (i % 8 + 2 < 8 ? i + 2 : i));
    CHECK(up[i] == (i % 8 >= 2 ? i - 2 : i));
    CHECK(indexed[i] == i / 8 * 8 + 3);
  }
}

TEST_CASE("a shuffle tells whether its source was in range", "[ptx][warp]") {
  const auto in_range = out_of(R"(
  shfl.sync.down.b32 %r2|%p0, %lane, 16, 31, 0xffffffff;
  selp.u32 %r1, 1, 0, %p0;)");
  for (unsigned i = 0; i < 32; ++i) CHECK(in_range[i] == (i < 16 ? 1 : 0));
}

TEST_CASE("a shuffle from a lane that takes no part shows it", "[ptx][warp]") {
  const auto got = out_of(R"(
  mov.u32 %r1, 0;
  setp.lt.u32 %p0, %lane, 16;
  @%p0 shfl.sync.down.b32 %r1, %lane, 8, 31, 0xffff;)");
  for (unsigned i = 0; i < 8; ++i) CHECK(got[i] == i + 8);
  for (unsigned i = 8; i < 16; ++i) CHECK(got[i] == 0xfbfbfbfb);
  for (unsigned i = 16; i < 32; ++i) CHECK(got[i] == 0);
}

TEST_CASE("votes count the participants only", "[ptx][warp]") {
  const auto got = out_of(R"(
  setp.lt.u32 %p0, %lane, 16;
  setp.lt.u32 %p1, %lane, 20;
  mov.u32 %r1, 0;
  @!%p0 bra DONE;
  vote.sync.ballot.b32 %r1, %p1, 0xffff;
  vote.sync.all.pred %p2, %p1, 0xffff;
  vote.sync.any.pred %p3, !%p1, 0xffff;
  vote.sync.uni.pred %p4, %p1, 0xffff;
  @%p2 or.b32 %r1, %r1, 0x10000;
  @%p3 or.b32 %r1, %r1, 0x20000;
  @%p4 or.b32 %r1, %r1, 0x40000;
DONE:)");
  for (unsigned i = 0; i < 16; ++i) CHECK(got[i] == 0x5ffff);
  for (unsigned i = 16; i < 32; ++i) CHECK(got[i] == 0);
}

TEST_CASE("match finds the lanes with the same value", "[ptx][warp]") {
  const auto any = out_of(R"(
  and.b32 %r2, %lane, 3;
  match.any.sync.b32 %r1, %r2, 0xffffffff;)");
  for (unsigned i = 0; i < 32; ++i) CHECK(any[i] == 0x11111111u << (i % 4));
  const auto all = out_of(R"(
  mov.u64 %rd1, 5;
  match.all.sync.b64 %r1|%p0, %rd1, 0xffffffff;
  selp.u32 %r2, 1, 0, %p0;
  sub.u32 %r1, %r1, %r2;)");
  for (const std::uint32_t value : all) CHECK(value == 0xfffffffe);
  const auto none = out_of("match.all.sync.b32 %r1|%p0, %lane, 0xffffffff;");
  for (const std::uint32_t value : none) CHECK(value == 0);
}

TEST_CASE("redux combines the participants", "[ptx][warp]") {
  struct Row {
    const char* operation;
    std::uint32_t expected;
  };
  const Row rows[] = {{"add.s32", 496 - 32 * 5},
                      {"min.s32", static_cast<std::uint32_t>(-5)},
                      {"max.s32", 26},
                      {"max.u32", static_cast<std::uint32_t>(-1)},
                      {"or.b32", 0xffffffff},
                      {"and.b32", 0},
                      {"xor.b32", 0}};
  for (const Row& row : rows) {
    CAPTURE(row.operation);
    const auto got =
        out_of(std::string("  sub.u32 %r2, %lane, 5;\n") + "  redux.sync." +
               row.operation + " %r1, %r2, 0xffffffff;");
    std::uint32_t xored = 0;
    for (std::uint32_t i = 0; i < 32; ++i) xored ^= i - 5;
    const bool is_xor = std::string(row.operation) == "xor.b32";
    CHECK(got[0] == (is_xor ? xored : row.expected));
    CHECK(got[31] == got[0]);
  }
}

namespace {

/// fib(n) by two recursive calls.
constexpr const char* fibonacci = R"(
.func (.param .b32 result) fib(.param .b32 n)
{
  .reg .b32 %r<8>;
  .reg .pred %p;
  .param .b32 argument;
  .param .b32 returned;
  ld.param.u32 %r1, [n];
  setp.lt.u32 %p, %r1, 2;
  @%p bra BASE;
  sub.u32 %r2, %r1, 1;
  st.param.b32 [argument], %r2;
  call (returned), fib, (argument);
  ld.param.b32 %r3, [returned];
  sub.u32 %r2, %r1, 2;
  st.param.b32 [argument], %r2;
  call (returned), fib, (argument);
  ld.param.b32 %r4, [returned];
  add.u32 %r1, %r3, %r4;
BASE:
  st.param.b32 [result], %r1;
  ret;
}
)";

}  // namespace

TEST_CASE("lanes recurse to different depths and meet again", "[ptx][call]") {
  BodyOptions options;
  options.before = fibonacci;
  const BodyRun run = run_body(R"(
  .param .b32 argument;
  .param .b32 returned;
  and.b32 %r1, %lane, 7;
  st.param.b32 [argument], %r1;
  call (returned), fib, (argument);
  ld.param.b32 %r2, [returned];
  activemask.b32 %r3;
  setp.eq.u32 %p0, %r3, 0xffffffff;
  @%p0 add.u32 %r2, %r2, 100;
  st.global.u32 [%out], %r2;
)",
                               options);
  REQUIRE(run.result.message == "");
  const unsigned expected[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == expected[i % 8] + 100);
}

TEST_CASE("endless recursion ends with a message", "[ptx][call]") {
  BodyOptions options;
  options.before = R"(
.func deeper()
{
  call deeper;
  ret;
}
)";
  const BodyRun run = run_body("  call deeper;", options);
  CHECK(run.result.status == LaunchStatus::trap);
  CHECK(run.result.message.find("call stack overflow") != std::string::npos);
}

TEST_CASE("a call through a pointer reaches each lane's function",
          "[ptx][call]") {
  BodyOptions options;
  options.before = R"(
.func (.param .b32 result) one(.param .b32 n)
{
  .reg .b32 %r1;
  ld.param.u32 %r1, [n];
  add.u32 %r1, %r1, 1;
  st.param.b32 [result], %r1;
  ret;
}
.func (.param .b32 result) two(.param .b32 n)
{
  .reg .b32 %r1;
  ld.param.u32 %r1, [n];
  mul.lo.u32 %r1, %r1, 2;
  st.param.b32 [result], %r1;
  ret;
}
)";
  const BodyRun run = run_body(R"(
  .param .b32 argument;
  .param .b32 returned;
  mov.u64 %rd1, one;
  mov.u64 %rd2, two;
  setp.lt.u32 %p0, %lane, 16;
  selp.b64 %rd3, %rd1, %rd2, %p0;
  st.param.b32 [argument], %lane;
  PROTOTYPE: .callprototype (.param .b32 _) _ (.param .b32 _);
  call (returned), %rd3, (argument), PROTOTYPE;
  ld.param.b32 %r1, [returned];
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(run.out[i] == (i < 16 ? i + 1 : i * 2));
  }
}

TEST_CASE("printf and assert say what the kernel says", "[ptx][call]") {
  BodyOptions options;
  options.threads = 2;
  options.before = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l,
                           .param .b64 n, .param .b64 s);
.global .align 1 .b8 format[11] = {37, 100, 32, 37, 46, 50, 102, 37, 37, 10};
.global .align 1 .b8 text[4] = {97, 62, 98};
)";
  const std::string print = R"(
  .local .align 8 .b8 depot[16];
  .param .b64 f;
  .param .b64 a;
  .param .b32 r;
  .reg .f64 %fd;
  st.local.u32 [depot], %thread;
  mov.f64 %fd, 0d3FF8000000000000;
  st.local.f64 [depot+8], %fd;
  mov.u64 %rd1, depot;
  cvta.local.u64 %rd1, %rd1;
  mov.u64 %rd2, format;
  cvta.global.u64 %rd2, %rd2;
  st.param.b64 [f], %rd2;
  st.param.b64 [a], %rd1;
  call (r), vprintf, (f, a);
)";
  CHECK(run_body(print, options).result.output == "0 1.50%\n1 1.50%\n");

  const BodyRun failed = run_body(R"(
  .param .b64 m;
  .param .b64 f;
  .param .b32 l;
  .param .b64 n;
  .param .b64 s;
  mov.u64 %rd2, text;
  cvta.global.u64 %rd2, %rd2;
  st.param.b64 [m], %rd2;
  st.param.b64 [f], %rd2;
  st.param.b32 [l], 12;
  st.param.b64 [n], %rd2;
  st.param.b64 [s], 1;
  call __assertfail, (m, f, l, n, s);
)",
                                  options);
  CHECK(failed.result.status == LaunchStatus::trap);
  CHECK(failed.result.message.find("assertion `a>b' failed") !=
        std::string::npos);
}

TEST_CASE("functions and forms that are not there are refused by name",
          "[ptx][refusal]") {
  const auto refusal = [](const std::string& body, const std::string& before) {
    BodyOptions options;
    options.before = before;
    const LaunchResult result = run_body(body, options).result;
    CHECK(result.status == LaunchStatus::unsupported);
    return result.message;
  };
  const std::string mystery =
      refusal("call mystery;", ".extern .func mystery;");
  CHECK(mystery.find("no device function mystery: 'call mystery;'") !=
        std::string::npos);
  CHECK(mystery.starts_with("PTX line "));
  CHECK(refusal("lop3.xor.b32 %r1|%p0, %r2, %r3, %r4, 0x80, %p1;", "")
            .find("lop3") != std::string::npos);
  CHECK(refusal("vshl.u32.u32.u32.sat.wrap %r1, %r2, %r3;", "").find("vshl") !=
        std::string::npos);
}

TEST_CASE("printf without room writes nothing and returns -2", "[ptx][call]") {
  BodyOptions options;
  options.threads = 1;
  options.before = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[8] = {37, 53, 48, 48, 48, 100};
)";
  const BodyRun run = run_body(R"(
  .local .align 8 .b8 depot[8];
  .param .b64 f;
  .param .b64 a;
  .param .b32 r;
  st.local.u32 [depot], %thread;
  mov.u64 %rd1, depot;
  cvta.local.u64 %rd1, %rd1;
  mov.u64 %rd2, format;
  cvta.global.u64 %rd2, %rd2;
  mov.u32 %r2, 0;
again:
  st.param.b64 [f], %rd2;
  st.param.b64 [a], %rd1;
  call (r), vprintf, (f, a);
  ld.param.b32 %r1, [r];
  add.u32 %r2, %r2, 1;
  setp.eq.s32 %p1, %r1, 1;
  @%p1 bra again;
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  CHECK(run.result.output.size() == std::size_t{1} << 20);
  CHECK(static_cast<int>(run.out[0]) == -2);
}

TEST_CASE("only a kernel that may reach an unsupported form is refused",
          "[ptx][refusal]") {
  const bool is_called = GENERATE(false, true);
  BodyOptions options;
  options.before = R"(
.func inner() { wgmma.fence.sync.aligned; ret; }
.func middle() { call inner; ret; }
.visible .entry other() { call middle; ret; }
)";
  const BodyRun run = run_body(is_called ? "call middle;" : "", options);
  CHECK((run.result.status == LaunchStatus::unsupported) == is_called);
  CHECK((run.result.status == LaunchStatus::success) == !is_called);
  CHECK((run.result.message.find("'wgmma.fence.sync.aligned'") !=
         std::string::npos) == is_called);
}

TEST_CASE("a refused kernel's message begins with the line of its source",
          "[ptx][refusal]") {
  BodyOptions options;
  options.before = ".file 1 \"k.cu\"";
  const BodyRun run =
      run_body("  .loc 1 9 3\n  wgmma.fence.sync.aligned;", options);
  CHECK(run.result.message.starts_with("k.cu:9: PTX line "));
  CHECK(run.result.place == Place{"k.cu", 9, 3});
}

TEST_CASE("a call through a pointer finds that its function is refused",
          "[ptx][refusal]") {
  BodyOptions options;
  options.before = R"(
.func inner() { wgmma.fence.sync.aligned; ret; }
.global .u64 table[1] = {inner};
)";
  const BodyRun run = run_body(R"(
  ld.global.u64 %rd0, [table];
  prototype: .callprototype _ ();
  call %rd0, (), prototype;
)",
                               options);
  CHECK(run.result.status == LaunchStatus::unsupported);
  CHECK(run.result.message.find("'wgmma.fence.sync.aligned'") !=
        std::string::npos);
}

TEST_CASE("local variables beyond a thread's limit fail their kernel only",
          "[ptx][refusal]") {
  BodyOptions options;
  options.before = ".func large() { .local .b8 a[1000000]; ret; }";
  CHECK(run_body("", options).result.status == LaunchStatus::success);
  const BodyRun run = run_body("call large;", options);
  CHECK(run.result.status == LaunchStatus::invalid_launch);
  CHECK(run.result.message.find("512 KiB") != std::string::npos);
}

TEST_CASE("a trap ends the launch and names the thread", "[ptx][control]") {
  const BodyRun run = run_body(R"(
  setp.eq.u32 %p0, %thread, 5;
  @%p0 trap;
)");
  CHECK(run.result.status == LaunchStatus::trap);
  CHECK(run.result.message.find("thread 5 of block 0") != std::string::npos);
}
