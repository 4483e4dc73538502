// SPDX-License-Identifier: Apache-2.0
// malloc and free in kernels.
#include <catch2/catch_test_macros.hpp>

#include "../kernel_run.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Kernels that share one context: `take` stores what malloc(bytes) gave,
/// `give` frees what is stored, `use` writes and reads word `index` of it.
constexpr const char* heap_module = R"(.version 7.5
.target sm_80
.address_size 64
.file 1 "kernel.cu"
.extern .func (.param .b64 r) malloc(.param .b64 bytes);
.extern .func free(.param .b64 at);
.entry take(.param .u64 slot, .param .u64 bytes)
{
  .reg .b64 %rd<9>;
  .reg .b32 %r<3>;
  .param .b64 n, p;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 8;
  ld.param.u64 %rd2, [slot];
  add.u64 %rd1, %rd1, %rd2;
  ld.param.u64 %rd3, [bytes];
  st.param.b64 [n], %rd3;
  .loc 1 12 3
  call (p), malloc, (n);
  ld.param.b64 %rd4, [p];
  st.global.u64 [%rd1], %rd4;
  ret;
}
.entry give(.param .u64 slot, .param .u64 add)
{
  .reg .b64 %rd<9>;
  .reg .b32 %r<3>;
  .param .b64 p;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 8;
  ld.param.u64 %rd2, [slot];
  add.u64 %rd1, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd1];
  ld.param.u64 %rd5, [add];
  add.u64 %rd4, %rd4, %rd5;
  st.param.b64 [p], %rd4;
  .loc 1 20 3
  call free, (p);
  ret;
}
.entry use(.param .u64 slot, .param .u64 index, .param .u64 writes)
{
  .reg .pred %p;
  .reg .b64 %rd<9>;
  .reg .b32 %r<3>;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 8;
  ld.param.u64 %rd2, [slot];
  add.u64 %rd1, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd1];
  ld.param.u64 %rd5, [index];
  shl.b64 %rd5, %rd5, 2;
  add.u64 %rd4, %rd4, %rd5;
  ld.param.u64 %rd6, [writes];
  setp.ne.u64 %p, %rd6, 0;
  .loc 1 30 3
  @%p st.u32 [%rd4], %r1;
  .loc 1 31 3
  ld.u32 %r2, [%rd4];
  ret;
}
)";

struct Heap {
  Sanitizer sanitizer;
  Context context;
  const Module* module = nullptr;
  DeviceAddress slot = 0;
  LaunchConfig config;

  explicit Heap(unsigned threads = 1) {
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
    module = &context.load(heap_module, "heap");
    slot = upload(context, std::vector<std::uint64_t>(threads), "slot");
    config.block.x = threads;
  }
  LaunchResult take(std::uint64_t bytes) {
    return context.launch(*module, "take", config,
                          Params{}.add(slot).add(bytes));
  }
  LaunchResult give(std::uint64_t add = 0) {
    return context.launch(*module, "give", config, Params{}.add(slot).add(add));
  }
  LaunchResult use(std::uint64_t index, std::uint64_t writes) {
    return context.launch(*module, "use", config,
                          Params{}.add(slot).add(index).add(writes));
  }
  std::vector<std::uint64_t> slots() {
    return download<std::uint64_t>(context, slot, config.block.x);
  }
  /// The one finding there is; an empty one if there is none.
  Finding finding() {
    const std::vector<Finding> found = sanitizer.findings();
    REQUIRE(found.size() <= 1);
    return found.empty() ? Finding{} : found[0];
  }
};

}  // namespace

TEST_CASE("malloc gives every thread memory of its own", "[ptx][heap]") {
  Heap heap(32);
  REQUIRE(heap.take(100).message == "");
  const auto slots = heap.slots();
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(slots[i] != 0);
    CHECK(slots[i] % 16 == 0);
    if (i > 0) CHECK(slots[i] >= slots[i - 1] + 100);
  }
  CHECK(heap.use(24, 1).message == "");
  CHECK(heap.give().message == "");
  heap.sanitizer.program_ends();
  CHECK(heap.finding().message == "");
}

TEST_CASE("malloc gives null when the heap is full", "[ptx][heap]") {
  Heap heap(32);
  heap.context.set_heap_limit(16 * 1024);
  REQUIRE(heap.take(1000).message == "");
  const auto slots = heap.slots();
  // 1000 bytes cost 1008 and 16 more.
  for (unsigned i = 0; i < 32; ++i) CHECK((slots[i] != 0) == (i < 16));
  // Freeing null is allowed, and makes room again.
  REQUIRE(heap.give().message == "");
  REQUIRE(heap.take(500).message == "");
  CHECK(heap.slots()[15] != 0);
  CHECK(heap.take(20'000).message == "");
  CHECK(heap.slots()[0] == 0);
}

TEST_CASE("a heap block's end is guarded and named", "[ptx][heap][memcheck]") {
  Heap heap;
  heap.take(40);
  CHECK(heap.use(9, 1).message == "");
  CHECK(heap.finding().message == "");
  CHECK(heap.use(10, 1).status == LaunchStatus::fault);
  const auto found = heap.sanitizer.findings();
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == "out-of-bounds write");
  CHECK(found[0].variable == "device malloc, kernel.cu:12");
  CHECK(found[0].place.line == 30);
}

TEST_CASE("a heap block is used no more once it is freed",
          "[ptx][heap][memcheck]") {
  Heap heap;
  heap.take(40);
  heap.give();
  CHECK(heap.use(0, 0).status == LaunchStatus::fault);
  CHECK(heap.finding().kind == "use-after-free read");
}

TEST_CASE("a heap block holds nothing at first", "[ptx][heap][initcheck]") {
  Heap heap;
  heap.take(40);
  heap.use(3, 0);
  CHECK(heap.finding().tool == "initcheck");
  CHECK(heap.finding().variable == "device malloc, kernel.cu:12");
  heap.sanitizer.clear();
  heap.use(4, 1);
  heap.use(4, 0);
  CHECK(heap.finding().message == "");
}

TEST_CASE("a second free of one block is reported", "[ptx][heap][memcheck]") {
  Heap heap;
  heap.take(40);
  CHECK(heap.give().message == "");
  CHECK(heap.give().status == LaunchStatus::fault);
  CHECK(heap.finding().kind == "double free");
  CHECK(heap.finding().place.line == 20);
  CHECK(contains(heap.finding().label,
                 "frees device malloc, kernel.cu:12, which was freed before"));
}

TEST_CASE("a free of what malloc did not give is reported",
          "[ptx][heap][memcheck]") {
  Heap heap;
  SECTION("the middle of a block") {
    heap.take(40);
    CHECK(heap.give(8).status == LaunchStatus::fault);
  }
  SECTION("memory of the host's") {
    heap.take(40);
    const auto taken = heap.slots()[0];
    CHECK(heap.give(heap.slot - taken).status == LaunchStatus::fault);
  }
  CHECK(heap.finding().kind == "invalid free");
}

TEST_CASE("what no kernel has freed is a leak", "[ptx][heap][memcheck]") {
  SanitizerOptions options;
  options.leaks = true;
  Sanitizer sanitizer(options);
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const Module& module = context.load(heap_module, "heap");
  const DeviceAddress slot =
      upload(context, std::vector<std::uint64_t>(1), "slot");
  context.launch(module, "take", {}, Params{}.add(slot).add(std::uint64_t{24}));
  context.free(slot);
  sanitizer.program_ends();
  const auto found = sanitizer.findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].variable == "device malloc, kernel.cu:12");
}

TEST_CASE("the host cannot free a kernel's block", "[ptx][heap]") {
  Heap heap;
  heap.take(40);
  CHECK_THROWS_AS(heap.context.free(heap.slots()[0]), std::out_of_range);
}

TEST_CASE("a heap that is used for long forgets old blocks only",
          "[ptx][heap]") {
  Heap heap(1024);
  for (unsigned round = 0; round < 80; ++round) {
    REQUIRE(heap.take(64).message == "");
    REQUIRE(heap.give().message == "");
  }
  CHECK(heap.use(0, 0).status == LaunchStatus::fault);
  heap.take(64);
  CHECK(heap.use(0, 1).message == "");
}
