// SPDX-License-Identifier: Apache-2.0
// Structured control flow with conditions that differ between lanes, and a
// trace that tells which way each thread went. Loops count down from a few;
// all have one entry, for ptxas 13.0 crashes on many that have two.
#include "generator/bodies.h"
#include "generator/frame.h"
#include "generator/instructions.h"

namespace lockstep::ptx::differential {

namespace {

using Pieces = std::vector<std::string>;

#define CONDITION                                          \
  "<setp.<lt|ge|ne>.<s32|u32> %q0, $r, $R;|"               \
  "and.b32 %t0, $r, <1|3|5|12>; setp.eq.u32 %q0, %t0, 0;|" \
  "and.b32 %t0, %lane, <1|2|7|24>; setp.<eq|ne>.u32 %q0, %t0, <0|1|2>;> "
#define TRIPS "and.b32 %c#, $r, <1|3|<3|7>>;"

const Pieces if_else = {"{ " CONDITION "@<|!>%q0 bra L#_else;",
                        "bra<|.uni> L#_end; L#_else:", "L#_end: }"};
const Pieces if_alone = {"{ " CONDITION "@<|!>%q0 bra L#_end;", "L#_end: }"};
const Pieces while_loop = {"{ .reg .b32 %c#; " TRIPS
                           " L#_head: setp.eq.u32 %q0, %c#, 0; "
                           "@%q0 bra L#_done;",
                           "add.s32 %c#, %c#, -1; bra L#_head; L#_done: }"};
const Pieces do_loop = {
    "{ .reg .b32 %c#; " TRIPS " L#_head:",
    "add.s32 %c#, %c#, -1; setp.ge.s32 %q0, %c#, 0; @%q0 bra L#_head; }"};
const Pieces loop_with_break = {"{ .reg .b32 %c#; " TRIPS
                                " L#_head: setp.eq.u32 %q0, %c#, 0; "
                                "@%q0 bra L#_done; add.s32 %c#, %c#, -1;",
                                CONDITION "@%q0 bra L#_done;",
                                CONDITION "@%q0 bra L#_head;",
                                "bra<|.uni> L#_head; L#_done: }"};
const Pieces switch_of_four = {
    "{ .reg .b32 %c#; <and.b32 %c#, $r, 3|shr.u32 %c#, $r, 30>; "
    "L#_table: .branchtargets L#_0, L#_1, L#_2, L#_3; "
    "brx.idx %c#, L#_table; L#_0:",
    "bra L#_end; L#_1:", "<|bra L#_end;> L#_2:", "bra L#_end; L#_3:",
    "L#_end: }"};
const Pieces guarded_part = {
    "{ " CONDITION "@%q0 bra L#_in; bra L#_end; L#_in:", "L#_end: }"};

const Pieces* const shapes[] = {&if_else,        &if_else,     &if_alone,
                                &while_loop,     &do_loop,     &loop_with_break,
                                &switch_of_four, &guarded_part};

constexpr std::string_view traces[] = {
    "xor.b64 %trace, %trace, #; mul.lo.u64 %trace, %trace, $o;",
    "cvt.u64.u32 %u0, $r; add.u64 %trace, %trace, %u0; "
    "mul.lo.u64 %trace, %trace, $o;",
    "xor.b64 %trace, %trace, $x; mad.lo.u64 %trace, %trace, $o, #;",
};

constexpr std::string_view exits[] = {
    "and.b32 %t0, $r, <7|15>; setp.eq.u32 %q0, %t0, <0|3|7>; "
    "@%q0 st.global.b64 [%slot], %trace; @%q0 <exit|ret>;",
};

constexpr unsigned max_depth = 4;

struct Maker {
  Writer& writer;
  std::vector<std::string> functions;
  unsigned left;
  bool is_kernel;

  Statement leaf() {
    Random& random = writer.random;
    if (!functions.empty() && random.chance(1, 10)) return call();
    if (is_kernel && random.chance(1, 3)) return writer.statement(traces);
    if (is_kernel && random.chance(1, 40)) return writer.statement(exits);
    if (is_kernel && random.chance(1, 5)) {
      return writer.statement(bit_templates());
    }
    return writer.statement(plain_templates());
  }

  Statement call() {
    const std::string name =
        writer.random.pick(std::span<const std::string>(functions));
    const std::string prototype =
        "L#_type: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 "
        "_); ";
    const std::string text =
        "{ .param .b32 a#; .param .b32 b#; .param .b32 c#; "
        "st.param.b32 [a#], $r; st.param.b32 [b#], $R; " +
        (writer.random.chance(1, 8)
             ? prototype + "mov.u64 %u0, " + name +
                   "; call (c#), %u0, (a#, b#), L#_type;"
             : "call<|.uni> (c#), " + name + ", (a#, b#);") +
        " ld.param.b32 $r, [c#]; }";
    return {{writer.fill(text)}, {}};
  }

  Statement nested(unsigned depth) {
    const Pieces& pieces = *writer.random.pick(shapes);
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
      const bool nests = depth < max_depth && writer.random.chance(2, 5);
      statements.push_back(nests ? nested(depth) : leaf());
    }
    return statements;
  }
};

/// Calls itself with one argument less until that is 0.
constexpr const char* recursion =
    "and.b32 %t1, %r0, 3; setp.eq.u32 %q0, %t1, 0; @%q0 bra L#_end; "
    "sub.u32 %t1, %t1, 1; "
    "{ .param .b32 a#; .param .b32 b#; .param .b32 c#; "
    "st.param.b32 [a#], %t1; st.param.b32 [b#], %r3; "
    "call (c#), SELF, (a#, b#); ld.param.b32 %t2, [c#]; } "
    "xor.b32 %r3, %r3, %t2; L#_end:";

}  // namespace

std::vector<Function> control_functions(Writer& writer) {
  std::vector<Function> functions;
  std::vector<std::string> names;
  const unsigned count = 1 + writer.random.below(3);
  for (unsigned n = 0; n < count; ++n) {
    const std::string name =
        writer.program.kernel_name() + "_f" + std::to_string(n);
    Function function = function_frame(writer.program, name);
    // ptxas 13.0 crashes on many programs with recursion: not in all.
    const bool is_recursive = n + 1 == count && writer.random.chance(1, 6);
    Maker maker{writer, names, 8, false};
    function.body = maker.body(is_recursive ? max_depth : 2, 8);
    if (is_recursive) {
      std::string text = recursion;
      text.replace(text.find("SELF"), 4, name);
      // %r0 must still be the argument: it counts the calls down.
      function.body.insert(function.body.begin(), {{writer.fill(text)}, {}});
    }
    functions.push_back(std::move(function));
    names.push_back(name);
  }
  return functions;
}

Body control_body(Writer& writer, unsigned size,
                  const std::vector<std::string>& functions) {
  Maker maker{writer, functions, size, true};
  return maker.body(0, size);
}

}  // namespace lockstep::ptx::differential
