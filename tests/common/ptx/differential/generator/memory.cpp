// SPDX-License-Identifier: Apache-2.0
// Loads and stores that no other thread can see, constant memory, fences, and
// atomics whose order cannot be told from their outcome. What several threads
// share is in shared_tile.cpp.
#include <fmt/format.h>

#include "generator/bodies.h"
#include "generator/frame.h"
#include "generator/instructions.h"
#include "generator/shared_tile.h"

namespace lockstep::ptx::differential {

namespace {

/// A width: which offsets are aligned, how to store and how to load. `@` is
/// the state space.
struct Width {
  unsigned offsets;
  const char* store;
  const char* load;
};

constexpr Width widths[] = {
    {63, "st@.<u8|b8> [%u0], <$h|$r|$x>;", "ld@.<u8|s8|b8> <$h|$r|$x>, [%u0];"},
    {62, "st@.<u16|b16> [%u0], <$h|$r|$x>;",
     "ld@.<u16|s16|b16> <$h|$r|$x>, [%u0];"},
    {60, "st@.<b32|u32|s32> [%u0], <$r|$x>;",
     "ld@.<u32|s32|b32> <$r|$x>, [%u0];"},
    {60, "st@.f32 [%u0], $f;", "ld@.b32 $r, [%u0];"},
    {56, "st@.b64 [%u0], $x;", "ld@.<u64|s64> $x, [%u0];"},
    {56, "st@.f64 [%u0], $d;", "ld@.b64 $x, [%u0];"},
    {60, "st@.v2.b16 [%u0], {$h, $h};", "ld@.v2.u16 {%h0, %h2}, [%u0];"},
    {62, "st@.v2.b8 [%u0], {$h, $h};", "ld@.v2.<u8|s8> {%h3, %h1}, [%u0];"},
    {56, "st@.v2.b32 [%u0], {$r, $r};", "ld@.v2.u32 {%r5, %r1}, [%u0];"},
    {48, "st@.v4.b32 [%u0], {$r, $r, $r, $r};",
     "ld@.v4.u32 {%r3, %r7, %r2, %r4}, [%u0];"},
    {48, "st@.v2.b64 [%u0], {$x, $x};", "ld@.v2.u64 {%x0, %x3}, [%u0];"},
};

struct Private {
  const char* space;
  const char* base;
};

constexpr Private privates[] = {
    {".local", "mov.u64 %u0, private_bytes; "},
    {"", "mov.u64 %u0, private_bytes; cvta.local.u64 %u0, %u0; "},
    {".global", "add.u64 %u0, %slot, 192; "},
    {"<|.volatile>", "add.u64 %u0, %slot, 192; "},
    {"<.relaxed.gpu|.relaxed.cta|.volatile>.global",
     "add.u64 %u0, %slot, 192; "},
};

/// A store to the thread's own bytes, or a load from them.
Statement private_access(Writer& writer) {
  Random& random = writer.random;
  const Private& where = random.pick(privates);
  const Width& width = random.pick(widths);
  std::string access = random.chance(1, 2) ? width.store : width.load;
  const bool is_vector = access.find(".v") != access.npos;
  const bool is_strong = where.space[0] == '<';
  access.replace(access.find('@'), 1,
                 is_vector && is_strong ? ".global" : where.space);
  return {{writer.fill(
              fmt::format("{{ {}and.b32 %t0, $r, {}; cvt.u64.u32 %u1, %t0; "
                          "add.u64 %u0, %u0, %u1; {} }}",
                          where.base, width.offsets, access))},
          {}};
}

// Results of atomics are used only where no other thread has the address.
constexpr std::string_view atomics_alone[] = {
    "atom<|.relaxed.gpu|.acq_rel.gpu>.global.<add|min|max>.<u32|s32> "
    "$r, [%slot+<192|212>], $r;",
    "atom.global.<and|or|xor|exch>.b32 $r, [%slot+<192|216>], $R;",
    "atom.global.<inc|dec>.u32 $r, [%slot+<192|220>], $R;",
    "atom<|.release.sys>.<add|min|max>.u64 $x, [%slot+<200|224>], $x;",
    "atom.global.<min|max>.s64 $x, [%slot+<200|224>], $X;",
    "atom.global.<and|or|xor|exch>.b64 $x, [%slot+<200|232>], $x;",
    "ld.global.b32 %t0, [%slot+192]; "
    "atom.global.cas.b32 $r, [%slot+192], <%t0|$r>, $R;",
    "ld.global.b64 %u0, [%slot+200]; "
    "atom<|.acquire.gpu>.global.cas.b64 $x, [%slot+200], <%u0|$x>, $X;",
    "ld.global.b16 %v0, [%slot+240]; "
    "atom.global.cas.b16 $h, [%slot+240], <%v0|$h>, $h;",
};

#define CELL(n) "[%out+CELLS+" n "]"

// Each cell has one operation, so that the order makes no difference.
constexpr std::string_view atomics_together[] = {
    "red<|.relaxed.gpu>.global.add.u32 " CELL("0") ", $R;",
    "atom.global.add.u32 %t0, " CELL("0") ", $r;",
    "red.global.add.u64 " CELL("8") ", $x;",
    "<red.min.s32|red.global.min.s32> " CELL("16") ", $R;",
    "red.global.min.u64 " CELL("24") ", $x;",
    "atom.min.u32 %t0, " CELL("32") ", $r;",
    "<red.global.and.b64|red.relaxed.sys.and.b64> " CELL("40") ", $X;",
    "red.global.max.s32 " CELL("48") ", $r;",
    "red.global.max.u64 " CELL("56") ", $x;",
    "red.global.or.b32 " CELL("64") ", $r;",
    "atom<|.acq_rel.gpu>.global.xor.b64 %u0, " CELL("72") ", $x;",
    "and.b32 %t0, $r, 15; cvt.rn.f32.u32 %e0, %t0; "
    "red.global.add.f32 " CELL("80") ", %e0;",
    "red.global.inc.u32 " CELL("88") ", 100;",
    "and.b32 %t0, $r, 15; cvt.rn.f64.u32 %g0, %t0; "
    "red.global.add.f64 " CELL("96") ", %g0;",
};

constexpr std::string_view elsewhere[] = {
    "and.b32 %t0, $r, 31; mov.u64 %u0, constant_table; "
    "mad.wide.u32 %u0, %t0, 8, %u0; ld.const.b64 $x, [%u0];",
    "and.b32 %t0, $r, 31; mov.u64 %u0, constant_table; "
    "cvta.const.u64 %u0, %u0; mad.wide.u32 %u0, %t0, 8, %u0; "
    "ld.<u32 $r|s8 $r|u64 $x>, [%u0];",
    "ld.const.<u32 $r|s16 $h|u8 $h>, [constant_table+<0|8|40|200>];",
    "ld.global<|.nc|.ca|.cg>.b64 $x, [%in3+24576];",
    "ld.global<|.nc>.v2.b32 {%r1, %r6}, [%in0];",
    "membar.<cta|gl|sys>;",
    "fence.<sc|acq_rel>.<cta|gpu|sys>;",
    "mov.u64 %u0, private_bytes; cvta.local.u64 %u0, %u0; "
    "isspacep.<local|shared|global> $p, %u0;",
    "cvta.shared.u64 %u0, %tile; isspacep.<local|shared|global> $p, %u0;",
    "isspacep.<local|shared|global> $p, %slot;",
    "cvta.shared.u64 %u0, %tile; cvta.to.shared.u64 %u0, %u0; "
    "setp.eq.u64 $p, %u0, %tile;",
};

Statement together(Writer& writer) {
  Statement statement = writer.statement(atomics_together);
  std::string& text = statement.text.front();
  text.replace(text.find("CELLS"), 5,
               std::to_string(cells_begin(writer.program)));
  return statement;
}

struct Maker {
  Writer& writer;
  unsigned left;

  Statement leaf() {
    Random& random = writer.random;
    switch (random.below(12)) {
      case 0:
      case 1:
      case 2:
        return private_access(writer);
      case 3:
        return writer.statement(atomics_alone);
      case 4:
        return together(writer);
      case 5:
        return writer.statement(elsewhere);
      case 6:
      case 7:
        return writer.statement(plain_templates());
      default:
        return shared_statement(writer);
    }
  }

  /// The same way for all threads of a block, so that barriers may be in it.
  Statement uniform(unsigned depth) {
    static const std::vector<std::string> shapes[] = {
        {"{ .reg .b32 %c#; mov.u32 %c#, <1|2|3>; L#_head:",
         "sub.u32 %c#, %c#, 1; setp.ne.u32 %q0, %c#, 0; "
         "@%q0 bra L#_head; }"},
        {"{ mov.u32 %t0, %ctaid.x; setp.<eq|ne|ge>.u32 %q0, %t0, <0|1|2>; "
         "@%q0 bra L#_end;",
         "L#_end: }"},
        {"{ mov.u32 %t0, %ctaid.x; and.b32 %t0, %t0, 1; "
         "setp.eq.u32 %q0, %t0, 0; @%q0 bra<|.uni> L#_else;",
         "bra.uni L#_end; L#_else:", "L#_end: }"},
    };
    const auto& pieces = writer.random.pick(shapes);
    Statement statement{writer.fill_pieces(pieces), {}};
    for (std::size_t n = 0; n + 1 < pieces.size(); ++n) {
      statement.bodies.push_back(body(depth + 1, 1 + writer.random.below(4)));
    }
    return statement;
  }

  Body body(unsigned depth, unsigned size) {
    Body statements;
    for (unsigned n = 0; n < size && left > 0; ++n) {
      --left;
      const bool nests = depth < 2 && writer.random.chance(1, 8);
      statements.push_back(nests ? uniform(depth) : leaf());
    }
    return statements;
  }
};

}  // namespace

Body memory_body(Writer& writer, unsigned size) {
  Maker maker{writer, size};
  Body statements = maker.body(0, size);
  if (writer.random.chance(1, 3)) statements.push_back(last_block(writer));
  return statements;
}

}  // namespace lockstep::ptx::differential
