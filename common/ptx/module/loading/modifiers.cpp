// SPDX-License-Identifier: Apache-2.0
// Consumes an instruction's modifiers, each class at most once.
#include "ptx/module/loading/modifiers.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/loading/modifier_checks.h"
#include "ptx/module/loading/modifier_spellings.h"
#include "ptx/module/opcode_table.h"

namespace lockstep::ptx {
namespace {

using Spelling = ModifierSpelling;
using Barrier = Modifiers::Barrier;

/// A row's third column, taken apart.
struct Grammar {
  struct Class {
    std::string_view name;
    bool required = false;
    std::vector<const Spelling*> spellings;
  };
  unsigned least_types = 0, most_types = 0;
  std::vector<Class> classes;
};

Grammar::Class read_class(std::string_view word) {
  Grammar::Class read;
  read.required = word.back() == '!';
  read.name = word.substr(0, word.size() - (read.required ? 1 : 0));
  for (const Spelling& spelling : modifier_spellings())
    if (spelling.modifier_class == read.name)
      read.spellings.push_back(&spelling);
  return read;
}

Grammar read_grammar(std::string_view column) {
  Grammar grammar;
  for (bool is_first = true; !column.empty(); is_first = false) {
    const auto end = std::min(column.find(' '), column.size());
    const std::string_view word = column.substr(0, end);
    column.remove_prefix(std::min(end + 1, column.size()));
    if (!is_first) {
      grammar.classes.push_back(read_class(word));
      continue;
    }
    grammar.least_types = static_cast<unsigned>(word.front() - '0');
    grammar.most_types = static_cast<unsigned>(word.back() - '0');
  }
  return grammar;
}

const Grammar& grammar_of(Opcode opcode) {
  static const auto grammars = [] {
    std::array<Grammar, opcode_count> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = read_grammar(row_of(static_cast<Opcode>(i)).modifiers);
    return all;
  }();
  return grammars[static_cast<std::size_t>(opcode)];
}

const Spelling* find_spelling(const Grammar::Class& modifier_class,
                              std::string_view text) {
  for (const Spelling* spelling : modifier_class.spellings)
    if (spelling->text == text) return spelling;
  return nullptr;
}

/// The modifiers of one instruction while they are consumed.
class Consumer {
 public:
  Consumer(const Grammar& grammar, Instruction& instruction)
      : grammar_(grammar), instruction_(instruction) {}

  void consume(std::string_view word) {
    for (std::size_t i = 0; i < grammar_.classes.size(); ++i) {
      const Spelling* spelling = find_spelling(grammar_.classes[i], word);
      if (spelling == nullptr) continue;
      if (used_ & 1u << i)
        throw DecodeError("modifier '." + std::string(word) +
                          "' repeats or contradicts another");
      used_ |= 1u << i;
      return spelling->apply(instruction_);
    }
    consume_type(word);
  }

  void finish() const {
    if (types_ < grammar_.least_types) throw DecodeError("a type is missing");
    for (std::size_t i = 0; i < grammar_.classes.size(); ++i)
      if (grammar_.classes[i].required && !(used_ & 1u << i))
        throw DecodeError("a modifier is missing: " + choices(i));
  }

  bool has(std::string_view modifier_class) const {
    for (std::size_t i = 0; i < grammar_.classes.size(); ++i)
      if (grammar_.classes[i].name == modifier_class) return used_ & 1u << i;
    return false;
  }

 private:
  void consume_type(std::string_view word) {
    const Type type = type_named(word);
    if (type == Type::none)
      throw DecodeError("unsupported modifier '." + std::string(word) + "'");
    if (types_ == grammar_.most_types)
      throw DecodeError("one type too many: '." + std::string(word) + "'");
    Type* const places[] = {&instruction_.type, &instruction_.source_type,
                            &instruction_.third_type};
    *places[types_++] = type;
  }

  std::string choices(std::size_t index) const {
    std::string text;
    for (const Spelling* spelling : grammar_.classes[index].spellings)
      text += (text.empty() ? "." : " .") + std::string(spelling->text);
    return text;
  }

  const Grammar& grammar_;
  Instruction& instruction_;
  unsigned types_ = 0;
  std::uint32_t used_ = 0;
};

/// `bar` is short for `barrier` with .aligned; .warp makes it another thing.
void settle_barrier(Instruction& instruction, const Consumer& consumer) {
  Modifiers& modifiers = instruction.modifiers;
  const bool combines = modifiers.combine != Combine::none;
  if (consumer.has("warp")) {
    if (modifiers.barrier != Barrier::sync || consumer.has("cta") ||
        consumer.has("aligned"))
      throw DecodeError("'.warp' goes with '.sync' only");
    modifiers.barrier = Barrier::warp_sync;
    modifiers.sync = true;
  } else if (instruction.opcode == Opcode::op_bar) {
    modifiers.aligned = true;
  }
  const bool reduces = modifiers.barrier == Barrier::red;
  if (reduces != (combines != consumer.has("popc")))
    throw DecodeError("'.red' goes with one of .popc .and .or");
  const Type wanted = !reduces ? Type::none : combines ? Type::pred : Type::u32;
  if (instruction.type != wanted || modifiers.combine == Combine::op_xor)
    throw DecodeError("this form of barrier does not exist");
}

}  // namespace

void decode_modifiers(const InstructionSyntax& syntax,
                      Instruction& instruction) {
  Consumer consumer(grammar_of(instruction.opcode), instruction);
  for (std::string_view word : syntax.modifiers) consumer.consume(word);
  consumer.finish();
  if (instruction.opcode == Opcode::op_bar ||
      instruction.opcode == Opcode::op_barrier)
    settle_barrier(instruction, consumer);
  if (instruction.opcode == Opcode::op_membar)
    instruction.modifiers.semantics = Semantics::seq_cst;
  check_modifiers(instruction);
}

}  // namespace lockstep::ptx
