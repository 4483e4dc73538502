// SPDX-License-Identifier: Apache-2.0
// Reachability over the call graph, then offsets. A name that appears in an
// operand counts as used, which is never too few; a function whose address
// is taken counts as called where the name stands.
#include "ptx/module/loading/shared_layout.h"

#include <algorithm>
#include <limits>

#include "ptx/module/loading/frame_layout.h"
#include "ptx/module/loading/variable_loader.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

using Indices = std::vector<std::uint32_t>;

/// Bounds the walk over the call graph, over all kernels.
constexpr std::uint64_t max_steps = 50'000'000;

class SharedLayout {
 public:
  SharedLayout(const std::vector<const FunctionSyntax*>& bodies, Module& module)
      : bodies_(bodies), module_(module), owned_(bodies.size()) {}

  std::vector<Indices> lay_out() {
    for (std::uint32_t i = 0; i < module_.variables.size(); ++i)
      if (module_.variables[i].space == Space::shared) common_.push_back(i);
    const Indices of_module = common_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) add_owned(i);
    for (std::uint32_t i : of_module)
      variables_.emplace(module_.variables[i].name, i);
    for (std::uint32_t i = 0; i < module_.functions.size(); ++i)
      functions_.emplace(module_.functions[i].name, i);
    place(common_, 0);
    for (std::size_t i = 0; i < bodies_.size(); ++i) collect_uses(i);
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
      if (module_.functions[i].is_kernel) lay_out_kernel(i);
    return std::move(owned_);
  }

 private:
  struct Uses {
    Indices variables, functions;
    bool calls_indirectly = false;
  };

  void add_owned(std::size_t function);
  std::uint64_t place(const Indices& variables, std::uint64_t offset);
  void collect_uses(std::size_t function);
  void collect_names(const OperandSyntax& operand, Uses& uses) const;
  Indices reachable(std::uint32_t kernel);
  void lay_out_kernel(std::uint32_t kernel);

  const std::vector<const FunctionSyntax*>& bodies_;
  Module& module_;
  std::vector<Indices> owned_;
  Indices common_;  ///< of the module and of device functions
  std::vector<Uses> uses_;
  std::uint64_t steps_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> variables_, functions_;
};

void SharedLayout::add_owned(std::size_t function) {
  if (bodies_[function] == nullptr) return;
  for (const Statement& statement : bodies_[function]->body) {
    const auto* syntax = std::get_if<VariableSyntax>(&statement);
    if (syntax == nullptr || syntax->space != "shared") continue;
    const auto index = static_cast<std::uint32_t>(module_.variables.size());
    module_.variables.push_back(make_variable(*syntax));
    owned_[function].push_back(index);
    if (!module_.functions[function].is_kernel) common_.push_back(index);
  }
}

/// Gives offsets from `offset` on; returns the end.
std::uint64_t SharedLayout::place(const Indices& variables,
                                  std::uint64_t offset) {
  for (std::uint32_t index : variables) {
    Variable& variable = module_.variables[index];
    if (variable.is_extern) continue;
    offset = align_up(offset, variable.alignment);
    if (offset + variable.bytes > std::numeric_limits<std::int32_t>::max())
      throw PtxError(0, variable.name, "too much shared memory");
    variable.shared_offset = static_cast<std::uint32_t>(offset);
    offset += variable.bytes;
  }
  return offset;
}

void SharedLayout::collect_names(const OperandSyntax& operand,
                                 Uses& uses) const {
  for (const OperandSyntax& element : operand.elements)
    collect_names(element, uses);
  if (operand.name.empty() || operand.name.front() == '%') return;
  if (const auto found = variables_.find(operand.name);
      found != variables_.end())
    uses.variables.push_back(found->second);
  if (const auto found = functions_.find(operand.name);
      found != functions_.end())
    uses.functions.push_back(found->second);
}

void SharedLayout::collect_uses(std::size_t function) {
  Uses& uses = uses_.emplace_back();
  uses.variables = owned_[function];
  if (bodies_[function] == nullptr) return;
  for (const Statement& statement : bodies_[function]->body) {
    const auto* instruction = std::get_if<InstructionSyntax>(&statement);
    if (instruction == nullptr) continue;
    for (const OperandSyntax& operand : instruction->operands)
      collect_names(operand, uses);
    if (instruction->mnemonic != "call") continue;
    for (const OperandSyntax& operand : instruction->operands)
      if (operand.kind == OperandSyntax::Kind::name &&
          operand.name.starts_with('%'))
        uses.calls_indirectly = true;
  }
  for (Indices* list : {&uses.variables, &uses.functions}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

/// The shared variables that a kernel and what it calls name. An indirect
/// call may lead anywhere.
Indices SharedLayout::reachable(std::uint32_t kernel) {
  std::vector<bool> seen(bodies_.size(), false);
  Indices pending{kernel}, variables;
  seen[kernel] = true;
  steps_ += bodies_.size() / 64;
  while (!pending.empty()) {
    const Uses& uses = uses_[pending.back()];
    pending.pop_back();
    steps_ += 1 + uses.variables.size() + uses.functions.size() +
              (uses.calls_indirectly ? common_.size() : 0);
    if (steps_ > max_steps)
      throw PtxError(0, module_.functions[kernel].name,
                     "the kernels' calls are too many to follow");
    if (uses.calls_indirectly)
      variables.insert(variables.end(), common_.begin(), common_.end());
    variables.insert(variables.end(), uses.variables.begin(),
                     uses.variables.end());
    for (std::uint32_t callee : uses.functions) {
      if (seen[callee]) continue;
      seen[callee] = true;
      pending.push_back(callee);
    }
  }
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()),
                  variables.end());
  return variables;
}

void SharedLayout::lay_out_kernel(std::uint32_t kernel) {
  Function& function = module_.functions[kernel];
  function.shared_variables = reachable(kernel);
  std::uint64_t end = 0;
  std::uint32_t dynamic_alignment = 16;
  for (std::uint32_t index : function.shared_variables) {
    const Variable& variable = module_.variables[index];
    const Indices& own = owned_[kernel];
    if (variable.is_extern)
      dynamic_alignment = std::max(dynamic_alignment, variable.alignment);
    else if (!std::binary_search(own.begin(), own.end(), index))
      end = std::max(end, variable.shared_offset + variable.bytes);
  }
  end = place(owned_[kernel], end);
  function.shared_bytes = static_cast<std::uint32_t>(end);
  function.dynamic_shared_offset =
      static_cast<std::uint32_t>(align_up(end, dynamic_alignment));
}

}  // namespace

std::vector<std::vector<std::uint32_t>> lay_out_shared(
    const std::vector<const FunctionSyntax*>& bodies, Module& module) {
  return SharedLayout(bodies, module).lay_out();
}

}  // namespace lockstep::ptx
