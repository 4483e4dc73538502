// SPDX-License-Identifier: Apache-2.0
// Operand patterns of opcodes.def, applied.
#include "ptx/module/loading/instruction_decoder.h"

#include <optional>
#include <string>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/loading/modifiers.h"
#include "ptx/module/loading/operand_types.h"
#include "ptx/module/loading/video_operands.h"
#include "ptx/module/opcode_table.h"
#include "ptx/module/special_register.h"
#include "ptx/module/video_parts.h"

namespace lockstep::ptx {
namespace {

std::string_view pattern_of(const Instruction& instruction) {
  switch (instruction.modifiers.barrier) {
    case Modifiers::Barrier::arrive:
      return "ab";
    case Modifiers::Barrier::red:
      return "dab?z";
    case Modifiers::Barrier::warp_sync:
      return "a";
    default:
      return row_of(instruction.opcode).operands;
  }
}

/// Some mnemonics name quite another operation with a certain modifier.
std::optional<Opcode> opcode_of(const InstructionSyntax& syntax) {
  if (syntax.mnemonic.find('_') != std::string_view::npos) return {};
  struct Special {
    std::string_view mnemonic, modifier, row;
  };
  constexpr Special specials[] = {
      {"fence", "proxy", "fence_proxy"},
      {"fence", "mbarrier_init", "fence_proxy"},
      {"barrier", "cluster", "barrier_cluster"},
  };
  for (const Special& special : specials)
    if (special.mnemonic == syntax.mnemonic && !syntax.modifiers.empty() &&
        syntax.modifiers.front().substr(0, special.modifier.size()) ==
            special.modifier)
      return opcode_named(special.row);
  const bool is_atomic = syntax.mnemonic == "atom" || syntax.mnemonic == "red";
  for (std::string_view word : syntax.modifiers)
    if (is_atomic && (word == "v2" || word == "v4" || word == "b128"))
      return syntax.mnemonic == "atom" ? Opcode::op_atom_wide
                                       : Opcode::op_red_wide;
  return opcode_named(syntax.mnemonic);
}

struct Arity {
  std::size_t least = 0, most = 0;
};

/// r and q ride on the operand before them.
Arity arity_of(std::string_view pattern) {
  Arity arity;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char role = pattern[i];
    if (role == 'r' || role == 'q' || role == '?') continue;
    ++arity.most;
    const bool is_optional = i + 1 < pattern.size() && pattern[i + 1] == '?';
    arity.least += is_optional ? 0 : 1;
  }
  return arity;
}

std::string plural(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " operand" : " operands");
}

bool is_sink(const OperandSyntax& syntax) {
  return syntax.kind == OperandSyntax::Kind::name && syntax.name == "_" &&
         syntax.bits == 0 && !syntax.negated;
}

/// `_` may stand for d.
bool may_drop_result(Opcode opcode) {
  return opcode == Opcode::op_atom || opcode == Opcode::op_lop3;
}

void require(bool holds, const char* message) {
  if (!holds) throw DecodeError(message);
}

}  // namespace

Instruction InstructionDecoder::decode(const InstructionSyntax& syntax) {
  out_ = {};
  out_.ptx_line = syntax.line;
  const auto opcode = opcode_of(syntax);
  if (!opcode) throw DecodeError("unsupported instruction");
  out_.opcode = *opcode;
  if (!syntax.guard.empty())
    out_.guard = operands_.predicate(syntax.guard, syntax.guard_negated);
  if (row_of(*opcode).operands == "*") {
    decode_freely(syntax);
    return out_;
  }
  decode_modifiers(syntax, out_);
  if (*opcode == Opcode::op_call)
    out_.target = flow_.call_site(syntax);
  else if (video_elements(*opcode) != 0)
    decode_operands(take_video_parts(syntax, out_), pattern_of(out_));
  else
    decode_operands(syntax, pattern_of(out_));
  check_live_sources();
  check_presence();
  return out_;
}

/// The k-th address lies in the k-th space that the modifiers name; one that
/// they do not name is that of an mbarrier if they speak of one.
void InstructionDecoder::decode_freely(const InstructionSyntax& syntax) {
  Detail& detail = flow_.new_detail();
  out_.detail = &detail;
  std::vector<Space> spaces;
  Space last = Space::generic;
  for (std::string_view word : syntax.modifiers) {
    detail.words.emplace_back(word);
    if (word == "global") spaces.push_back(Space::global);
    if (word.starts_with("shared")) spaces.push_back(Space::shared);
    if (word.starts_with("mbarrier::")) last = Space::shared;
  }
  if (last == Space::generic && !spaces.empty()) last = spaces.back();
  std::size_t next = 0;
  for (const OperandSyntax& operand : syntax.operands) {
    const bool is_memory = operand.kind == OperandSyntax::Kind::memory;
    const Space space = next < spaces.size() ? spaces[next] : last;
    detail.operands.push_back(operands_.free(operand, space));
    next += is_memory ? 1 : 0;
  }
}

/// The policy behind `.L2::cache_hint` is looked at and dropped.
std::vector<OperandSyntax> InstructionDecoder::without_cache_policy(
    const InstructionSyntax& syntax) {
  std::vector<OperandSyntax> operands = syntax.operands;
  if (!out_.modifiers.cache_hint) return operands;
  require(!operands.empty(), "'.L2::cache_hint' goes with a cache policy");
  operands_.source(operands.back(), Type::b64, Fit::exact);
  operands.pop_back();
  return operands;
}

void InstructionDecoder::decode_operands(const InstructionSyntax& syntax,
                                         std::string_view pattern) {
  const auto given = without_cache_policy(syntax);
  const Arity arity = arity_of(pattern);
  if (given.size() < arity.least || given.size() > arity.most)
    throw DecodeError("this takes " + (arity.least == arity.most
                                           ? plural(arity.least)
                                           : std::to_string(arity.least) +
                                                 " to " + plural(arity.most)));
  if (pattern == "DA") return decode_move(given[0], given[1]);
  std::size_t spare = given.size() - arity.least;
  std::size_t next = 0;
  bool second_taken = true;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char role = pattern[i];
    const bool is_optional = i + 1 < pattern.size() && pattern[i + 1] == '?';
    if (role == '?') continue;
    if (role == 'r' || role == 'q') {
      decode_second(role, given[next - 1].second);
      second_taken = true;
      continue;
    }
    require(second_taken, "one destination too many");
    if (is_optional && spare == 0) continue;
    spare -= is_optional ? 1 : 0;
    second_taken = given[next].second.empty();
    decode_operand(role, given[next++]);
  }
  require(second_taken, "one destination too many");
}

void InstructionDecoder::decode_second(char role, std::string_view name) {
  if (name.empty() || name == "_") return;
  out_.q = role == 'r' ? operands_.predicate(name, false)
                       : operands_.register_named(name, out_.type, Fit::exact);
}

void InstructionDecoder::decode_operand(char role,
                                        const OperandSyntax& syntax) {
  const Fit fit =
      takes_wider_registers(out_.opcode) ? Fit::or_wider : Fit::exact;
  const auto source = [&](char letter) {
    return operands_.source(syntax, operand_type(out_, letter), fit);
  };
  switch (role) {
    case 'd':
      if (may_drop_result(out_.opcode) && is_sink(syntax)) return;
      out_.d = operands_.destination(syntax, operand_type(out_, 'd'), fit);
      return;
    case 'p':
      if (is_sink(syntax)) return;
      out_.d = operands_.destination(syntax, Type::pred, Fit::exact);
      return;
    case 'a':
      if (out_.opcode == Opcode::op_cvta) return decode_address_operand(syntax);
      out_.a = source('a');
      return;
    case 'b':
      out_.b = source('b');
      return;
    case 'c':
      out_.c = source('c');
      return;
    case 'e':
      out_.e = source('e');
      return;
    case 'z':
      out_.z = operands_.predicate_source(syntax);
      return;
    case 'm':
      out_.address = operands_.memory(syntax, out_.address.space);
      return;
    case 'D':
      return decode_value(syntax, true);
    case 'A':
      return decode_value(syntax, false);
    case 'i':
      require(syntax.kind == OperandSyntax::Kind::integer &&
                  syntax.bits <= 0xffffffffu,
              "an integer constant is wanted");
      out_.immediate = static_cast<std::uint32_t>(syntax.bits);
      return;
    default:
      require(syntax.kind == OperandSyntax::Kind::name && !syntax.negated &&
                  syntax.bits == 0,
              "a label is wanted");
      out_.target = out_.opcode == Opcode::op_brx
                        ? flow_.branch_table(syntax.name)
                        : flow_.pc_of_label(syntax.name);
      return;
  }
}

/// The source of cvta: a register or constant, or a variable of the frame.
void InstructionDecoder::decode_address_operand(const OperandSyntax& syntax) {
  const Space named = out_.address.space;
  Address address;
  if (operands_.frame_address(syntax, address)) {
    require(address.space == named,
            "the variable is not in the state space of this instruction");
    out_.address = address;
    return;
  }
  out_.a = operands_.source(syntax, out_.type, Fit::exact);
}

/// The {…} or single value of ld and st.
void InstructionDecoder::decode_value(const OperandSyntax& syntax,
                                      bool is_destination) {
  if (out_.vector_width > 1)
    return decode_vector(syntax, out_.type, is_destination, Fit::or_wider);
  require(syntax.kind != OperandSyntax::Kind::vector,
          "a vector needs .v2 or .v4");
  if (is_destination)
    out_.d = operands_.destination(syntax, out_.type, Fit::or_wider);
  else
    out_.a = operands_.source(syntax, out_.type, Fit::or_wider);
}

void InstructionDecoder::decode_vector(const OperandSyntax& syntax, Type type,
                                       bool is_destination, Fit fit) {
  const std::size_t width = out_.vector_width;
  if (syntax.kind == OperandSyntax::Kind::name) {
    const auto elements = operands_.vector_register(syntax.name, type, fit);
    require(elements.size() == width, "a vector of that width is wanted");
    for (std::size_t i = 0; i < width; ++i) out_.vector[i] = elements[i];
    return;
  }
  require(syntax.kind == OperandSyntax::Kind::vector &&
              syntax.elements.size() == width,
          "a vector of that width is wanted");
  for (std::size_t i = 0; i < width; ++i) {
    const OperandSyntax& element = syntax.elements[i];
    if (is_destination && is_sink(element)) continue;
    out_.vector[i] = is_destination ? operands_.destination(element, type, fit)
                                    : operands_.source(element, type, fit);
  }
}

/// The type of one of `parts` equal parts of the instruction's type.
Type InstructionDecoder::part_type(std::size_t parts) const {
  switch (size_of(out_.type) / parts) {
    case 1:
      return Type::b8;
    case 2:
      return Type::b16;
    case 4:
      return Type::b32;
    case 8:
      return Type::b64;
    default:
      throw DecodeError("the type cannot be taken apart like that");
  }
}

void InstructionDecoder::decode_move(const OperandSyntax& to,
                                     const OperandSyntax& from) {
  const auto is_vector = [](const OperandSyntax& syntax) {
    return syntax.kind == OperandSyntax::Kind::vector;
  };
  require(to.second.empty(), "one destination too many");
  require(!is_vector(to) || !is_vector(from), "only one side can be a vector");
  if (is_vector(to) || is_vector(from)) {
    const std::size_t parts = (is_vector(to) ? to : from).elements.size();
    require(parts == 2 || parts == 4, "a vector of 2 or 4 is wanted");
    const Type part = part_type(parts);
    out_.vector_width = static_cast<std::uint8_t>(parts);
    decode_vector(is_vector(to) ? to : from, part, is_vector(to), Fit::exact);
    if (is_vector(to)) {
      out_.a = operands_.source(from, out_.type, Fit::exact);
      return;
    }
  }
  out_.d = operands_.destination(to, out_.type, Fit::exact);
  if (is_vector(from) || operands_.frame_address(from, out_.address)) return;
  out_.a = operands_.source(from, out_.type, Fit::exact);
}

/// %clock and its kin are computed when mov reads them, nowhere else.
void InstructionDecoder::check_live_sources() const {
  if (out_.opcode == Opcode::op_mov) return;
  for (const Operand* source : {&out_.a, &out_.b, &out_.c, &out_.e}) {
    if (source->base != Operand::Base::specials) continue;
    const auto index = source->offset / special_register_stride;
    require(!is_live(static_cast<SpecialRegister>(index)),
            "this special register is read by mov only");
  }
}

/// Operands that a modifier asks for or forbids.
void InstructionDecoder::check_presence() const {
  const Modifiers& m = out_.modifiers;
  switch (out_.opcode) {
    case Opcode::op_set:
    case Opcode::op_setp:
    case Opcode::op_lop3:
      return require((m.combine != Combine::none) == bool{out_.z},
                     "'.and', '.or', '.xor' go with a predicate operand");
    case Opcode::op_atom:
      return require((m.atomic == AtomicOp::cas) == bool{out_.b},
                     "'.cas' takes two values, the others take one");
    case Opcode::op_shfl:
      return require(m.sync == bool{out_.e}, "'.sync' goes with a member mask");
    case Opcode::op_vote:
      require((m.vote == Modifiers::Vote::ballot) == (out_.type != Type::pred),
              "'.ballot' goes with .b32, the others with .pred");
      return require(m.sync == bool{out_.b}, "'.sync' goes with a member mask");
    case Opcode::op_st:
      return require(out_.address.space != Space::param &&
                         out_.address.space != Space::constant,
                     "this state space cannot be written");
    default:
      return;
  }
}

}  // namespace lockstep::ptx
