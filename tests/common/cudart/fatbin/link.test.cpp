// SPDX-License-Identifier: Apache-2.0
#include "cudart/fatbin/link.h"

#include <catch2/catch_test_macros.hpp>

#include "ptx/runtime/runtime.h"

using namespace lockstep;

namespace {

const std::string head = ".version 7.0\n.target sm_80\n.address_size 64\n";

const std::string caller = head + R"(
.extern .func (.param .b32 r) seven();
.extern .global .align 4 .u32 shared_value;
.weak .func (.param .b32 r) both()
{
  .reg .b32 %a<2>;
  mov.u32 %a1, 100;
  st.param.b32 [r], %a1;
  ret;
}
.visible .entry kernel()
{
  .reg .b32 %a<5>;
  .param .b32 one;
  .loc 1 10 0
  call.uni (one), seven, ();
  ld.param.b32 %a1, [one];
  call.uni (one), both, ();
  ld.param.b32 %a2, [one];
  add.s32 %a3, %a1, %a2;
  st.global.u32 [shared_value], %a3;
  ret;
}
.file 1 "caller.cu"
)";

const std::string callee = head + R"(
.visible .global .align 4 .u32 shared_value = 1;
.weak .func (.param .b32 r) both()
{
  .reg .b32 %a<2>;
  mov.u32 %a1, 100;
  st.param.b32 [r], %a1;
  ret;
}
.visible .func (.param .b32 r) seven()
{
  .reg .b32 %a<2>;
  .loc 1 20 0, function_name both, inlined_at 2 30 0
  mov.u32 %a1, 7;
  st.param.b32 [r], %a1;
  ret;
}
.file 1 "callee.cu"
.file 2 "other.cu"
)";

}  // namespace

TEST_CASE("link: objects find each other's functions and variables",
          "[cudart]") {
  ptx::Context context;
  const ptx::Module& module =
      context.load(cudart::linked_ptx({caller, callee}), "linked");
  REQUIRE(context.launch(module, "kernel", {}, {}).status ==
          ptx::LaunchStatus::success);
  std::uint32_t value = 0;
  context.copy_from_device(std::as_writable_bytes(std::span(&value, 1)),
                           context.address_of(module, "shared_value").value());
  CHECK(value == 107);
}

TEST_CASE("link: every object keeps its own files", "[cudart]") {
  const std::string text = cudart::linked_ptx({caller, callee});
  const auto holds = [&](const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(holds(".file 1 \"caller.cu\""));
  CHECK(holds(".file 2 \"callee.cu\""));
  CHECK(holds(".file 3 \"other.cu\""));
  CHECK(holds(".loc 1 10 0"));
  CHECK(holds(".loc 2 20 0"));
  CHECK(holds("inlined_at 3 30 0"));
}

TEST_CASE("link: each object has names of its own", "[cudart]") {
  const auto object = [](const std::string& kernel, int value) {
    return head + ".global .align 4 .u32 $str = " + std::to_string(value) +
           ";\n.global .align 4 .u32 $str2;\n.visible .global .align 4 .u32 " +
           kernel + "_saw;\n.visible .entry " + kernel +
           "()\n{\n.reg .b32 %a;\nld.global.u32 %a, [$str];\n"
           "st.global.u32 [$str2], %a;\nst.global.u32 [" +
           kernel + "_saw], %a;\nret;\n}\n";
  };
  ptx::Context context;
  const ptx::Module& module = context.load(
      cudart::linked_ptx({object("one", 1), object("two", 2)}), "linked");
  for (const std::string kernel : {"one", "two"}) {
    REQUIRE(context.launch(module, kernel, {}, {}).status ==
            ptx::LaunchStatus::success);
    std::uint32_t value = 0;
    context.copy_from_device(
        std::as_writable_bytes(std::span(&value, 1)),
        context.address_of(module, kernel + "_saw").value());
    CHECK(value == (kernel == "one" ? 1 : 2));
  }
}

TEST_CASE("link: what is defined twice and is not weak is an error",
          "[cudart]") {
  const std::string one = head + ".visible .func f()\n{\n  ret;\n}\n";
  ptx::Context context;
  CHECK_THROWS_AS(context.load(cudart::linked_ptx({one, one}), "twice"),
                  ptx::PtxError);
  CHECK_THROWS_AS(cudart::linked_ptx({"this is no PTX"}), ptx::PtxError);
}
