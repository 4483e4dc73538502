// SPDX-License-Identifier: Apache-2.0
// What the loader refuses, each with its line and the whole instruction.
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "kernel_text.h"
#include "module_claims.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

/// Why the module, or its first refused function, was refused; empty if it
/// was accepted.
std::string message_of(const std::string& text) {
  try {
    const Module module = load_module(text, "test");
    CHECK(broken_claim(module) == "");
    for (const Function& function : module.functions)
      if (function.refusal) return function.refusal->why;
  } catch (const PtxError& error) {
    return error.what();
  }
  return "";
}

struct BadText {
  const char* instruction;
  const char* reason;
};

}  // namespace

TEST_CASE("an instruction that cannot be decoded is quoted", "[ptx][loader]") {
  const BadText refusal = GENERATE(values<BadText>({
      {"frobnicate.u32 %r1, %r2", "unsupported instruction"},
      {"add.bogus.u32 %r1, %r2, %r3", "unsupported modifier '.bogus'"},
      {"add.u32.u32 %r1, %r2, %r3", "one type too many"},
      {"add %r1, %r2, %r3", "a type is missing"},
      {"add.rn.rz.f32 %f1, %f2, %f3", "repeats or contradicts"},
      {"add.rn.u32 %r1, %r2, %r3", "for floating-point types"},
      {"mul.u32 %r1, %r2, %r3", ".lo .hi .wide"},
      {"mul.lo.f32 %f1, %f2, %f3", "for integers"},
      {"mul.wide.u64 %d1, %d2, %d3", "16- and 32-bit"},
      {"fma.f32 %f1, %f2, %f3, %f4", "a modifier is missing: .rn"},
      {"div.f32 %f1, %f2, %f3", "rounding mode"},
      {"rcp.approx.rn.f32 %f1, %f2", "rounding mode"},
      {"add.u32 %r1, %r2", "this takes 3 operands"},
      {"ret %r1", "this takes 0 operands"},
      {"bar.sync 1, 2, 3", "1 to 2 operands"},
      {"add.u32 %r1, %r2, %zz", "'%zz' is not declared"},
      {"add.u32 %r1, %r2, %r9", "'%r9' is not declared"},
      {"add.u32 %r1, %d1, %r2", "width"},
      {"add.u32 %r1, %h1, %r2", "width"},
      {"cvt.u64.u32 %r1, %r2", "width"},
      {"add.u32 %r1, %p1, %r2", "is a predicate"},
      {"selp.u32 %r1, %r2, %r3, %r4", "is no predicate"},
      {"add.u32 %r1, !%r2, %r3", "cannot be negated"},
      {"and.pred %p1, %p2, %r1", "is no predicate"},
      {"add.f32 %f1, %f2, 1", "an integer constant"},
      {"mov.u32 %r1, 1.5", "does not fit"},
      {"mov.b64 %d1, 0f3F800000", "does not fit"},
      {"add.u32 5, %r1, %r2", "must be a register"},
      {"vadd.u32.u32.u32 %r1, %r2.b4, %r3", "'.b4' selects nothing"},
      {"vadd2.u32.u32.u32 %r1, %r2.h4, %r3, %r4", "selects nothing"},
      {"vadd4.u32.u32.u32 %r1.b4, %r2, %r3, %r4", "selects nothing"},
      {"add.u32 _, %r1, %r2", "'_' is not declared"},
      {"bra nowhere", "no label 'nowhere'"},
      {"bra %r1", "no label"},
      {"brx.idx %r1, nowhere", "no list of targets"},
      {"call nothing", "'nothing' is not declared"},
      {"call g, (%d1)", "does not have the width"},
      {"call g", "passes 0 arguments"},
      {"call %d1", "needs a prototype"},
      {"ld.global.u32 %r1, %d1", "in brackets"},
      {"ld.global.u32 %r1, [%r2]", "too narrow"},
      {"ld.shared.u32 %r1, [x]", "not in the state space"},
      {"ld.u32 %r1, [s]", "not in the state space"},
      {"ld.param.u32 %r1, [x]", "not in the state space"},
      {"st.param.u32 [n], 3", "cannot be written"},
      {"st.const.u32 [%d1], 3", "cannot be written"},
      {"ld.relaxed.u32 %r1, [%d1]", ".cta .cluster .gpu .sys"},
      {"ld.release.gpu.u32 %r1, [%d1]", "order"},
      {"ld.gpu.u32 %r1, [%d1]", "scope"},
      {"ld.global.v2.u32 %r1, [%d1]", "vector"},
      {"ld.global.v2.u32 {%r1, %r2, %r3}, [%d1]", "vector"},
      {"ld.global.u32 {%r1, %r2}, [%d1]", "needs .v2"},
      {"ld.global.v4.b128 {%d1, %d2, %d3, %d4}, [%d1]", "too wide"},
      {"mov.b32 {%r1, %r2}, %r3", "width"},
      {"mov.b64 {%r1, %r2, %r3}, %d1", "2 or 4"},
      {"mov.f32 %f1, %v2", "does not name one register"},
      {"mov.u32 %r1, x", "cannot be an operand"},
      {"mov.u32 %r1, %tid", "not declared"},
      {"mov.u64 %d1, %tid.x", "width"},
      {"add.u32 %r1, %clock, 1", "read by mov only"},
      {"add.u64 %d1, dyn, 1", "cannot be an operand"},
      {"red.global.exch.b32 [%d1], %r1", "no '.exch'"},
      {"red.async.global.add.u32 [%d1], %r1", "'.async'"},
      {"atom.global.cas.b32 %r1, [%d1], %r2", "'.cas' takes two"},
      {"atom.global.add.u32 %r1, [%d1], %r2, %r3", "'.cas' takes two"},
      {"atom.param.add.u32 %r1, [%d1], %r2", ".global and .shared"},
      {"setp.lt.and.u32 %p1, %r1, %r2", "go with a predicate"},
      {"setp.lt.u32 %p1, %r1, %r2, %p2", "go with a predicate"},
      {"setp.u32 %p1, %r1, %r2", ".eq .ne"},
      {"add.u32 %r1|%p1, %r2, %r3", "one destination too many"},
      {"shfl.sync.up.b32 %r1, %r2, 1, 0", "member mask"},
      {"vote.sync.any.b32 %r1, %p1, -1", "'.ballot' goes with"},
      {"bar.red.xor.pred %p1, 0, %p2", "does not exist"},
      {"bar.red.u32 %r1, 0, %p2", "'.red' goes with"},
      {"bar.warp.arrive 0", "'.warp' goes with"},
      {"match.ballot.sync.b32 %r1, %r2, -1", "'.any' and '.all'"},
      {"redux.sync.exch.b32 %r1, %r2, -1", "does not have"},
      {"lop3.b32 %r1, %r2, %r3, %r4, %r5", "an integer constant"},
      {"@%r1 ret", "is no predicate"},
      {"@%p9 ret", "is not declared"},
      {"wgmma.fence.sync.aligned", "unsupported instruction"},
  }));
  CAPTURE(refusal.instruction);
  const std::string message = message_of(module_text(
      std::string("mov.u32 %r1, 0;\n") + refusal.instruction + ";\nret;",
      ".global .u32 x; .shared .u32 s; .func g(.param .b32 a) {}"
      " .extern .shared .b8 dyn[];"));
  const std::string place = "PTX line " + std::to_string(body_line + 1) + ": ";
  CHECK_THAT(message, StartsWith(place));
  CHECK_THAT(message, ContainsSubstring(refusal.reason));
  CHECK_THAT(message, ContainsSubstring(refusal.instruction));
}

TEST_CASE("an instruction that cannot be decoded refuses its function only",
          "[ptx][loader]") {
  const Module module = load_module(
      module_text("mov.u32 %r1, 0;\nfrobnicate;\nbra l;\nl: nonsense;",
                  ".func g() { ret; } .func h() { nothing.u32 a; }"),
      "test");
  CHECK(broken_claim(module) == "");
  CHECK_FALSE(module.find_function("g")->refusal.has_value());
  const auto& nothing = module.find_function("h")->refusal;
  REQUIRE(nothing.has_value());
  CHECK_THAT(nothing->why, ContainsSubstring("'nothing.u32 a'"));
  const auto& frobnicate = module.find_function("k")->refusal;
  REQUIRE(frobnicate.has_value());
  CHECK_THAT(frobnicate->why, ContainsSubstring("'frobnicate'"));
  CHECK(module.code[frobnicate->pc].opcode == Opcode::op_trap);
  CHECK(module.code[frobnicate->pc].ptx_line == body_line + 1);
}

TEST_CASE("text that is no PTX refuses the module", "[ptx][loader]") {
  CHECK_THROWS_AS(load_module(module_text("mov.u32 %r1"), "test"), PtxError);
}

TEST_CASE("declarations that cannot be are refused", "[ptx][loader]") {
  const BadText refusal = GENERATE(values<BadText>({
      {".global .u32 x; .global .u32 x;", "declared twice"},
      {".global .u32 x; .func x() { ret; }", "declared twice"},
      {".func f() { ret; } .func f() { ret; }", "declared twice"},
      {".func f(); .func f(.param .b32 a) { ret; }", "different parameters"},
      {".global .u32 x[];", "size is missing"},
      {".global .u32 x[4294967296][4294967296];", "1 GiB"},
      {".global .u32 x[1000000000];", "1 GiB"},
      {".global .u32 x[200000000]; .global .u32 y[200000000];", "1 GiB"},
      {".global .align 3 .u32 x;", "power of two"},
      {".global .pred x;", "unsupported type"},
      {".global .u32 x[2] = {1, 2, 3};", "more initial values"},
      {".global .u32 x = 1.5;", "does not fit"},
      {".global .f32 x = 1;", "does not fit"},
      {".global .u32 x = y;", "not declared"},
      {".global .u32 y; .global .u32 x = y;", "64-bit type"},
      {".shared .u32 x = 4;", "no initial value"},
      {".reg .b32 x;", "not supported"},
      {".tex .u64 x;", "unsupported directive"},
      {".shared .attribute(.managed) .u32 x;", "only .global"},
      {".global .attribute(.odd) .u32 x;", "unsupported attribute"},
      {".func (.shared .b32 r) f() { ret; }", "a .param or a .reg"},
      {".entry f(.reg .b32 r) { ret; }", "declaration of a register"},
      {".func f() { a: a: ret; }", "twice"},
      {".func f() { .reg .b32 a; .reg .b64 a; }", "declared twice"},
      {".func f() { .reg .b32 a<4>; .reg .b64 a3; }", "declared twice"},
      {".func f() { .reg .b32 a<4000000000>; .reg .b32 b<4000000000>; }",
       "too many registers"},
      {".func f() { .local .b8 a[1000000]; }", "512 KiB"},
      {".func f() { .param .b8 a[100000]; }", "64 KiB"},
      {".func f() { .global .u32 a; }", "state space"},
      {".entry f(.param .b8 a[40000]) { ret; }", "32764"},
      {".file 70000 \"x\"", "too many files"},
      {".address_size 32", "64-bit addresses"},
  }));
  CAPTURE(refusal.instruction);
  CHECK_THAT(message_of(module_text("ret;", refusal.instruction)),
             ContainsSubstring(refusal.reason));
}

TEST_CASE("a function may use 65536 registers and no more", "[ptx][loader]") {
  std::string body = ".reg .b16 %x<70000>;\n";
  for (int i = 0; i < 65536; ++i)
    body += "mov.b16 %x" + std::to_string(i) + ", 0;\n";
  CHECK(message_of(module_text(body)).empty());
  CHECK_THAT(message_of(module_text(body + "mov.b16 %x65536, 0;")),
             ContainsSubstring("65536 registers"));
}

}  // namespace lockstep::ptx
