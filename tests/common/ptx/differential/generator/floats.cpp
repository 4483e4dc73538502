// SPDX-License-Identifier: Apache-2.0
// Floating point, comparisons and conversions. Every add, sub and mul says how
// it rounds, so that none may be fused with another. Where two float64 NaNs
// meet, the assembler's order of operands decides which one is left: results
// that are NaN are replaced by one NaN, except where no second one can be. So
// is what neg and abs make of one: its sign is left open.
//
// ptxas 13.0 drops the guard of testp and of set that gives a float: they
// never stand under one.
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

#define ONE_NAN                 \
  " setp.nan.f64 %q0, $1, $1; " \
  "selp.f64 $1, 0d7FFFFFFFFFFFFFFF, $1, %q0;"

constexpr std::string_view floats[] = {
    "<add|sub|mul>.<rn|rz|rm|rp><|.ftz><|.sat>.f32 $f, $f, $F;",
    "<add|sub|mul>.<rn|rz|rm|rp><|.ftz>.f32 $f, $f, $F;",
    "fma.<rn|rz|rm|rp><|.ftz><|.sat>.f32 $f, $f, $f, $F;",
    "fma.<rn|rz|rm|rp><|.ftz>.f32 $f, $f, $F, $f;",
    "mad.<rn|rz|rm|rp>.f32 $f, $f, $f, $F;",
    "<rcp|sqrt>.<rn|rz|rm|rp><|.ftz>.f32 $f, $f;",
    "div.<rn|rz|rm|rp><|.ftz>.f32 $f, $f, $F;",
    "<min|max><|.ftz><|.NaN>.f32 $f, $f, $F;",
    "<abs|neg><|.ftz>.f32 $f, $f; setp.nan.f32 %q0, $1, $1; "
    "selp.f32 $1, 0f7FFFFFFF, $1, %q0;",
    "copysign.f32 $f, $f, $F;",
    "<add|sub|mul>.<rn|rz|rm|rp>.f64 $d, $d, $D;" ONE_NAN,
    "<add|sub|mul>.<rn|rz|rm|rp>.f64 $d, $d, $D;" ONE_NAN,
    "<fma|mad>.<rn|rz|rm|rp>.f64 $d, $d, $d, $D;" ONE_NAN,
    "<rcp|sqrt>.<rn|rz|rm|rp>.f64 $d, $d;" ONE_NAN,
    "div.<rn|rz|rm|rp>.f64 $d, $d, $D;" ONE_NAN,
    "<min|max>.f64 $d, $d, $D;" ONE_NAN,
    "<abs|neg>.f64 $d, $d;" ONE_NAN,
    "copysign.f64 $d, $d, $D;" ONE_NAN,
    // One NaN of any bits: which of them are left is the hardware's rule.
    "or.b64 %u0, $x, 0x7ff0000000000001; mov.b64 %g0, %u0; "
    "<add|sub|mul|div>.<rn|rz|rm|rp>.f64 %g1, %g0, "
    "<0d3FF8000000000000|0dBFF0000000000000|0d7FF0000000000000>; "
    "mov.b64 $x, %g1;",
    "!testp.<finite|infinite|number|notanumber|normal|subnormal>."
    "<f32 $p, $f|f64 $p, $d>;",
};

#define COMPARE_FLOATS "<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>"
#define COMPARE_INTEGERS "<eq|ne|lt|le|gt|ge>"
#define COMPARE_UNSIGNED "<lo|ls|hi|hs>"

constexpr std::string_view comparisons[] = {
    "setp." COMPARE_INTEGERS ".<u16|s16> $p, $h, $H;",
    "setp." COMPARE_INTEGERS ".<u32|s32> $p, $r, $R;",
    "setp." COMPARE_INTEGERS ".<u64|s64> $p, $x, $X;",
    "setp." COMPARE_UNSIGNED ".<u16 $p, $h, $H|u32 $p, $r, $R|u64 $p, $x, $X>;",
    "setp.<eq|ne>.<b16 $p, $h, $H|b32 $p, $r, $R|b64 $p, $x, $X>;",
    "setp." COMPARE_INTEGERS ".<u32|s32> <%p0~%p1|%p3~%p2>, $r, $R;",
    "setp." COMPARE_INTEGERS ".<and|or|xor>.<u32|s32> $p, $r, $R, $P;",
    "setp." COMPARE_INTEGERS
    ".<and|or|xor>.<s64> <%p0~%p2|%p3~%p1>, $x, $X, $P;",
    "setp." COMPARE_FLOATS "<|.ftz>.f32 $p, $f, $F;",
    "setp." COMPARE_FLOATS
    ".<and|or|xor><|.ftz>.f32 <%p2~%p1|%p0~%p3>, $f, "
    "$F, $P;",
    "setp." COMPARE_FLOATS ".f64 $p, $d, $D;",
    "setp." COMPARE_FLOATS ".<and|or|xor>.f64 $p, $d, $D, $P;",
    "!set." COMPARE_INTEGERS ".<u32|s32>.<u32|s32> $r, $r, $R;",
    "!set." COMPARE_INTEGERS ".f32.<u16|s16> $f, $h, $H;",
    "!set." COMPARE_INTEGERS
    ".<and|or|xor>.<u32|s32>.<u64|s64> $r, $x, $X, $P;",
    "!set." COMPARE_FLOATS "<|.ftz>.<u32|s32>.f32 $r, $f, $F;",
    "!set." COMPARE_FLOATS ".<and|or|xor>.f32.f32 $f, $f, $F, $P;",
    "!set." COMPARE_FLOATS ".<u32|s32>.f64 $r, $d, $D;",
    "selp.<b16|u16|s16> $h, $h, $H, $p;",
    "selp.<b32|u32|s32> $r, $r, $R, $p;",
    "selp.<b64|u64|s64> $x, $x, $X, $p;",
    "selp.<f32 $f, $f, $F|f64 $d, $d, $D>, $p;",
    "slct.<b16|u16|s16>.s32 $h, $h, $H, $r;",
    "slct.<b32|u32|s32>.s32 $r, $r, $R, $r;",
    "slct.<b64|u64|s64><.s32 $x, $x, $X, $r|.f32 $x, $x, $X, $f>;",
    "slct.ftz.<u32.f32 $r, $r, $R|f32.f32 $f, $f, $F>, $f;",
    "slct.<f32.s32 $f, $f, $F|f64.s32 $d, $d, $D>, $r;",
};

#define INTEGERS_8_16 "<u8|s8|u16|s16>"
#define TO_INTEGRAL "<rni|rzi|rmi|rpi>"
#define ROUNDED "<rn|rz|rm|rp>"

constexpr std::string_view conversions[] = {
    "cvt." INTEGERS_8_16 "." INTEGERS_8_16 " $h, $h;",
    "cvt<|.sat>." INTEGERS_8_16 ".<u32|s32> $h, $r;",
    "cvt<|.sat>." INTEGERS_8_16 ".<u64|s64> $h, $x;",
    "cvt.<u32|s32>." INTEGERS_8_16 " $r, $h;",
    "cvt<|.sat>.<u32|s32>.<u64|s64> $r, $x;",
    "cvt.<u64|s64>.<" INTEGERS_8_16 " $x, $h|<u32|s32> $x, $r>;",
    // .sat stands only where not every value fits.
    "cvt.sat.<u8|s8>.<u16|s16> $h, $h;",
    "cvt.sat.<u8.s8|s8.u8|u16.s8|u16.s16|s16.u16> $h, $h;",
    "cvt.sat.<u32.<s8|s16> $r, $h|u32.s32 $r, $r|s32.u32 $r, $r>;",
    "cvt.sat.u64.<<s8|s16> $x, $h|s32 $x, $r|s64 $x, $x>;",
    "cvt.sat.s64.u64 $x, $x;",
    "cvt." TO_INTEGRAL "<|.ftz><|.sat>." INTEGERS_8_16 ".f32 $h, $f;",
    "cvt." TO_INTEGRAL "<|.ftz><|.sat>.<u32|s32>.f32 $r, $f;",
    "cvt." TO_INTEGRAL "<|.ftz><|.sat>.<u64|s64>.f32 $x, $f;",
    "cvt." TO_INTEGRAL "<|.sat>." INTEGERS_8_16 ".f64 $h, $d;",
    "cvt." TO_INTEGRAL "<|.sat>.<u32|s32>.f64 $r, $d;",
    "cvt." TO_INTEGRAL "<|.sat>.<u64|s64>.f64 $x, $d;",
    "cvt." ROUNDED "<|.sat>.f32." INTEGERS_8_16 " $f, $h;",
    "cvt." ROUNDED "<|.sat>.f32.<u32|s32> $f, $r;",
    "cvt." ROUNDED "<|.sat>.f32.<u64|s64> $f, $x;",
    "cvt." ROUNDED ".f64." INTEGERS_8_16 " $d, $h;",
    "cvt." ROUNDED ".f64.<u32|s32> $d, $r;",
    "cvt." ROUNDED ".f64.<u64|s64> $d, $x;",
    "cvt." TO_INTEGRAL "<|.ftz><|.sat>.f32.f32 $f, $f;",
    "cvt<|.ftz>.sat.f32.f32 $f, $f;",
    "cvt." TO_INTEGRAL ".f64.f64 $d, $d;" ONE_NAN,
    "cvt<|.ftz>.f64.f32 $d, $f;" ONE_NAN,
    "cvt." ROUNDED "<|.ftz><|.sat>.f32.f64 $f, $d;",
    "mov.b32 $r, $f;",
    "mov.b32 $f, $r;",
    "mov.b64 $x, $d;",
    "mov.b64 $d, $x;" ONE_NAN,
    "mov.b64 {%r3, %r4}, $d;",
    "mov.b64 $d, {$r, $r};" ONE_NAN,
};

}  // namespace

Templates float_templates() { return floats; }
Templates comparison_templates() { return comparisons; }
Templates conversion_templates() { return conversions; }

}  // namespace lockstep::ptx::differential
