// SPDX-License-Identifier: Apache-2.0
// The words and operands of one `*` instruction (module/detail.h) while its
// binder judges them. Whatever does not fit throws a FormError, which refuses
// the instruction's function by line and text.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/module/detail.h"

namespace lockstep::ptx {

class FormError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Form {
 public:
  using Kind = DetailOperand::Kind;

  explicit Form(const Instruction& instruction)
      : instruction_(instruction),
        detail_(*instruction.detail),
        is_used_(detail_.words.size(), false) {}

  /// Uses the first word spelt so; false if there is none.
  bool take(std::string_view word);
  void want(std::string_view word);
  /// Uses the first of the words that is there; empty if none is.
  std::string_view one_of(std::initializer_list<std::string_view> words);
  /// Uses the first word that is a type; Type::none if there is none.
  Type type();
  /// Uses the next word that nobody has used; empty at the end.
  std::string_view next();
  /// `.relaxed`, `.cta` and their kin; what is not said stays as given.
  void order(Modifiers& modifiers);
  /// Throws for the first word that nobody has used.
  void finish() const;

  std::size_t count() const { return detail_.operands.size(); }
  void want_operands(std::size_t least, std::size_t most) const;
  const DetailOperand& operand(std::size_t n) const;
  bool is(std::size_t n, Kind kind) const {
    return n < count() && operand(n).kind == kind;
  }
  /// A source of that width, or a constant.
  const Operand& source(std::size_t n, unsigned bytes) const;
  /// A register of that width (0: a predicate); none for `_`.
  const Operand& destination(std::size_t n, unsigned bytes) const;
  std::uint64_t constant(std::size_t n) const;
  const Address& address(std::size_t n) const;
  /// `count` registers or constants of that width between braces.
  std::vector<Operand> vector(std::size_t n, std::size_t count,
                              unsigned bytes) const;

  template <class Plan>
  void keep(Plan plan) {
    detail_.plan = std::make_shared<const Plan>(std::move(plan));
  }
  /// An access that the instruction makes: same line, one address.
  const Instruction& add_part(const Address& address,
                              const Modifiers& modifiers);

  [[noreturn]] static void fail(const std::string& why) {
    throw FormError(why);
  }
  static void check(bool holds, const char* why) {
    if (!holds) fail(why);
  }

 private:
  const Instruction& instruction_;
  Detail& detail_;
  std::vector<bool> is_used_;
};

/// What the binder kept.
template <class Plan>
const Plan& plan_of(const Instruction& instruction) {
  return *static_cast<const Plan*>(instruction.detail->plan.get());
}

}  // namespace lockstep::ptx
