// SPDX-License-Identifier: Apache-2.0
// Variables: initial bytes, names, and who uses which shared memory.
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "kernel_text.h"
#include "ptx/module/loading/variable_loader.h"

namespace lockstep::ptx {
namespace {

template <class T>
T initial(const Variable& variable, std::size_t index) {
  T value;
  REQUIRE((index + 1) * sizeof value <= variable.initial.size());
  std::memcpy(&value, variable.initial.data() + index * sizeof value,
              sizeof value);
  return value;
}

const Variable& variable_of(const Module& module, std::string_view name) {
  const Variable* variable = module.find_variable(name);
  REQUIRE(variable != nullptr);
  return *variable;
}

}  // namespace

TEST_CASE("initial values are stored as the type wants them", "[ptx][loader]") {
  const Module module = load_body(
      "ret;",
      ".global .u32 a[2][3] = {{1, 2}, {4}}; .global .f32 f = 1.5;"
      ".const .f64 g[2] = {0d3FF0000000000000, -2.5}; .global .s16 h = -2;"
      ".global .align 16 .b8 text[5] = {104, 105}; .global .u64 zero[9];");
  const Variable& a = variable_of(module, "a");
  CHECK(a.bytes == 24);
  CHECK(a.initial.size() == 16);
  CHECK(initial<std::uint32_t>(a, 1) == 2);
  CHECK(initial<std::uint32_t>(a, 2) == 0);
  CHECK(initial<std::uint32_t>(a, 3) == 4);
  CHECK(initial<float>(variable_of(module, "f"), 0) == 1.5f);
  const Variable& g = variable_of(module, "g");
  CHECK(g.space == Space::constant);
  CHECK(initial<double>(g, 1) == -2.5);
  CHECK(initial<std::int16_t>(variable_of(module, "h"), 0) == -2);
  CHECK(variable_of(module, "text").alignment == 16);
  CHECK(variable_of(module, "zero").initial.empty());
}

TEST_CASE("addresses in initial values become relocations", "[ptx][loader]") {
  const Module module = load_body(
      "ret;",
      ".global .u64 p[3] = {0, generic(x)+8, later-4}; .global .u32 x[4];"
      ".const .u32 later; .global .u64 entry = k;");
  const Variable& p = variable_of(module, "p");
  REQUIRE(p.relocations.size() == 2);
  CHECK(p.relocations[0].offset == 8);
  CHECK(p.relocations[0].generic);
  CHECK(p.relocations[0].addend == 8);
  CHECK(module.variables[p.relocations[0].variable].name == "x");
  CHECK(p.relocations[1].addend == -4);
  CHECK_FALSE(p.relocations[1].generic);
  CHECK(initial<std::uint64_t>(variable_of(module, "entry"), 0) ==
        function_address(0));
}

TEST_CASE("names are shown as in the source", "[ptx][loader]") {
  CHECK(demangled_name("_ZZ11reduce_smemE4tile") == "tile");
  CHECK(demangled_name("_ZZ6kernelIiEvPT_E4tile") == "tile");
  CHECK(demangled_name("_ZN12_GLOBAL__N_15tableE") == "table");
  CHECK(demangled_name("_ZL6weight") == "weight");
  CHECK(demangled_name("_ZN3lab5boundE") == "bound");
  CHECK(demangled_name("_ZZN3lab6kernelEPiE4tile_0") == "tile");
  CHECK(demangled_name("tile") == "tile");
  CHECK(demangled_name("_Z") == "_Z");
  CHECK(demangled_name("$str") == "$str");
}

TEST_CASE("shared memory: the module's from 0, a kernel's own behind",
          "[ptx][loader]") {
  const Module module = load_module(
      ".version 7.5\n.target sm_80\n"
      ".shared .align 4 .b8 common[12]; .shared .u32 unused[100];\n"
      ".extern .shared .align 64 .b8 dynamic[];\n"
      ".func helper() { .reg .b32 %r; ld.shared.u32 %r, [common]; ret; }\n"
      ".func middle() { call helper; ret; }\n"
      ".entry alone() { .shared .u32 own[4]; .reg .b32 %r;\n"
      "  ld.shared.u32 %r, [own]; ret; }\n"
      ".entry both() { .shared .align 8 .u64 own[2]; .reg .b64 %r;\n"
      "  call middle; ld.shared.u64 %r, [own]; ret; }\n"
      ".entry grown() { .reg .b32 %r; ld.shared.u32 %r, [dynamic];\n"
      "  ld.shared.u32 %r, [common]; ret; }\n"
      ".entry none() { ret; }\n",
      "test");
  const Function* alone = module.find_function("alone");
  CHECK(alone->shared_bytes == 16);
  REQUIRE(alone->shared_variables.size() == 1);
  CHECK(module.variables[alone->shared_variables[0]].shared_offset == 0);
  const Function* both = module.find_function("both");
  CHECK(both->shared_bytes == 32);
  CHECK(module.code[both->begin + 1].address.offset == 16);
  CHECK(both->shared_variables.size() == 2);
  const Function* grown = module.find_function("grown");
  CHECK(grown->shared_bytes == 12);
  CHECK(grown->dynamic_shared_offset == 64);
  CHECK(module.find_function("none")->shared_bytes == 0);
}

TEST_CASE("an indirect call may reach any shared variable of the module",
          "[ptx][loader]") {
  const Module module = load_body(
      ".shared .u32 own; ld.param.u64 %d1, [p];\n"
      "P: .callprototype _ ();\ncall %d1, P; st.shared.u32 [own], 1; ret;",
      ".shared .u32 common[8];");
  CHECK(module.functions[0].shared_bytes == 36);
}

}  // namespace lockstep::ptx
