// SPDX-License-Identifier: Apache-2.0
#include "generator/shared_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "generator/frame.h"

namespace lockstep::ptx::differential {

namespace {

/// Threads that take part: `count` of them from `first` on, and the barrier
/// that is theirs. A whole block may leave the count to the hardware.
struct Group {
  unsigned first, count;
  unsigned barrier;
  bool is_whole;
};

unsigned whole_warps(unsigned threads) { return (threads + 31) / 32 * 32; }

std::string barrier(Random& random, const Group& group) {
  const unsigned id = group.barrier;
  const std::string number = std::to_string(id);
  const std::string count = group.is_whole && random.chance(2, 3)
                                ? ""
                                : fmt::format(", {}", whole_warps(group.count));
  switch (random.below(group.is_whole ? 8 : 3)) {
    case 0:
      return fmt::format("barrier.sync<|.aligned> {}{}; ", number, count);
    case 1:
      return fmt::format("mov.u32 %t7, {}; bar.sync %t7{}; ", number, count);
    case 2:
      return fmt::format("bar.sync {}{}; ", number, count);
    case 3:
      return fmt::format("bar.red.popc.u32 $r, {}{}, $P; ", number, count);
    case 4:
      return fmt::format("bar.red.<and|or>.pred $p, {}{}, $P; ", number, count);
    default:
      return "bar.sync 0; ";
  }
}

/// %t0 = a place of the thread's own among the group's.
std::string permuted(Random& random, const Group& group) {
  unsigned factor = 1 + 2 * random.below(64);
  while (std::gcd(factor, group.count) != 1) ++factor;
  return fmt::format(
      "sub.u32 %t0, %thread, {}; mad.lo.u32 %t0, %t0, {}, {}; "
      "rem.u32 %t0, %t0, {}; ",
      group.first, factor, random.below(group.count), group.count);
}

struct Cargo {
  unsigned bytes;
  const char* store;
  const char* load;  ///< `@` is the qualifiers and space, % the address
};

constexpr Cargo cargos[] = {
    {1, "st@.b8 ADDRESS, <$h|$r>; ", "ld@.<u8|s8> <$h|$r>, ADDRESS; "},
    {2, "st@.b16 ADDRESS, <$h|$r>; ", "ld@.<u16|s16> <$h|$r>, ADDRESS; "},
    {4, "st@.b32 ADDRESS, $r; ", "ld@.<u32 $r|s32 $x|b32 $r>, ADDRESS; "},
    {4, "st@.f32 ADDRESS, $f; ", "ld@.f32 $f, ADDRESS; "},
    {8, "st@.b64 ADDRESS, $x; ", "ld@.u64 $x, ADDRESS; "},
    {8, "st@.f64 ADDRESS, $d; ", "ld@.f64 $d, ADDRESS; "},
    {4, "st@.v4.b8 ADDRESS, {$h, $h, $h, $h}; ",
     "ld@.v4.u8 {%h0, %h1, %h2, %h3}, ADDRESS; "},
    {4, "st@.v2.b16 ADDRESS, {$h, $h}; ", "ld@.v2.s16 {%h1, %h0}, ADDRESS; "},
    {8, "st@.v2.b32 ADDRESS, {$r, $r}; ", "ld@.v2.u32 {%r2, %r0}, ADDRESS; "},
    {8, "st@.v2.f32 ADDRESS, {$f, $f}; ", "ld@.v2.f32 {%f2, %f0}, ADDRESS; "},
    {16, "st@.v4.b32 ADDRESS, {$r, $r, $r, $r}; ",
     "ld@.v4.b32 {%r1, %r2, %r3, %r4}, ADDRESS; "},
    {16, "st@.v2.b64 ADDRESS, {$x, $x}; ", "ld@.v2.b64 {%x5, %x1}, ADDRESS; "},
};

void replace(std::string& text, std::string_view what,
             const std::string& with) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what)) {
    text.replace(at, what.size(), with);
  }
}

/// How the tile is reached: the base of the group's part goes to %w#, which
/// holds the element's address behind it.
struct Route {
  const char* space;
  const char* base;
  const char* address;
};

constexpr Route routes[] = {
    {".shared", "mov.b64 %w#, %tile; ", "[%w#]"},
    {".shared", "mov.b64 %w#, %tile; ", "[%w#]"},
    {"", "cvta.shared.u64 %w#, %tile; ", "[%w#]"},
    {".global",
     "sub.u32 %t1, %gtid, %thread; add.u64 %w#, %out, EXCHANGE; "
     "mad.wide.u32 %w#, %t1, 16, %w#; ",
     "[%w#]"},
};

/// Each of the group stores at one place and loads from another. The first
/// barrier brings what was stored to who loads it, the second keeps the next
/// stores behind these loads.
std::string exchange(Writer& writer, const Group& group) {
  Random& random = writer.random;
  const Route& route = random.pick(routes);
  const Cargo& cargo = random.pick(cargos);
  const std::string address =
      fmt::format("{}mad.wide.u32 %w#, %t0, {}, %w#; add.u64 %w#, %w#, {}; ",
                  route.base, cargo.bytes, group.first * tile_bytes_per_thread);
  std::string text = "{ .reg .b64 %w#; " + permuted(random, group) + address +
                     cargo.store + barrier(random, group) +
                     permuted(random, group) + address + cargo.load +
                     barrier(random, group) + "}";
  const bool is_scalar =
      std::string_view(cargo.store).find(".v") == std::string_view::npos;
  const bool is_strong = is_scalar && random.chance(1, 4);
  const char* strong = random.chance(1, 2) ? ".volatile" : ".relaxed.cta";
  replace(text, "@", (is_strong ? strong : "") + std::string(route.space));
  replace(text, "ADDRESS", route.address);
  replace(text, "EXCHANGE",
          std::to_string(cells_begin(writer.program) + cell_count * 8));
  return text;
}

constexpr const char* shared_atomics[] = {
    "<add|min|max>.<u32|s32> %t1, [%w#], $r;",
    "<and|or|xor>.b32 %t1, [%w#], $r;",
    "<add|min|max>.u64 %u1, [%w#], $x;",
    "<min|max>.s64 %u1, [%w#], $x;",
    "<and|or|xor>.b64 %u1, [%w#], $x;",
    "inc.u32 %t1, [%w#], 77;",
};

/// A few cells that every thread updates by one operation: set by their
/// owners, updated, read by all, with a barrier behind each phase.
std::string cells(Writer& writer, const Group& group) {
  Random& random = writer.random;
  const unsigned count = std::min(16u, group.count);
  const bool is_inc = random.chance(1, 6);
  const char* operation =
      is_inc ? shared_atomics[5] : shared_atomics[random.below(5)];
  std::string text = fmt::format(
      "{{ .reg .b64 %w#; mad.wide.u32 %w#, %thread, 8, %tile; "
      "setp.lt.u32 %q0, %thread, {}; @%q0 st.shared.b64 [%w#], {}; ",
      count, is_inc ? "5" : "$x");
  text += barrier(random, group);
  const bool is_generic = random.chance(1, 3);
  text += fmt::format(
      "rem.u32 %t0, $r, {}; mad.wide.u32 %w#, %t0, 8, %tile; {} atom{}.{} ",
      count, is_generic ? "cvta.shared.u64 %w#, %w#;" : "",
      is_generic ? "" : ".shared", operation);
  text += barrier(random, group);
  text += fmt::format(
      "rem.u32 %t0, %thread, {}; mad.wide.u32 %w#, %t0, 8, %tile; "
      "ld.shared.b64 $x, [%w#]; ",
      count);
  return text + barrier(random, group) + "}";
}

/// The first warps do one thing, the others another, each with a barrier of
/// its own; then all meet.
std::string two_roles(Writer& writer, const Group& block) {
  const unsigned border = 32 * (1 + writer.random.below(block.count / 32 - 1));
  const Group low{0, border, 1 + writer.random.below(7), false};
  const Group high{border, block.count - border, 8 + writer.random.below(7),
                   false};
  return fmt::format("{{ setp.ge.u32 %q0, %thread, {}; @%q0 bra L#_else; ",
                     border) +
         exchange(writer, low) +
         " bra L#_end; L#_else: " + exchange(writer, high) +
         " L#_end: " + "bar.sync 0; }";
}

/// The first warps store and only arrive; the others wait for them and load.
std::string producers(Writer& writer, const Group& block) {
  const unsigned border = 32 * (1 + writer.random.below(block.count / 32 - 1));
  const unsigned id = 1 + writer.random.below(15);
  return fmt::format(
      "{{ .reg .b64 %w#; setp.ge.u32 %q0, %thread, {0}; @%q0 bra L#_else; "
      "mad.wide.u32 %w#, %thread, 4, %tile; st.shared.b32 [%w#], $r; "
      "<bar.arrive|barrier.arrive> {1}, {2}; bra L#_end; "
      "L#_else: <bar.sync|barrier.sync> {1}, {2}; rem.u32 %t0, %thread, {0}; "
      "mad.wide.u32 %w#, %t0, 4, %tile; ld.shared.b32 $r, [%w#]; "
      "L#_end: bar.sync 0; }}",
      border, id, block.count);
}

}  // namespace

Statement shared_statement(Writer& writer) {
  Random& random = writer.random;
  const unsigned threads = writer.program.block.count();
  const Group block{0, threads, random.below(16), true};
  const bool has_roles = threads % 32 == 0 && threads >= 64;
  std::string text;
  switch (random.below(has_roles ? 8 : 6)) {
    case 0:
      text = barrier(random, block);
      break;
    case 1:
      text = cells(writer, block);
      break;
    case 6:
      text = two_roles(writer, block);
      break;
    case 7:
      text = producers(writer, block);
      break;
    default:
      text = exchange(writer, block);
  }
  return {{writer.fill(text)}, {}};
}

Statement last_block(Writer& writer) {
  const std::size_t area = cells_begin(writer.program) + cell_count * 8;
  const std::size_t cell = cells_begin(writer.program);
  const unsigned blocks = writer.program.grid.count();
  const unsigned stride = writer.program.block.count() * exchange_bytes;
  std::string text = fmt::format(
      "{{ bar.sync 0; setp.ne.u32 %q0, %thread, 0; @%q0 bra L#_end; "
      "mad.wide.u32 %u0, %gtid, 16, %out; st.global.b32 [%u0+{0}], $r; "
      "fence.acq_rel.gpu; "
      "atom<|.relaxed.gpu|.acq_rel.gpu>.global.add.u32 %t0, [%out+{1}], 1; "
      "fence.acq_rel.gpu; "
      "setp.ne.u32 %q1, %t0, {2}; @%q1 bra L#_end; mov.u32 %t1, 0; ",
      area, cell + 13 * 8, blocks - 1);
  for (unsigned n = 0; n < blocks; ++n) {
    text += fmt::format("ld.global.b32 %t2, [%out+{}]; add.u32 %t1, %t1, %t2; ",
                        area + n * std::size_t{stride});
  }
  text += fmt::format("st.global.b32 [%out+{}], %t1; L#_end: bar.sync 0; }}",
                      cell + 14 * 8);
  return {{writer.fill(text)}, {}};
}

}  // namespace lockstep::ptx::differential
