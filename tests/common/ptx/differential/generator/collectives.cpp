// SPDX-License-Identifier: Apache-2.0
// Instructions for which lanes meet. Their member mask is always the lanes
// that come there: the warp's own, and in divergent code what a vote of them
// says just before they part.
#include <fmt/format.h>

#include <utility>

#include "generator/bodies.h"
#include "generator/frame.h"
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

constexpr std::string_view meetings[] = {
    "vote.sync.<any|all|uni>.pred $p, $P, $m;",
    "vote.sync.ballot.b32 $r, $P, $m;",
    "and.b32 %t0, $r, <1|3|7|0xffff>; match.any.sync.b32 $r, %t0, $m;",
    "and.b64 %u0, $x, <1|3|0x8000000000000001>; "
    "match.any.sync.b64 $r, %u0, $m;",
    "and.b32 %t0, $r, <0|1|0x80000000>; match.all.sync.b32 $r|$p, %t0, $m;",
    "and.b64 %u0, $x, <0|0x100000000>; match.all.sync.b64 $r|$p, %u0, $m;",
    "match.all.sync.b32 $r, $R, $m;",
    "redux.sync.<add|min|max>.<u32|s32> $r, $R, $m;",
    "redux.sync.<and|or|xor>.b32 $r, $r, $m;",
    "bar.warp.sync $m;",
};

/// Values through shared memory, from the next lane of the mask. The first
/// barrier keeps the store behind earlier loads, the second brings the values
/// to their readers, the third keeps later stores behind these loads.
constexpr std::string_view exchange =
    "{ .reg .b64 %w#; mad.wide.u32 %w#, %thread, 4, %tile; "
    "bar.warp.sync $m; st<|.volatile>.shared.b32 [%w#], $r; "
    "bar.warp.sync $m; "
    "mov.u32 %t0, %lanemask_gt; and.b32 %t0, %t0, $m; "
    "setp.eq.u32 %q0, %t0, 0; selp.b32 %t0, $m, %t0, %q0; "
    "brev.b32 %t0, %t0; clz.b32 %t0, %t0; "
    "sub.u32 %t1, %thread, %lane; add.u32 %t0, %t0, %t1; "
    "mad.wide.u32 %w#, %t0, 4, %tile; ld.shared.b32 $r, [%w#]; "
    "bar.warp.sync $m; }";

/// A shuffle, and its source lane by the manual's formula: what comes from a
/// lane outside the mask is replaced, for it is not defined.
std::string shuffle(Random& random) {
  static constexpr unsigned segments[] = {0, 0, 0, 16, 24, 28, 30, 31};
  const unsigned segment =
      random.chance(1, 8) ? random.below(32) : random.pick(segments);
  const unsigned mode = random.below(4);
  const bool is_plain = random.chance(3, 4);
  const unsigned clamp = is_plain ? (mode == 1 ? 0 : 31) : random.below(32);
  static constexpr const char* modes[] = {"idx", "up", "down", "bfly"};
  static constexpr const char* sources[] = {
      "and.b32 %t3, %t0, {1}; or.b32 %t3, %t3, %t1;",
      "sub.s32 %t3, %lane, %t0;", "add.s32 %t3, %lane, %t0;",
      "xor.b32 %t3, %lane, %t0;"};
  const std::string source =
      fmt::format(fmt::runtime(sources[mode]), 0, 31 & ~segment);
  const std::string q = random.chance(2, 3) ? "|%q1" : "";
  std::string text = fmt::format(
      "{{ .reg .b32 %s#, %b#; mov.b32 %b#, <$r|$k|$R>; "
      "shfl.sync.{}.b32 %s#{}, <$r|$R>, %b#, {}, $m; ",
      modes[mode], q, segment << 8 | clamp);
  text += fmt::format(
      "and.b32 %t0, %b#, 31; and.b32 %t1, %lane, {}; or.b32 %t2, %t1, {}; ",
      segment, clamp & ~segment);
  text += source;
  text += fmt::format(" setp.{}.s32 %q2, %t3, %t2; ", mode == 1 ? "ge" : "le");
  text +=
      "selp.b32 %t3, %t3, %lane, %q2; shr.u32 %t0, $m, %t3; "
      "and.b32 %t0, %t0, 1; setp.ne.u32 %q2, %t0, 0; "
      "selp.b32 $r, %s#, 0x5bd1e995, %q2; ";
  if (!q.empty()) text += "selp.u32 %t0, 1, 0, %q1; xor.b32 $r, %t0, $R; ";
  return text + "}";
}

#define CONDITION                                       \
  "<setp.<lt|ge>.<s32|u32> %q0, $r, $R;|"               \
  "and.b32 %t0, $r, <1|3|5>; setp.eq.u32 %q0, %t0, 0;|" \
  "and.b32 %t0, %lane, <1|2|7|24>; setp.eq.u32 %q0, %t0, <0|1|2>;> "
#define MEET_AGAIN "<|bar.warp.sync $m;|bar.warp.sync $m;> }"

struct Maker {
  Writer& writer;
  unsigned left;

  Statement leaf() {
    Random& random = writer.random;
    switch (random.below(8)) {
      case 0:
      case 1:
        return {{writer.fill(shuffle(random))}, {}};
      case 2:
      case 3:
      case 4:
        return writer.statement(meetings);
      case 5:
        return {{writer.fill(exchange)}, {}};
      default:
        return writer.statement(plain_templates());
    }
  }

  /// Statements among the lanes of another mask, a register of that name.
  Body among(const std::string& members, unsigned depth) {
    const std::string before = std::exchange(writer.members, members);
    Body statements = body(depth + 1, 1 + writer.random.below(4));
    writer.members = before;
    return statements;
  }

  Statement parted(unsigned depth) {
    const std::vector<std::string> pieces = {
        "{ .reg .b32 %m#, %o#; .reg .pred %z#; " CONDITION
        "mov.pred %z#, %q0; vote.sync.ballot.b32 %m#, %z#, $m; "
        "not.b32 %o#, %m#; and.b32 %o#, %o#, $m; @!%z# bra L#_else;",
        "bra L#_end; L#_else:", "L#_end: " MEET_AGAIN};
    Statement statement{writer.fill_pieces(pieces), {}};
    const std::string number = writer.last_id();
    statement.bodies.push_back(among("%m" + number, depth));
    statement.bodies.push_back(among("%o" + number, depth));
    return statement;
  }

  /// The lanes that go on vote at the head, so that who left is known.
  Statement loop(unsigned depth) {
    const std::vector<std::string> pieces = {
        "{ .reg .b32 %m#, %c#; .reg .pred %z#; and.b32 %c#, $r, <1|3>; "
        "mov.b32 %m#, $m; L#_head: setp.gt.s32 %z#, %c#, 0; "
        "vote.sync.ballot.b32 %m#, %z#, %m#; @!%z# bra L#_done;",
        "sub.s32 %c#, %c#, 1; bra L#_head; L#_done: " MEET_AGAIN};
    Statement statement{writer.fill_pieces(pieces), {}};
    statement.bodies.push_back(among("%m" + writer.last_id(), depth));
    return statement;
  }

  Body body(unsigned depth, unsigned size) {
    Body statements;
    for (unsigned n = 0; n < size && left > 0; ++n) {
      --left;
      const bool nests = depth < 3 && writer.random.chance(1, 4);
      statements.push_back(!nests                       ? leaf()
                           : writer.random.chance(2, 3) ? parted(depth)
                                                        : loop(depth));
    }
    return statements;
  }
};

}  // namespace

Body collectives_body(Writer& writer, unsigned size) {
  Maker maker{writer, size};
  return maker.body(0, size);
}

}  // namespace lockstep::ptx::differential
