// SPDX-License-Identifier: Apache-2.0
// The table of modifiers (manual, 9.7).
#include "ptx/module/loading/modifier_spellings.h"

namespace lockstep::ptx {
namespace {

void nothing(Instruction&) {}

// Sets Modifiers::FIELD of an instruction to VALUE.
#define SET(field, value) \
  [](Instruction& instruction) { instruction.modifiers.field = value; }
#define SPACE(value) \
  [](Instruction& instruction) { instruction.address.space = Space::value; }
#define WIDTH(value) \
  [](Instruction& instruction) { instruction.vector_width = value; }

using Part = Modifiers::Part;
using Shuffle = Modifiers::Shuffle;
using Vote = Modifiers::Vote;
using Barrier = Modifiers::Barrier;
using Permute = Modifiers::Permute;
using Funnel = Modifiers::FunnelShift;
using Test = Modifiers::TestProperty;

constexpr ModifierSpelling spellings[] = {
    {"round", "rn", SET(rounding, Rounding::rn)},
    {"round", "rz", SET(rounding, Rounding::rz)},
    {"round", "rm", SET(rounding, Rounding::rm)},
    {"round", "rp", SET(rounding, Rounding::rp)},
    {"cvt_round", "rn", SET(rounding, Rounding::rn)},
    {"cvt_round", "rz", SET(rounding, Rounding::rz)},
    {"cvt_round", "rm", SET(rounding, Rounding::rm)},
    {"cvt_round", "rp", SET(rounding, Rounding::rp)},
    {"cvt_round", "rna", SET(rounding, Rounding::rna)},
    {"cvt_round", "rni", SET(rounding, Rounding::rni)},
    {"cvt_round", "rzi", SET(rounding, Rounding::rzi)},
    {"cvt_round", "rmi", SET(rounding, Rounding::rmi)},
    {"cvt_round", "rpi", SET(rounding, Rounding::rpi)},
    {"ftz", "ftz", SET(ftz, true)},
    {"sat", "sat", SET(sat, true)},
    {"approx", "approx", SET(approx, true)},
    {"full", "full", SET(full, true)},
    {"cc", "cc", SET(cc, true)},
    {"uni", "uni", SET(uni, true)},
    {"sync", "sync", SET(sync, true)},
    {"shiftamt", "shiftamt", SET(shiftamt, true)},
    {"nan", "NaN", SET(nan, true)},
    {"xorsign", "xorsign", SET(xorsign, true)},
    {"abs", "abs", nothing},
    {"relu", "relu", SET(relu, true)},
    {"satfinite", "satfinite", SET(satfinite, true)},
    {"to", "to", SET(to_space, true)},
    {"part", "lo", SET(part, Part::lo)},
    {"part", "hi", SET(part, Part::hi)},
    {"part", "wide", SET(part, Part::wide)},
    {"compare", "eq", SET(comparison, Comparison::eq)},
    {"compare", "ne", SET(comparison, Comparison::ne)},
    {"compare", "lt", SET(comparison, Comparison::lt)},
    {"compare", "le", SET(comparison, Comparison::le)},
    {"compare", "gt", SET(comparison, Comparison::gt)},
    {"compare", "ge", SET(comparison, Comparison::ge)},
    {"compare", "lo", SET(comparison, Comparison::lo)},
    {"compare", "ls", SET(comparison, Comparison::ls)},
    {"compare", "hi", SET(comparison, Comparison::hi)},
    {"compare", "hs", SET(comparison, Comparison::hs)},
    {"compare", "equ", SET(comparison, Comparison::equ)},
    {"compare", "neu", SET(comparison, Comparison::neu)},
    {"compare", "ltu", SET(comparison, Comparison::ltu)},
    {"compare", "leu", SET(comparison, Comparison::leu)},
    {"compare", "gtu", SET(comparison, Comparison::gtu)},
    {"compare", "geu", SET(comparison, Comparison::geu)},
    {"compare", "num", SET(comparison, Comparison::num)},
    {"compare", "nan", SET(comparison, Comparison::nan)},
    {"combine", "and", SET(combine, Combine::op_and)},
    {"combine", "or", SET(combine, Combine::op_or)},
    {"combine", "xor", SET(combine, Combine::op_xor)},
    {"atomic", "add", SET(atomic, AtomicOp::add)},
    {"atomic", "inc", SET(atomic, AtomicOp::inc)},
    {"atomic", "dec", SET(atomic, AtomicOp::dec)},
    {"atomic", "min", SET(atomic, AtomicOp::min)},
    {"atomic", "max", SET(atomic, AtomicOp::max)},
    {"atomic", "and", SET(atomic, AtomicOp::op_and)},
    {"atomic", "or", SET(atomic, AtomicOp::op_or)},
    {"atomic", "xor", SET(atomic, AtomicOp::op_xor)},
    {"atomic", "exch", SET(atomic, AtomicOp::exch)},
    {"atomic", "cas", SET(atomic, AtomicOp::cas)},
    {"secondary", "add", SET(atomic, AtomicOp::add)},
    {"secondary", "min", SET(atomic, AtomicOp::min)},
    {"secondary", "max", SET(atomic, AtomicOp::max)},
    {"accumulate", "add", SET(atomic, AtomicOp::add)},
    {"plus_one", "po", SET(plus_one, true)},
    {"scale", "shr7", SET(scale_shift, 7)},
    {"scale", "shr15", SET(scale_shift, 15)},
    {"noftz", "noftz", nothing},
    {"space", "global", SPACE(global)},
    {"space", "shared", SPACE(shared)},
    {"space", "shared::cta", SPACE(shared)},
    {"space", "local", SPACE(local)},
    {"space", "const", SPACE(constant)},
    {"space", "param", SPACE(param)},
    {"space", "param::entry", SPACE(param)},
    {"space", "param::func", SPACE(param)},
    {"order", "weak", SET(semantics, Semantics::weak)},
    {"order", "volatile", SET(semantics, Semantics::is_volatile)},
    {"order", "relaxed", SET(semantics, Semantics::relaxed)},
    {"order", "acquire", SET(semantics, Semantics::acquire)},
    {"order", "release", SET(semantics, Semantics::release)},
    {"order", "acq_rel", SET(semantics, Semantics::acq_rel)},
    {"fence_order", "sc", SET(semantics, Semantics::seq_cst)},
    {"fence_order", "acq_rel", SET(semantics, Semantics::acq_rel)},
    {"scope", "cta", SET(scope, Scope::cta)},
    {"scope", "cluster", SET(scope, Scope::cluster)},
    {"scope", "gpu", SET(scope, Scope::gpu)},
    {"scope", "sys", SET(scope, Scope::sys)},
    {"membar_scope", "cta", SET(scope, Scope::cta)},
    {"membar_scope", "gl", SET(scope, Scope::gpu)},
    {"membar_scope", "sys", SET(scope, Scope::sys)},
    // Hints to the caches: they never change a value.
    {"cache", "ca", nothing},
    {"cache", "cg", nothing},
    {"cache", "cs", nothing},
    {"cache", "lu", nothing},
    {"cache", "cv", nothing},
    {"cache", "wb", nothing},
    {"cache", "wt", nothing},
    {"nc", "nc", nothing},
    {"evict", "L1::evict_normal", nothing},
    {"evict", "L1::evict_unchanged", nothing},
    {"evict", "L1::evict_first", nothing},
    {"evict", "L1::evict_last", nothing},
    {"evict", "L1::no_allocate", nothing},
    {"evict2", "L2::evict_normal", nothing},
    {"evict2", "L2::evict_first", nothing},
    {"evict2", "L2::evict_last", nothing},
    {"hint", "L2::cache_hint", SET(cache_hint, true)},
    {"fetch", "L2::64B", nothing},
    {"fetch", "L2::128B", nothing},
    {"fetch", "L2::256B", nothing},
    {"level", "L1", nothing},
    {"level", "L2", nothing},
    {"level", "L2::evict_normal", nothing},
    {"level", "L2::evict_last", nothing},
    {"vector", "v2", WIDTH(2)},
    {"vector", "v4", WIDTH(4)},
    {"vector", "v8", WIDTH(8)},
    {"shuffle", "up", SET(shuffle, Shuffle::up)},
    {"shuffle", "down", SET(shuffle, Shuffle::down)},
    {"shuffle", "bfly", SET(shuffle, Shuffle::bfly)},
    {"shuffle", "idx", SET(shuffle, Shuffle::idx)},
    {"vote", "all", SET(vote, Vote::all)},
    {"vote", "any", SET(vote, Vote::any)},
    {"vote", "uni", SET(vote, Vote::uni)},
    {"vote", "ballot", SET(vote, Vote::ballot)},
    {"barrier", "sync", SET(barrier, Barrier::sync)},
    {"barrier", "arrive", SET(barrier, Barrier::arrive)},
    {"barrier", "red", SET(barrier, Barrier::red)},
    {"warp", "warp", nothing},
    {"cta", "cta", nothing},
    {"popc", "popc", nothing},
    {"aligned", "aligned", SET(aligned, true)},
    {"permute", "f4e", SET(permute, Permute::f4e)},
    {"permute", "b4e", SET(permute, Permute::b4e)},
    {"permute", "rc8", SET(permute, Permute::rc8)},
    {"permute", "ecl", SET(permute, Permute::ecl)},
    {"permute", "ecr", SET(permute, Permute::ecr)},
    {"permute", "rc16", SET(permute, Permute::rc16)},
    {"funnel", "l", SET(funnel, Funnel::left)},
    {"funnel", "r", SET(funnel, Funnel::right)},
    {"shift_mode", "wrap", SET(wrap, true)},
    {"shift_mode", "clamp", SET(wrap, false)},
    {"test", "finite", SET(test, Test::finite)},
    {"test", "infinite", SET(test, Test::infinite)},
    {"test", "number", SET(test, Test::number)},
    {"test", "notanumber", SET(test, Test::notanumber)},
    {"test", "normal", SET(test, Test::normal)},
    {"test", "subnormal", SET(test, Test::subnormal)},
    {"idx", "idx", nothing},
    {"event_mask", "mask", nothing},
};

#undef SET
#undef SPACE
#undef WIDTH

}  // namespace

std::span<const ModifierSpelling> modifier_spellings() { return spellings; }

}  // namespace lockstep::ptx
