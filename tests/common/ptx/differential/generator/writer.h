// SPDX-License-Identifier: Apache-2.0
// Fills in templates of PTX. In a template
//   <a|b|>       is one of the alternatives, which may hold others
//   $h $r $x     are registers of 16, 32 and 64 bits
//   $f $d $p     are registers of type f32, f64 and pred
//   $H $R $X $F $D   the same or an edge value, $P maybe negated
//   $1           is the register that the template named first
//   $k $n $o     are numbers below 32, below 256, and odd ones of 64 bits
//   $m           is the member mask of the lanes that run here
//   ~            is a bar that separates no alternatives
//   !            in front of all: never under a guard
//   #            is a number of the statement's own, for labels and names
// Registers %t %u %v (32, 64, 16 bits) and %q (pred) hold nothing between
// statements.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generator/program.h"
#include "generator/random.h"

namespace lockstep::ptx::differential {

using Templates = std::span<const std::string_view>;

/// How many registers of a kind a function has.
struct Pools {
  unsigned h = 4, r = 8, x = 6, f = 4, d = 4, p = 4;
};

class Writer {
 public:
  Writer(Random& new_random, const Program& new_program)
      : random(new_random), program(new_program) {}

  /// One piece of text.
  std::string fill(std::string_view text);
  /// Pieces of text around bodies, which share the statement's number.
  std::vector<std::string> fill_pieces(std::span<const std::string> pieces);
  /// The number that the last `fill` or `fill_pieces` gave its statement.
  std::string last_id() const { return std::to_string(next_id_ - 1); }
  /// One instruction or a few that belong together, out of the list;
  /// sometimes under a guard.
  Statement statement(Templates templates);

  Random& random;
  const Program& program;
  Pools pools;
  std::string members = "%members";  ///< what $m stands for

 private:
  void expand(std::string_view text, std::string& out);
  void expand_choice(std::string_view text, std::string& out);
  void expand_token(char token, std::string& out);
  std::string named(char kind);

  unsigned next_id_ = 0;
  std::string first_;
};

}  // namespace lockstep::ptx::differential
