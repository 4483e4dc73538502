// SPDX-License-Identifier: Apache-2.0
// Every modifier is consumed by its meaning; the table names all mnemonics.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <set>

#include "kernel_text.h"
#include "ptx/module/opcode_table.h"

namespace lockstep::ptx {
namespace {

Instruction only(const std::string& text) {
  return load_body(text + "; ret;").code.at(0);
}

}  // namespace

TEST_CASE("the opcode table has each mnemonic once", "[ptx][loader]") {
  std::set<std::string_view> names;
  for (unsigned i = 0; i < opcode_count; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    names.insert(name_of(opcode));
    CHECK(opcode_named(name_of(opcode)) == opcode);
  }
  CHECK(names.size() == opcode_count);
  CHECK_FALSE(opcode_named("frobnicate").has_value());
}

TEST_CASE("types, rounding and flags are set", "[ptx][loader]") {
  const Instruction fma = only("fma.rn.ftz.sat.f32 %f1, %f2, %f3, %f4");
  CHECK(fma.type == Type::f32);
  CHECK(fma.modifiers.rounding == Rounding::rn);
  CHECK(fma.modifiers.ftz);
  CHECK(fma.modifiers.sat);
  const Instruction cvt = only("cvt.rzi.s32.f32 %r1, %f1");
  CHECK(cvt.type == Type::s32);
  CHECK(cvt.source_type == Type::f32);
  CHECK(cvt.modifiers.rounding == Rounding::rzi);
  CHECK(only("mad.lo.cc.u32 %r1, %r2, %r3, %r4").modifiers.cc);
  CHECK(only("mul.wide.s32 %d1, %r1, %r2").modifiers.part ==
        Modifiers::Part::wide);
  CHECK(only("min.NaN.f32 %f1, %f2, %f3").modifiers.nan);
}

TEST_CASE("orders and scopes are set", "[ptx][loader]") {
  const Instruction load = only("ld.acquire.gpu.global.u32 %r1, [%d1]");
  CHECK(load.modifiers.semantics == Semantics::acquire);
  CHECK(load.modifiers.scope == Scope::gpu);
  CHECK(load.address.space == Space::global);
  CHECK(only("st.volatile.shared.u32 [%r1], 0").modifiers.semantics ==
        Semantics::is_volatile);
  const Instruction atom = only("atom.shared.add.u32 %r1, [%r2], 4");
  CHECK(atom.modifiers.semantics == Semantics::relaxed);
  CHECK(atom.modifiers.scope == Scope::gpu);
  CHECK(only("membar.gl").modifiers.scope == Scope::gpu);
  CHECK(only("fence.acq_rel.sys").modifiers.semantics == Semantics::acq_rel);
}

TEST_CASE("the order of vote's and barrier's words does not matter",
          "[ptx][loader]") {
  const std::string text = GENERATE("vote.sync.ballot.b32 %r1, %p1, -1",
                                    "vote.ballot.sync.b32 %r1, !%p1, -1");
  const Instruction vote = only(text);
  CHECK(vote.modifiers.vote == Modifiers::Vote::ballot);
  CHECK(vote.modifiers.sync);
  CHECK(vote.z.bytes == 0);
  CHECK(vote.b.bytes == 4);
}

TEST_CASE("bar has four shapes", "[ptx][loader]") {
  using Barrier = Modifiers::Barrier;
  const Instruction sync = only("bar.sync 1, 64");
  CHECK(sync.modifiers.barrier == Barrier::sync);
  CHECK(sync.modifiers.aligned);
  CHECK(sync.b);
  const Instruction warp = only("bar.warp.sync %r1");
  CHECK(warp.modifiers.barrier == Barrier::warp_sync);
  CHECK_FALSE(warp.modifiers.aligned);
  CHECK(warp.a.bytes == 4);
  const Instruction popc = only("barrier.cta.red.popc.u32 %r1, 0, !%p1");
  CHECK(popc.modifiers.barrier == Barrier::red);
  CHECK(popc.d.bytes == 4);
  CHECK_FALSE(popc.b);
  CHECK(popc.z.negated);
  const Instruction both = only("bar.red.and.pred %p1, 0, 64, %p2");
  CHECK(both.modifiers.combine == Combine::op_and);
  CHECK(both.d.bytes == 0);
  CHECK(both.b);
  CHECK(only("bar.arrive 1, 64").modifiers.barrier == Barrier::arrive);
}

TEST_CASE("second destinations and combined predicates are kept",
          "[ptx][loader]") {
  const Instruction setp = only("setp.lt.and.s32 %p1|%p2, %r1, 3, !%p3");
  CHECK(setp.q);
  CHECK(setp.z.negated);
  CHECK(setp.modifiers.combine == Combine::op_and);
  CHECK(setp.modifiers.comparison == Comparison::lt);
  const Instruction shfl = only("shfl.sync.bfly.b32 %r1|%p1, %f2, %r3, 31, -1");
  CHECK(shfl.q.bytes == 0);
  CHECK(shfl.e.bytes == 4);
  CHECK_FALSE(only("setp.eq.f32 %p1|_, %f1, 1.0").q);
  CHECK_FALSE(only("atom.global.add.u32 _, [%d1], 1").d);
  CHECK(only("match.all.sync.b32 %r1|%p1, %r2, -1").q);
  CHECK(only("lop3.b32 %r1, %r2, %r3, %r4, 0x96").immediate == 0x96);
}

TEST_CASE("operands have the manual's exceptional types", "[ptx][loader]") {
  CHECK(only("mad.wide.u32 %d1, %r1, %r2, %d2").c.bytes == 8);
  CHECK(only("popc.b64 %r1, %d1").d.bytes == 4);
  CHECK(only("shr.s64 %d1, %d2, %r1").b.bytes == 4);
  CHECK(only("bfe.u64 %d1, %d2, %r1, %r2").c.bytes == 4);
  CHECK(only("bfi.b64 %d1, %d2, %d3, %r1, %r2").e.bytes == 4);
  CHECK(only("slct.u64.f32 %d1, %d2, %d3, %f1").c.bytes == 4);
  CHECK(only("set.gt.u32.f64 %r1, %g1, %g2").a.bytes == 8);
  CHECK(only("dp4a.u32.s32 %r1, %r2, %r3, %r4").c.bytes == 4);
  CHECK(only("cvt.u8.u32 %r1, %r2").d.bytes == 4);
  CHECK(only("ld.global.u8 %r1, [%d1]").d.bytes == 4);
  CHECK(only("xor.pred %p1, %p2, %p3").a.bytes == 0);
}

}  // namespace lockstep::ptx
