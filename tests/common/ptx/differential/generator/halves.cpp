// SPDX-License-Identifier: Apache-2.0
// Half precision, one number or two in a register. What compute capability
// 8.0 does not have (sums of bf16, comparisons of them) is left out. As among
// the other floats, neg and abs leave one NaN, and set has no guard.
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

// ptxas makes a move of min and max with one register for both sources, which
// leaves a NaN as it is: theirs always differ.
#define SOME_H "<%h0|%h2>"
#define OTHER_H "<%h1|%h3>"
#define SOME_R "<%r0|%r2|%r5>"
#define OTHER_R "<%r1|%r3|%r6>"

#define COMPARE "<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>"
#define TO_INTEGRAL "<rni|rzi|rmi|rpi>"
#define ROUNDED "<rn|rz|rm|rp>"

constexpr std::string_view halves[] = {
    "mov.b16 $h, <0x3c00|0xbc01|0x7bff|0xfbff|0x7c00|0x0400|0x83ff|0x6401>;",
    "mov.b16 $h, <0x3f80|0xbf81|0x7f7f|0xff80|0x0080|0x807f|0x4b01|0x3eff>;",
    "mov.b32 $r, <0x3c003bff|0x7bff7bff|0x04008401|0x3f80bf7f|0x7f7f0080>;",
    "mov.b32 $r, {$h, $h};",
    "mov.b32 {%h2, %h0}, $r;",
    "<add|sub|mul>.rn<|.ftz><|.sat>.f16 $h, $h, $h;",
    "<add|sub|mul>.rn<|.ftz><|.sat>.f16x2 $r, $r, $r;",
    "<add|sub|mul>.rn<|.ftz>.<f16 $h, $h, $h|f16x2 $r, $r, $r>;",
    "fma.rn<|.ftz><|.sat>.<f16 $h, $h, $h, $h|f16x2 $r, $r, $r, $r>;",
    "fma.rn<|.ftz>.relu.<f16 $h, $h, $h, $h|f16x2 $r, $r, $r, $r>;",
    "fma.rn<|.relu>.<bf16 $h, $h, $h, $h|bf16x2 $r, $r, $r, $r>;",
    "fma.rn.<bf16 $h, $h, $h, $h|bf16x2 $r, $r, $r, $r>;",
    "<neg|abs><|.ftz>.f16 $h, $h; setp.nan.f16 %q0, $1, $1; "
    "selp.b16 $1, 0x7fff, $1, %q0;",
    "<min|max><|.ftz><|.NaN>."
    "<f16 $h, " SOME_H ", " OTHER_H "|f16x2 $r, " SOME_R ", " OTHER_R ">;",
    "<min|max><|.NaN>."
    "<bf16 $h, " SOME_H ", " OTHER_H "|bf16x2 $r, " SOME_R ", " OTHER_R ">;",
    "setp." COMPARE "<|.ftz>.f16 $p, $h, $h;",
    "setp." COMPARE ".<and|or|xor>.f16 $p, $h, $h, $P;",
    "setp." COMPARE "<|.ftz>.f16x2 <%p0~%p1|%p3~%p2>, $r, $r;",
    "!set." COMPARE "<|.ftz>.f16.f16 $h, $h, $h;",
    "!set." COMPARE "<|.ftz>.f16x2.f16x2 $r, $r, $r;",
    "!set." COMPARE ".<u32|s32>.f16 $r, $h, $h;",
    "cvt." ROUNDED ".f16.<f32 $h, $f|f64 $h, $d>;",
    "cvt.rn<|.relu>.<f16x2|bf16x2>.f32 $r, $f, $F;",
    "cvt.<rn|rz><|.relu>.<f16|bf16>.f32 $h, $f;",
    "cvt.<rn|rz>.<f16x2|bf16x2>.f32 $r, $f, $f;",
    "cvt.rna.tf32.f32 $r, $f;",
    "cvt<|.ftz>.f32.f16 $f, $h;",
    "cvt.f64.f16 $d, $h; setp.nan.f64 %q0, $1, $1; "
    "selp.f64 $1, 0d7FFFFFFFFFFFFFFF, $1, %q0;",
    "cvt." TO_INTEGRAL "<|.sat>.<u16|s16|u8|s8>.f16 $h, $h;",
    "cvt." TO_INTEGRAL "<|.sat>.<u32|s32>.f16 $r, $h;",
    "cvt." TO_INTEGRAL "<|.sat>.<u64|s64>.f16 $x, $h;",
    "cvt." ROUNDED "<|.sat>.f16.<u8 $h, $h|s16 $h, $h|u32 $h, $r|s64 $h, $x>;",
    "cvt." ROUNDED ".f16.<s8 $h, $h|u16 $h, $h|s32 $h, $r|u64 $h, $x>;",
    "cvt." TO_INTEGRAL "<|.sat>.f16.f16 $h, $h;",
};

}  // namespace

Templates half_templates() { return halves; }

}  // namespace lockstep::ptx::differential
