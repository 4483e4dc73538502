// SPDX-License-Identifier: Apache-2.0
// Every spelling of every class of modifiers, and what it sets. A class may
// be used once in an instruction.
#include "ptx/module/loading/modifiers.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/loading/modifier_checks.h"
#include "ptx/module/opcode_table.h"

namespace lockstep::ptx {
namespace {

using Apply = void (*)(Instruction&);

struct Spelling {
  std::string_view modifier_class;
  std::string_view text;
  Apply apply;
};

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

const Spelling spellings[] = {
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
  for (const Spelling& spelling : spellings)
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
    (types_++ == 0 ? instruction_.type : instruction_.source_type) = type;
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
