// SPDX-License-Identifier: Apache-2.0
// Integer instructions. What the manual leaves open is avoided, except for
// division by zero and the least number by -1, which the emulator promises to
// do as the hardware does. abs and neg of s16 are left out: ptxas 13.0 makes
// 32768 of the least number where it widens the result.
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

constexpr std::string_view integers[] = {
    "<add|sub>.<u16|s16> $h, $h, $H;",
    "<add|sub>.<u32|s32> $r, $r, $R;",
    "<add|sub>.<u64|s64> $x, $x, $X;",
    "<add|sub>.sat.s32 $r, $r, $R;",
    "mul.<lo|hi>.<u16|s16> $h, $h, $H;",
    "mul.<lo|hi>.<u32|s32> $r, $r, $R;",
    "mul.<lo|hi>.<u64|s64> $x, $x, $X;",
    "mul.wide.<u16|s16> $r, $h, $H;",
    "mul.wide.<u32|s32> $x, $r, $R;",
    "mad.<lo|hi>.<u16|s16> $h, $h, $h, $H;",
    "mad.<lo|hi>.<u32|s32> $r, $r, $R, $r;",
    "mad.<lo|hi>.<u64|s64> $x, $x, $x, $X;",
    "mad.hi.sat.s32 $r, $r, $r, $R;",
    "mad.wide.<u16|s16> $r, $h, $h, $R;",
    "mad.wide.<u32|s32> $x, $r, $r, $X;",
    "mul24.<lo|hi>.<u32|s32> $r, $r, $R;",
    "mad24.<lo|hi>.<u32|s32> $r, $r, $r, $R;",
    "mad24.hi.sat.s32 $r, $r, $r, $R;",
    "sad.<u16|s16> $h, $h, $h, $H;",
    "sad.<u32|s32> $r, $r, $r, $R;",
    "sad.<u64|s64> $x, $x, $x, $X;",
    "<div|rem>.<u16|s16> $h, $h, $h;",
    "<div|rem>.<u32|s32> $r, $r, $r;",
    "<div|rem>.<u64|s64> $x, $x, $x;",
    "<div|rem>.<u16|s16> $h, $h, <2|3|7|100|0x7fff>;",
    "<div|rem>.<u32|s32> $r, $r, <1|3|7|16|641|0x7fffffff|0x80000000>;",
    "<div|rem>.<u64|s64> $x, $x, <3|10|4096|0x100000001|0x8000000000000000>;",
    "<abs|neg>.<s32 $r, $r|s32 $r, $r|s64 $x, $x>;",
    "<min|max>.<u16|s16> $h, $h, $H;",
    "<min|max>.<u32|s32> $r, $r, $R;",
    "<min|max>.<u64|s64> $x, $x, $X;",
    "dp4a.<u32|s32>.<u32|s32> $r, $r, $R, $r;",
    "dp2a.<lo|hi>.<u32|s32>.<u32|s32> $r, $r, $R, $r;",
};

// Positions and lengths of fields are below 256, as the manual asks. Constant
// ones of bfi lie within 32 bits: of others ptxas 13.0 takes the length modulo
// 32, while the hardware does what the manual says.
constexpr std::string_view bits[] = {
    "<popc|clz>.b32 $r, $r;",
    "<popc|clz>.b64 $r, $x;",
    "bfind<|.shiftamt>.<u32|s32> $r, $r;",
    "bfind<|.shiftamt>.<u64|s64> $r, $x;",
    "and.b32 %t0, $r, 31; fns.b32 $r, $r, %t0, $k;",
    "and.b32 %t0, $r, 31; sub.s32 %t1, $k, %t0; fns.b32 $r, $r, %t0, %t1;",
    "brev.<b32 $r, $r|b64 $x, $x>;",
    "and.b32 %t0, $r, 255; and.b32 %t1, $r, 255; "
    "bfe.<<u32|s32> $r, $R|<u64|s64> $x, $X>, %t0, %t1;",
    "bfe.<<u32|s32> $r, $r|<u64|s64> $x, $x>, $k, <$k|$n>;",
    "and.b32 %t0, $r, 255; and.b32 %t1, $r, 255; "
    "bfi.<b32 $r, $r, $R|b64 $x, $x, $X>, %t0, %t1;",
    "bfi.<b32 $r, $R, $r|b64 $x, $X, $x>, <0|3|7|12|16>, <0|1|4|8|16>;",
    "bmsk.<clamp|wrap>.b32 $r, $r, $R;",
    "<and|or|xor>.b16 $h, $h, $H;",
    "<and|or|xor>.b32 $r, $r, $R;",
    "<and|or|xor>.b64 $x, $x, $X;",
    "<and|or|xor>.pred $p, $p, $p;",
    "not.<b16 $h, $h|b32 $r, $r|b64 $x, $x|pred $p, $p>;",
    "cnot.<b16 $h, $h|b32 $r, $r|b64 $x, $x>;",
    "<shl.b16|shr.u16|shr.s16|shr.b16> $h, $h, <$r|$k|0xffff>;",
    "<shl.b32|shr.u32|shr.s32|shr.b32> $r, $r, <$R|$k>;",
    "<shl.b64|shr.u64|shr.s64|shr.b64> $x, $x, <$R|$k>;",
    "shf.<l|r>.<clamp|wrap>.b32 $r, $r, $R, <$R|$k>;",
    "lop3.b32 $r, $r, $R, $r, $n;",
    "lop3.b32 $r, $r, $R, $r, <0x80|0x96|0xe8|0xfe>;",
    "prmt.b32<|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> $r, $r, $R, $R;",
    "prmt.b32 $r, $r, $r, $R;",
    "mov.b32 <{%h0, %h1}|{%h3, %h2}>, $r;",
    "mov.b32 $r, {$h, $h};",
    "mov.b64 <{%r0, %r1}|{%r5, %r2}>, $x;",
    "mov.b64 $x, {$r, $r};",
    "mov.b64 {%h0, %h3, %h1, %h2}, $x;",
    "mov.b64 $x, {$h, $h, $h, $h};",
};

// A chain only adds or only subtracts: carry and borrow are one flag. Its
// types have one sign, as those that compilers make.
#define SOME_R "<%r0|%r2|%r5|%r7>"
#define OTHER_R "<%r1|%r3|%r4|%r6>"
#define SOME_X "<%x0|%x2|%x4>"
#define OTHER_X "<%x1|%x3|%x5>"
#define ADD_CHAIN(T, U)                                                       \
  "add.cc." T " %t0, " SOME_R ", $R; addc.cc." T " %t1, " OTHER_R ", " SOME_R \
  "; addc." T " $r, $r, $R; xor.b32 $r, %t0, %t1;",                           \
      "add.cc." U " %u0, " SOME_X ", $X; addc.cc." U " %u1, " OTHER_X         \
      ", " SOME_X "; addc." T " $r, 0, 0; xor.b64 $x, %u0, %u1;"
#define SUB_CHAIN(T, U)                                                        \
  "sub.cc." T " %t0, " SOME_R ", " OTHER_R "; subc.cc." T " %t1, " OTHER_R     \
  ", " SOME_R "; subc." T " $r, " SOME_R ", " OTHER_R                          \
  "; xor.b32 $r, %t0, %t1;",                                                   \
      "sub.cc." U " %u0, " SOME_X ", " OTHER_X "; subc.cc." U " %u1, " OTHER_X \
      ", " SOME_X "; subc." T                                                  \
      " $r, 0, 0; "                                                            \
      "xor.b64 $x, %u0, %u1;"
#define MAD_CHAIN(T, U)                                                        \
  "mad.lo.cc." T " %t0, $r, $r, $R; madc.hi.cc." T " %t1, $r, $r, $R; addc." T \
  " $r, $r, 0; xor.b32 $r, %t0, %t1;",                                         \
      "mad.hi.cc." T " %t0, $r, $r, $R; madc.lo.cc." T                         \
      " %t1, $r, $r, $R; madc.<lo|hi>." T                                      \
      " $r, $r, $r, 0; "                                                       \
      "xor.b32 $r, %t0, %t1;",                                                 \
      "mad.<lo|hi>.cc." U " %u0, $x, $x, $X; madc.<lo|hi>.cc." U               \
      " %u1, $x, $x, $X; addc." U " $x, $x, 0; xor.b64 $x, %u0, %u1;"

constexpr std::string_view carries[] = {
    ADD_CHAIN("u32", "u64"), ADD_CHAIN("s32", "s64"), SUB_CHAIN("u32", "u64"),
    SUB_CHAIN("s32", "s64"), MAD_CHAIN("u32", "u64"), MAD_CHAIN("s32", "s64"),
};

constexpr std::string_view plain[] = {
    "<add|sub>.u32 $r, $r, $R;",
    "mul.lo.u32 $r, $r, <$R|0x9e3779b1>;",
    "mad.lo.s32 $r, $r, $r, $R;",
    "<min|max>.<u32|s32> $r, $r, $R;",
    "<and|or|xor>.b32 $r, $r, $R;",
    "shf.l.wrap.b32 $r, $r, $r, $k;",
    "<shl.b32|shr.u32|shr.s32> $r, $r, $k;",
    "setp.<eq|ne|lt|le|gt|ge>.<u32|s32> $p, $r, $R;",
    "setp.<lt|ge>.<and|or|xor>.s32 $p, $r, $R, $P;",
    "selp.b32 $r, $r, $R, $p;",
    "<popc|clz|brev>.b32 $r, $r;",
    "add.u32 $r, $r, %lane;",
};

}  // namespace

Templates integer_templates() { return integers; }
Templates bit_templates() { return bits; }
Templates carry_templates() { return carries; }
Templates plain_templates() { return plain; }

}  // namespace lockstep::ptx::differential
