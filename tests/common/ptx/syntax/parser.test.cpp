// SPDX-License-Identifier: Apache-2.0
// The parser: the shape of the tree, and what is no module.
#include "ptx/syntax/parser.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

const std::string header =
    ".version 7.5\n.target sm_80, debug\n.address_size 64\n";

/// Statements of a kernel whose body is `text`. The tree's views point into
/// `storage`.
std::vector<Statement> body_of(const std::string& text, std::string& storage) {
  storage = header + ".visible .entry k() {" + text + "}";
  return parse(storage).functions.at(0).body;
}

InstructionSyntax only_instruction(const std::string& text,
                                   std::string& storage) {
  const auto body = body_of(text, storage);
  REQUIRE(body.size() == 1);
  return std::get<InstructionSyntax>(body[0]);
}

std::uint64_t value_of(const std::string& expression) {
  std::string storage;
  const auto node = only_instruction("mov.u64 x, " + expression + ";", storage);
  REQUIRE(node.operands.at(1).kind == OperandSyntax::Kind::integer);
  return node.operands[1].bits;
}

}  // namespace

TEST_CASE("an instruction keeps guard, modifiers and text", "[ptx][parser]") {
  std::string storage;
  const auto node =
      only_instruction("@!%p1 add.sat .s32 %r1, %r2, -3 ;", storage);
  CHECK(node.guard == "%p1");
  CHECK(node.guard_negated);
  CHECK(node.mnemonic == "add");
  CHECK(node.modifiers == std::vector<std::string_view>{"sat", "s32"});
  CHECK(node.text == "@!%p1 add.sat .s32 %r1, %r2, -3");
  CHECK(node.line == 4);
  REQUIRE(node.operands.size() == 3);
  CHECK(node.operands[2].bits == ~std::uint64_t{2});
}

TEST_CASE("operands have every form of the manual", "[ptx][parser]") {
  std::string storage;
  const auto node = only_instruction(
      "x %p|%q, {%r1, _}, [a+-4], [12], a-8, %tid.x, !%p, 0f3F800000;",
      storage);
  const auto& operands = node.operands;
  REQUIRE(operands.size() == 8);
  CHECK(operands[0].second == "%q");
  REQUIRE(operands[1].elements.size() == 2);
  CHECK(operands[1].elements[1].name == "_");
  CHECK(operands[2].kind == OperandSyntax::Kind::memory);
  CHECK(operands[2].bits == ~std::uint64_t{3});
  CHECK(operands[3].name.empty());
  CHECK(operands[3].bits == 12);
  CHECK(operands[4].bits == ~std::uint64_t{7});
  CHECK(operands[5].name == "%tid.x");
  CHECK(operands[6].negated);
  CHECK(operands[7].kind == OperandSyntax::Kind::single_real);
}

TEST_CASE("constant expressions bind as in C", "[ptx][parser]") {
  CHECK(value_of("2+3*4") == 14);
  CHECK(value_of("-(3+4)*2") == std::uint64_t(-14));
  CHECK(value_of("-8>>1") == std::uint64_t(-4));
  CHECK(value_of("1<<4|3") == 19);
  CHECK(value_of("~0&0xff^1") == 254);
  CHECK(value_of("10-3-2") == 5);
  CHECK(value_of("-7/2") == std::uint64_t(-3));
  CHECK(value_of("17%5") == 2);
  CHECK(value_of("WARP_SZ-1") == 31);
  CHECK(value_of("(-9223372036854775807-1)/-1") == 9223372036854775808ull);
}

TEST_CASE("declarations keep space, shape and initial values",
          "[ptx][parser]") {
  const std::string text = header +
                           ".global .align 8 .u32 x[2][3] = {{1, 2}, {4}};\n"
                           ".const .u64 p[] = {generic(x)+4, x};\n"
                           ".extern .shared .align 16 .b8 tile[];\n";
  const ModuleSyntax module = parse(text);
  REQUIRE(module.variables.size() == 3);
  const VariableSyntax& x = module.variables[0];
  CHECK(x.alignment == 8);
  CHECK(x.dimensions == std::vector<std::uint64_t>{2, 3});
  REQUIRE(x.initial.size() == 3);
  CHECK(x.initial[2].index == 3);
  const VariableSyntax& p = module.variables[1];
  CHECK(p.dimensions[0] == 2);
  CHECK(p.initial[0].generic);
  CHECK(p.initial[0].value.bits == 4);
  CHECK_FALSE(p.initial[1].generic);
  CHECK(module.variables[2].is_extern);
  CHECK(module.variables[2].has_open_size);
}

TEST_CASE(".loc, scopes, labels and lists of targets are statements",
          "[ptx][parser]") {
  std::string storage;
  const auto body = body_of(
      ".loc 2 134 3, function_name $L__info_string0+4, inlined_at 1 8 3\n"
      "{ .pragma \"nounroll\"; L: }\n"
      "T: .branchtargets L1, L2;\n"
      "P: .callprototype (.param .b32 _) _ (.param .b64 _);",
      storage);
  REQUIRE(body.size() == 6);
  const auto& loc = std::get<LocSyntax>(body[0]);
  CHECK(loc.place == SourceLocation{2, 134, 3});
  CHECK(loc.inlined_at == SourceLocation{1, 8, 3});
  CHECK(std::holds_alternative<ScopeOpen>(body[1]));
  CHECK(std::get<LabelSyntax>(body[2]).name == "L");
  CHECK(std::holds_alternative<ScopeClose>(body[3]));
  CHECK(std::get<TargetsSyntax>(body[4]).targets.size() == 2);
  CHECK(std::get<PrototypeSyntax>(body[5]).parameters.size() == 1);
}

TEST_CASE("a function's head is read whole", "[ptx][parser]") {
  const std::string text =
      header +
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
      ".func .noreturn stop() .noreturn ;\n"
      ".weak .entry k(.param .u64 .ptr .global .align 4 p,\n"
      " .param .align 16 .b8 q[48])\n"
      ".maxntid 16, 8, 2\n.minnctapersm 2\n.maxnreg 32 { ret; }\n"
      ".file 1 \"a.cu\", 123, 456\n"
      ".section .debug_str { L: .b8 1,2\n { .b8 3 } }\n";
  const ModuleSyntax module = parse(text);
  REQUIRE(module.functions.size() == 3);
  CHECK(module.functions[0].is_extern);
  CHECK(module.functions[0].returns.size() == 1);
  CHECK_FALSE(module.functions[1].has_body);
  const FunctionSyntax& kernel = module.functions[2];
  CHECK(kernel.is_kernel);
  CHECK(kernel.max_threads == 256);
  CHECK(kernel.parameters.at(1).dimensions.at(0) == 48);
  CHECK(module.files.at(0).name == "a.cu");
}

TEST_CASE("what is no module is refused", "[ptx][parser]") {
  const std::string text =
      GENERATE("", "hello", ".version", ".version 7", ".version 7.5",
               ".target sm_80", ".version 7.5\n.target");
  CAPTURE(text);
  CHECK_THROWS_AS(parse(text), PtxError);
}

TEST_CASE("malformed statements are refused with their line", "[ptx][parser]") {
  const std::string body = GENERATE(
      "add.s32 %r1, %r2", "add.s32 %r1 %r2;", "@ ret;", "@%p;", "ld %r, [;",
      "ld %r, [4;", "mov {%r1, %r2;", "mov x, 1/0;", "mov x, (1;", ".loc 1 2",
      ".reg .b32 %r<0>;", ".reg .b32 %r<4;", ".reg .b32;", "mov x, 5 + ;",
      "x: .branchtargets ;", ".local .b8 x[][];", ".maxnreg 4;",
      "mov x, -0f3F800000;", "{", "mov x, 1 < 2;");
  const std::string text = header + ".entry k() {\n\n" + body + "\n}";
  CAPTURE(body);
  try {
    parse(text);
    FAIL("accepted");
  } catch (const PtxError& error) {
    CHECK(error.line() >= 6);
    CHECK(error.line() <= 7);
  }
}

TEST_CASE("deep nesting is refused, not followed", "[ptx][parser]") {
  const std::string nest = GENERATE("{", "mov x, (", "mov x, -", "x {");
  std::string text = header + ".entry k() {";
  for (int i = 0; i < 100000; ++i) text += nest;
  CHECK_THROWS_AS(parse(text), PtxError);
}

TEST_CASE("more nodes than the limit are refused", "[ptx][parser]") {
  std::string text = header + ".entry k() {";
  for (int i = 0; i < (1 << 20); ++i) text += "a:";
  CHECK_THROWS_AS(parse(text), PtxError);
}

}  // namespace lockstep::ptx
