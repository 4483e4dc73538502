// SPDX-License-Identifier: Apache-2.0
// The body of one function to instructions, in two passes: the first gives
// every instruction its pc and finds the labels, the second decodes.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module/loading/instruction_decoder.h"
#include "ptx/module/loading/locations.h"
#include "ptx/module/loading/operand_decoder.h"
#include "ptx/module/loading/symbols.h"
#include "ptx/module/loading/variable_loader.h"
#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

/// What the functions of a module share while they are loaded.
struct LoadingState {
  Module& module;
  SymbolTable& symbols;
  ConstantPoolBuilder& constants;
  LocationTable& locations;
  std::uint32_t module_local_bytes = 0;  ///< at the start of a kernel's
};

/// Parameters and returns, laid out from 0 on as the function wants them.
std::vector<Parameter> lay_out_parameters(
    const std::vector<VariableSyntax>& syntax, std::uint64_t& bytes);

class FunctionLoader : private ControlFlow {
 public:
  /// `owned_shared`: the shared variables that the body declares, in order.
  FunctionLoader(LoadingState& state, const FunctionSyntax& syntax,
                 Function& function,
                 const std::vector<std::uint32_t>& owned_shared);

  /// Appends to Module::code and the tables it refers to. Throws PtxError
  /// for declarations; marks the function for instructions.
  void load();

 private:
  /// Labels, targets and prototypes by scope and name; scopes are numbered
  /// in the order in which they open.
  struct Scope {
    std::uint32_t parent = 0;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::unordered_map<std::string_view, const TargetsSyntax*> targets;
    std::unordered_map<std::string_view, const PrototypeSyntax*> prototypes;
  };

  void find_labels();
  void note(Scope& scope, const Statement& statement, std::uint32_t pc);
  void declare_parameters();
  void declare_in_register(const VariableSyntax& syntax, Parameter& parameter);
  void decode_body();
  void decode(const InstructionSyntax& syntax);
  void push_trap(const InstructionSyntax& syntax);
  void declare(const VariableSyntax& syntax);
  std::uint32_t add_local(const VariableSyntax& syntax, const Shape& shape);
  void open_scope();
  void close_scope();
  void end_function();

  /// Of the instruction that comes next.
  std::uint32_t pc() const {
    return static_cast<std::uint32_t>(state_.module.code.size());
  }

  /// Looks outwards from the scope where decoding is.
  template <class Map>
  const typename Map::mapped_type* find(Map Scope::*map,
                                        std::string_view name) const {
    for (std::uint32_t scope = scope_;; scope = scopes_[scope].parent) {
      const auto& names = scopes_[scope].*map;
      if (const auto found = names.find(name); found != names.end())
        return &found->second;
      if (scope == 0) return nullptr;
    }
  }

  std::uint32_t pc_of_label(std::string_view name) override;
  std::uint32_t branch_table(std::string_view name) override;
  std::uint32_t call_site(const InstructionSyntax& call) override;
  Detail& new_detail() override;
  Parameter passed(const OperandSyntax& element, const Parameter& wanted,
                   bool is_result);
  std::vector<Parameter> passed(const OperandSyntax& list,
                                const std::vector<Parameter>& wanted,
                                bool is_result);
  Function signature_of(const InstructionSyntax& call, std::size_t index,
                        CallSite& site);

  LoadingState& state_;
  const FunctionSyntax& syntax_;
  Function& function_;
  const std::vector<std::uint32_t>& owned_shared_;
  std::size_t next_owned_ = 0;
  FrameLayout frame_;
  OperandDecoder operands_;
  InstructionDecoder decoder_;
  std::vector<Scope> scopes_;
  std::uint32_t scope_ = 0;       ///< where decoding is
  std::uint32_t next_scope_ = 1;  ///< the number of the next to open
  std::vector<std::uint32_t> param_marks_;
  std::unordered_map<const TargetsSyntax*, std::uint32_t> tables_;
};

}  // namespace lockstep::ptx
