// SPDX-License-Identifier: Apache-2.0
// A PTX module as it is written: names are not resolved, types are words.
// All views point into the text that was parsed.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "ptx/syntax/source_location.h"

namespace lockstep::ptx {

struct OperandSyntax {
  enum class Kind : std::uint8_t {
    name,         ///< %r1, %tid.x, tile+4, _, %p|%q
    integer,      ///< a constant expression
    single_real,  ///< 0f3F800000
    double_real,  ///< 0d…, 1.5
    memory,       ///< [name+addend], [addend], [name, {…}]
    vector,       ///< {…}
    list,         ///< (…) of a call
  };
  Kind kind = Kind::name;
  bool negated = false;     ///< !name
  std::string_view name;    ///< memory: empty when the address is a number
  std::string_view second;  ///< q of `p|q`
  std::uint64_t bits = 0;   ///< value; addend of a name
  /// Of a vector or list; of a memory operand what stands behind its comma.
  std::vector<OperandSyntax> elements;
};

struct InstructionSyntax {
  std::string_view text;  ///< all of it, guard to last operand
  std::string_view guard;
  bool guard_negated = false;
  std::string_view mnemonic;
  std::vector<std::string_view> modifiers;  ///< without dots, types too
  std::vector<OperandSyntax> operands;
  std::uint32_t line = 0;
};

/// A value of an initialiser, at `index` elements from the start.
struct InitialValue {
  OperandSyntax value;  ///< a number, or a name with an addend
  std::uint64_t index = 0;
  bool generic = false;  ///< generic(name)
};

/// A register, a variable or a parameter.
struct VariableSyntax {
  std::string_view space;  ///< "reg", "global", "shared", "param", …
  std::string_view type;   ///< "u32"
  std::string_view name;
  std::uint32_t line = 0;
  std::uint32_t alignment = 0;     ///< 0: that of the type
  std::uint32_t vector_width = 1;  ///< of .v2, .v4
  std::uint32_t count = 0;         ///< N of `%r<N>`; 0: one plain name
  bool is_extern = false;
  bool has_open_size = false;  ///< [] with no number
  bool is_managed = false;     ///< .attribute(.managed)
  std::vector<std::uint64_t> dimensions;
  std::vector<InitialValue> initial;
};

struct ScopeOpen {
  std::uint32_t line = 0;
};
struct ScopeClose {
  std::uint32_t line = 0;
};

struct LabelSyntax {
  std::string_view name;
  std::uint32_t line = 0;
};

/// `.loc`: where the following instructions come from.
struct LocSyntax {
  SourceLocation place;
  SourceLocation inlined_at;
  bool is_inlined = false;
};

/// `name: .branchtargets a, b, c;` and `name: .calltargets f, g;`
struct TargetsSyntax {
  std::string_view name;
  bool is_calls = false;
  std::vector<std::string_view> targets;
  std::uint32_t line = 0;
};

/// `name: .callprototype (…) _ (…);`
struct PrototypeSyntax {
  std::string_view name;
  std::vector<VariableSyntax> returns;
  std::vector<VariableSyntax> parameters;
  std::uint32_t line = 0;
};

using Statement =
    std::variant<InstructionSyntax, LabelSyntax, LocSyntax, VariableSyntax,
                 ScopeOpen, ScopeClose, TargetsSyntax, PrototypeSyntax>;

struct FunctionSyntax {
  std::string_view name;
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;  ///< of the closing brace
  bool is_kernel = false;
  bool is_extern = false;
  bool has_body = false;
  std::vector<VariableSyntax> returns;
  std::vector<VariableSyntax> parameters;
  std::uint32_t max_threads = 0;       ///< .maxntid, all dimensions
  std::uint32_t required_threads = 0;  ///< .reqntid, all dimensions
  std::uint32_t cluster_blocks = 0;    ///< .reqnctapercluster, all dimensions
  std::vector<Statement> body;         ///< flat; scopes open and close in it
};

/// `.alias name, target;`
struct AliasSyntax {
  std::string_view name;
  std::string_view target;
  std::uint32_t line = 0;
};

struct FileSyntax {
  std::uint32_t number = 0;
  std::string_view name;
};

struct ModuleSyntax {
  std::vector<FileSyntax> files;
  std::vector<VariableSyntax> variables;
  std::vector<FunctionSyntax> functions;
  std::vector<AliasSyntax> aliases;
};

}  // namespace lockstep::ptx
