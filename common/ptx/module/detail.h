// SPDX-License-Identifier: Apache-2.0
// Instructions whose forms are too many for the fields of Instruction: copies
// with two addresses, matrices, textures. The loader resolves their names
// and keeps their words; the binder in isa/ judges both and makes a plan.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

/// One operand as written, with its names resolved.
struct DetailOperand {
  enum class Kind : std::uint8_t {
    value,   ///< register, constant or special register: `value`
    sink,    ///< `_`
    vector,  ///< {…}: `elements`
    memory,  ///< [a]: `address`
    handle,  ///< [a, {…}, …]: `value`, and in `elements` what follows
  };
  Kind kind = Kind::value;
  Operand value;
  Operand second;  ///< p of `d|p`
  /// The number of an integer constant; `value` holds it in 8 bytes a lane.
  std::optional<std::uint64_t> constant;
  Address address;
  std::vector<DetailOperand> elements;
};

struct Detail {
  std::vector<std::string> words;  ///< the modifiers, without dots
  std::vector<DetailOperand> operands;
  /// What the binder made of them; its type is known to the handler only.
  std::shared_ptr<const void> plan;
  /// Accesses to memory that the instruction is made of, as instructions of
  /// the same line with one address each. Made by the binder.
  std::vector<std::unique_ptr<Instruction>> parts;
};

}  // namespace lockstep::ptx
