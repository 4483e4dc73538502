// SPDX-License-Identifier: Apache-2.0
// Labels and scopes, calls, source locations, the end of a function.
#include <catch2/catch_test_macros.hpp>

#include "kernel_text.h"
#include "module_claims.h"

namespace lockstep::ptx {

TEST_CASE("labels are found from their scope outwards", "[ptx][loader]") {
  const Module module = load_body(
      "L: bra M; { L: bra L; bra M; } { L: bra.uni L; } bra L; M: ret;");
  CHECK(module.code[0].target == 5);
  CHECK(module.code[1].target == 1);
  CHECK(module.code[2].target == 5);
  CHECK(module.code[3].target == 3);
  CHECK(module.code[4].target == 0);
}

TEST_CASE("a table of targets serves brx", "[ptx][loader]") {
  const Module module = load_body(
      "T: .branchtargets A, B;\nbrx.idx.uni %r1, T;\nA: exit;\nB: ret;");
  REQUIRE(module.branch_tables.size() == 1);
  CHECK(module.branch_tables[0] == std::vector<std::uint32_t>{1, 2});
  CHECK(module.code[0].a.bytes == 4);
}

TEST_CASE("control never runs off the end of a function", "[ptx][loader]") {
  for (const char* body : {"", "add.u32 %r1, %r1, 1;", "@%p1 ret;",
                           "bra E; E:", "ret; E: bra E; ret;"}) {
    CAPTURE(body);
    const Module module = load_body(body);
    CHECK(broken_claim(module).empty());
  }
  CHECK(load_body("ret;").code.size() == 1);
  CHECK(load_body("bra E; E:").code.size() == 2);
}

TEST_CASE("a call names its callee and the frame's param variables",
          "[ptx][loader]") {
  const Module module = load_body(
      "{ .param .b64 a; st.param.b64 [a], %d1; .param .b32 b;\n"
      "st.param.b32 [b], 3; .param .b32 r;\n"
      "call.uni (r), f, (a, b); ld.param.b32 %r1, [r]; }\n"
      "{ .param .align 8 .b8 big[40]; call g, (big); } call stop; ret;",
      ".func (.param .b32 r) f(.param .b64 a, .param .b32 b)\n"
      "{ .reg .b32 %t; ld.param.b32 %t, [b]; st.param.b32 [r], %t; ret; }"
      ".extern .func g(.param .align 8 .b8 x[40]); .func stop() { exit; }");
  REQUIRE(module.calls.size() == 3);
  const CallSite& call = module.calls[0];
  CHECK(module.functions[call.callee].name == "f");
  REQUIRE(call.arguments.size() == 2);
  CHECK(call.arguments[1].offset == 8);
  CHECK(call.arguments[1].bytes == 4);
  CHECK(call.results.at(0).offset == 12);
  CHECK(module.calls[1].arguments[0].offset == 0);
  const Function* f = module.find_function("f");
  REQUIRE(f != nullptr);
  CHECK(f->parameters[1].offset == 8);
  CHECK(f->returns[0].offset == 12);
  CHECK(f->frame_param_bytes == 16);
  CHECK(module.code[f->begin].address.space == Space::param_frame);
  CHECK(module.code[f->begin].address.offset == 8);
  const Function* k = module.find_function("k");
  REQUIRE(k != nullptr);
  CHECK(k->frame_param_bytes == 40);
  CHECK(k->param_bytes == 12);
  CHECK(module.find_function("g")->is_extern);
}

TEST_CASE("an indirect call goes through a register and a prototype",
          "[ptx][loader]") {
  const Module module = load_body(
      "mov.u64 %d1, f;\n{ .param .b32 a;\n"
      "P: .callprototype _ (.param .b32 _);\ncall %d1, (a), P; } ret;",
      ".func f(.param .b32 a) { ret; }");
  CHECK(constant_lane<std::uint64_t>(module, module.code[1].a, 3) ==
        function_address(0));
  CHECK(module.calls[0].indirect.bytes == 8);
}

TEST_CASE("instructions carry the chain of places they were inlined at",
          "[ptx][loader]") {
  const Module module = load_body(
      "mov.u32 %r1, 1;\n.loc 1 9 3\n"
      ".loc 2 40 5, function_name $a, inlined_at 1 9 3\n"
      ".loc 2 80 1, function_name $b, inlined_at 2 40 5\n"
      "mov.u32 %r1, 2;\n.loc 1 0 3\nmov.u32 %r1, 3;\n.loc 1 10 3\n"
      "mov.u32 %r1, 4;\n.loc 7 3 3\nret;");
  const auto chain = [&](std::size_t pc) {
    return module.locations[module.code[pc].location];
  };
  CHECK(chain(0).place == SourceLocation{1, 7, 1});
  CHECK(chain(1).place == SourceLocation{2, 80, 1});
  CHECK(chain(1).inlined_at ==
        std::vector{SourceLocation{2, 40, 5}, SourceLocation{1, 9, 3}});
  CHECK(module.code[2].location == module.code[1].location);
  CHECK(chain(3).place == SourceLocation{1, 10, 3});
  CHECK(chain(3).inlined_at.empty());
  CHECK(chain(4).place.file == 0);
  CHECK(module.files.at(2) == "h.cuh");
}

TEST_CASE("a function without .loc has no place of another", "[ptx][loader]") {
  const Module module =
      load_module(module_text("ret;") + ".func f() { ret; }", "test");
  CHECK(module.code[0].location != 0);
  CHECK(module.code[1].location == 0);
}

TEST_CASE("an instruction knows its line of PTX", "[ptx][loader]") {
  const Module module = load_body("  add.u32 %r1,\n %r2, 1;\nret;");
  CHECK(module.code[0].ptx_line == body_line);
  CHECK(module.text_of(module.code[0]) == "add.u32 %r1,");
  CHECK(module.code[1].ptx_line == body_line + 2);
}

}  // namespace lockstep::ptx
