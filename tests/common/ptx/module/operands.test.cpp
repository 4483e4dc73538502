// SPDX-License-Identifier: Apache-2.0
// Operands: widths, constants, addresses, vectors.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "kernel_text.h"
#include "ptx/module/special_register.h"

namespace lockstep::ptx {

TEST_CASE("a constant has the width of its operand in every lane",
          "[ptx][loader]") {
  const Module module = load_body(
      "add.u32 %r1, %r2, -1; mad.wide.u16 %r1, %h1, 2, 70000;\n"
      "shl.b64 %d1, %d2, 3; add.f32 %f1, %f2, 1.5; mov.f64 %g1, 0f3F800000;\n"
      "st.global.u8 [%d1], 255; ret;");
  const auto& code = module.code;
  CHECK(code[0].b.bytes == 4);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    CHECK(constant_lane<std::uint32_t>(module, code[0].b, lane) == ~0u);
  CHECK(code[1].b.bytes == 2);
  CHECK(code[1].c.bytes == 4);
  CHECK(constant_lane<std::uint32_t>(module, code[1].c, 5) == 70000);
  CHECK(code[2].b.bytes == 4);
  CHECK(constant_lane<float>(module, code[3].b, 31) == 1.5f);
  CHECK(constant_lane<double>(module, code[4].a, 1) == 1.0);
  CHECK(code[5].a.bytes == 2);
}

TEST_CASE("equal constants of one width share their lanes", "[ptx][loader]") {
  const Module module = load_body(
      "mov.u32 %r1, 7; mov.u32 %r2, 7; mov.u32 %r3, 8; mov.u64 %d1, 7; ret;");
  const auto& code = module.code;
  CHECK(code[0].a.offset == code[1].a.offset);
  CHECK(code[0].a.offset != code[2].a.offset);
  CHECK(code[0].a.offset != code[3].a.offset);
}

TEST_CASE("only used registers take room, none that of the carry",
          "[ptx][loader]") {
  const Module module = load_body(
      ".reg .b32 %many<4000000>;\n"
      "add.u32 %many3999999, %r1, %r2; setp.eq.u32 %p1, %r1, 0; ret;");
  const Function& k = module.functions[0];
  CHECK(k.register_bytes == 64 + 3 * 128);
  std::set<std::uint32_t> offsets;
  for (const Operand* operand :
       {&module.code[0].d, &module.code[0].a, &module.code[0].b}) {
    CHECK(operand->offset % 64 == 0);
    CHECK(operand->offset >= 64);
    offsets.insert(operand->offset);
  }
  CHECK(offsets.size() == 3);
  CHECK(module.code[1].d.bytes == 0);
  CHECK(module.code[1].d.offset > carry_flag_offset);
}

TEST_CASE("special registers, guards and negation are operands",
          "[ptx][loader]") {
  const Module module = load_body(
      "@!%p1 mov.u32 %r1, %tid.x; selp.u32 %r1, 1, WARP_SZ, !%p2; ret;");
  CHECK(module.code[0].guard.negated);
  CHECK(module.code[0].a.base == Operand::Base::specials);
  CHECK(module.code[0].a.offset == offset_of(SpecialRegister::tid_x));
  CHECK(module.code[1].z.negated);
  CHECK(constant_lane<std::uint32_t>(module, module.code[1].b, 0) == 32);
}

TEST_CASE("vectors have elements and sinks have none", "[ptx][loader]") {
  const Module module = load_body(
      "mov.b64 {%r1, _}, %d1; mov.b64 %d1, {%r1, 5};\n"
      "ld.global.v4.f32 {%f1, _, %f2, %f3}, [%d1];\n"
      "ld.global.v2.f32 %v2, [%d1]; mov.f32 %f1, %v2.y;\n"
      "st.global.v4.b32 [%d1], %v4; mov.b128 {%d1, %d2}, %q; ret;");
  const auto& code = module.code;
  CHECK_FALSE(code[0].d);
  CHECK(code[0].vector_width == 2);
  CHECK(code[0].vector[0]);
  CHECK_FALSE(code[0].vector[1]);
  CHECK(code[1].d);
  CHECK(code[1].vector[1].base == Operand::Base::constants);
  CHECK(code[2].vector_width == 4);
  CHECK_FALSE(code[2].vector[1]);
  CHECK(code[4].a.offset == code[3].vector[1].offset);
  CHECK(code[5].vector[3]);
  CHECK(code[6].vector[1].bytes == 8);
}

TEST_CASE("addresses know their state space", "[ptx][loader]") {
  const Module module = load_body(
      ".local .align 8 .b8 box[24]; .local .u32 more;\n"
      ".shared .u32 tile[8];\n"
      "ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n];\n"
      "ld.local.u32 %r1, [more+4]; mov.u64 %d1, box+8;\n"
      "ld.shared.u32 %r1, [tile+12]; ld.shared.u32 %r1, [dynamic+4];\n"
      "mov.u32 %r1, dynamic; mov.u32 %r1, tile+4; ld.global.u32 %r1, [x+4];\n"
      "ld.shared.u32 %r1, [12]; ld.u32 %r1, [%d1+-4]; mov.u64 %d1, p; ret;",
      ".extern .shared .align 32 .b8 dynamic[]; .global .u32 x[3];");
  const auto& code = module.code;
  CHECK(code[0].address.space == Space::param);
  CHECK(code[1].address.offset == 8);
  CHECK(code[2].address.space == Space::local);
  CHECK(code[2].address.frame_relative);
  CHECK(code[2].address.offset == 28);
  CHECK_FALSE(code[3].a);
  CHECK(code[3].address.frame_relative);
  CHECK(code[3].address.offset == 8);
  CHECK(code[4].address.offset == 12);
  CHECK_FALSE(code[4].address.base);
  const std::uint32_t dynamic = offset_of(SpecialRegister::dynamic_shared);
  CHECK(code[5].address.base.offset == dynamic);
  CHECK(code[5].address.offset == 4);
  CHECK(code[6].address.base.offset == dynamic);
  CHECK(constant_lane<std::uint32_t>(module, code[7].a, 9) == 4);
  CHECK(code[8].address.base.base == Operand::Base::constants);
  CHECK(code[8].address.offset == 4);
  REQUIRE(module.constants.relocations.size() == 1);
  CHECK(module.constants.relocations[0].offset == code[8].address.base.offset);
  CHECK(code[9].address.offset == 12);
  CHECK(code[10].address.offset == -4);
  CHECK(constant_lane<std::uint64_t>(module, code[11].a, 0) == 0);
  const Function& k = module.functions[0];
  CHECK(k.local_bytes == 28);
  CHECK(k.param_bytes == 12);
  CHECK(k.shared_bytes == 32);
  CHECK(k.dynamic_shared_offset == 32);
}

TEST_CASE("members of a range are told from names with digits",
          "[ptx][loader]") {
  const Module module = load_body(
      ".reg .b64 %r1x; .reg .b64 %z1<3>; .reg .b32 %z<12>;\n"
      "mov.b64 %r1x, 0; mov.b32 %z9, 0; mov.b64 %z12, 0;\n"
      "{ .reg .b64 %r1; mov.b64 %r1, 0; } mov.b32 %r1, 0; ret;");
  CHECK(module.code[2].d.bytes == 8);
  CHECK(module.code[3].d.bytes == 8);
  CHECK(module.code[4].d.bytes == 4);
}

}  // namespace lockstep::ptx
