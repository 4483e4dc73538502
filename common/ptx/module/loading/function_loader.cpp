// SPDX-License-Identifier: Apache-2.0
// Scopes, labels, declarations and the order of decoding.
#include "ptx/module/loading/function_loader.h"

#include <string>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/loading/variable_loader.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t max_kernel_param_bytes = 32764;

/// The text of an instruction on one line, cut where it gets too long.
std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text.substr(0, 400)) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (line.size() > 160) line = line.substr(0, 157) + "...";
  return line;
}

/// True if control never goes on behind it.
bool ends_control(const Instruction& instruction) {
  if (instruction.guard) return false;
  return instruction.opcode == Opcode::op_ret ||
         instruction.opcode == Opcode::op_exit ||
         instruction.opcode == Opcode::op_bra ||
         instruction.opcode == Opcode::op_brx ||
         instruction.opcode == Opcode::op_trap;
}

}  // namespace

std::vector<Parameter> lay_out_parameters(
    const std::vector<VariableSyntax>& syntax, std::uint64_t& bytes) {
  std::vector<Parameter> parameters;
  for (const VariableSyntax& variable : syntax) {
    const Shape shape = shape_of(variable);
    bytes = align_up(bytes, shape.alignment);
    if (bytes + shape.bytes > max_kernel_param_bytes)
      throw PtxError(variable.line, variable.name,
                     "parameters of more than 32764 bytes");
    parameters.push_back({std::string(variable.name),
                          shape.type,
                          static_cast<std::uint32_t>(bytes),
                          static_cast<std::uint32_t>(shape.bytes),
                          shape.alignment,
                          {}});
    bytes += shape.bytes;
  }
  return parameters;
}

FunctionLoader::FunctionLoader(LoadingState& state,
                               const FunctionSyntax& syntax, Function& function,
                               const std::vector<std::uint32_t>& owned_shared)
    : state_(state),
      syntax_(syntax),
      function_(function),
      owned_shared_(owned_shared),
      operands_(state.module, state.symbols, state.constants, frame_,
                function.is_kernel),
      decoder_(operands_, *this) {}

void FunctionLoader::load() {
  function_.begin = pc();
  state_.locations.begin_function();
  state_.symbols.open_scope();
  find_labels();
  if (function_.is_kernel) frame_.add_local(state_.module_local_bytes, 1);
  declare_parameters();
  decode_body();
  end_function();
  state_.symbols.close_scope();
  function_.end = pc();
  frame_.store(function_);
  if (syntax_.cluster_blocks > 1 && !function_.refusal)
    function_.refusal =
        Refusal{PtxError(syntax_.line, syntax_.name,
                         "clusters of several blocks are not supported")
                    .what(),
                function_.begin};
}

void FunctionLoader::find_labels() {
  scopes_.assign(1, {});
  std::uint32_t current = 0;
  std::uint32_t pc = function_.begin;
  for (const Statement& statement : syntax_.body) {
    if (std::holds_alternative<InstructionSyntax>(statement)) {
      ++pc;
    } else if (std::holds_alternative<ScopeOpen>(statement)) {
      scopes_.push_back({});
      scopes_.back().parent = current;
      current = static_cast<std::uint32_t>(scopes_.size() - 1);
    } else if (std::holds_alternative<ScopeClose>(statement)) {
      current = scopes_[current].parent;
    } else {
      note(scopes_[current], statement, pc);
    }
  }
}

void FunctionLoader::note(Scope& scope, const Statement& statement,
                          std::uint32_t pc) {
  std::string_view name;
  std::uint32_t line = 0;
  bool is_new = true;
  if (const auto* label = std::get_if<LabelSyntax>(&statement)) {
    name = label->name, line = label->line;
    is_new = scope.labels.emplace(name, pc).second;
  } else if (const auto* targets = std::get_if<TargetsSyntax>(&statement)) {
    name = targets->name, line = targets->line;
    is_new = scope.targets.emplace(name, targets).second;
  } else if (const auto* prototype = std::get_if<PrototypeSyntax>(&statement)) {
    name = prototype->name, line = prototype->line;
    is_new = scope.prototypes.emplace(name, prototype).second;
  }
  if (!is_new) throw PtxError(line, name, "this label is in the scope twice");
}

void FunctionLoader::declare_parameters() {
  const auto declare_all = [&](std::vector<Parameter>& parameters,
                               const std::vector<VariableSyntax>& syntax) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      Parameter& parameter = parameters[i];
      Symbol symbol;
      symbol.kind = function_.is_kernel ? Symbol::Kind::kernel_param
                                        : Symbol::Kind::frame_param;
      symbol.type = parameter.type;
      symbol.offset = parameter.offset;
      symbol.bytes = parameter.bytes;
      symbol.alignment = parameter.alignment;
      if (!function_.is_kernel)
        symbol.offset = frame_.add_param(parameter.bytes, parameter.alignment);
      if (syntax[i].space == "reg") {
        declare_in_register(syntax[i], parameter);
        continue;
      }
      state_.symbols.declare(syntax[i].name, syntax[i].line, symbol);
    }
  };
  declare_all(function_.parameters, syntax_.parameters);
  declare_all(function_.returns, syntax_.returns);
}

/// A `.reg` parameter: calls copy it between registers.
void FunctionLoader::declare_in_register(const VariableSyntax& syntax,
                                         Parameter& parameter) {
  if (function_.is_kernel || !syntax.dimensions.empty() ||
      syntax.vector_width > 1 || syntax.alignment != 0)
    throw PtxError(syntax.line, syntax.name,
                   "unsupported declaration of a register");
  state_.symbols.declare_registers(syntax, parameter.type);
  parameter.value =
      operands_.register_named(syntax.name, parameter.type, Fit::exact);
}

Detail& FunctionLoader::new_detail() {
  return *state_.module.details.emplace_back(std::make_unique<Detail>());
}

void FunctionLoader::decode_body() {
  for (const Statement& statement : syntax_.body) {
    if (const auto* instruction = std::get_if<InstructionSyntax>(&statement))
      decode(*instruction);
    else if (const auto* loc = std::get_if<LocSyntax>(&statement))
      state_.locations.enter(*loc);
    else if (const auto* variable = std::get_if<VariableSyntax>(&statement))
      declare(*variable);
    else if (std::holds_alternative<ScopeOpen>(statement))
      open_scope();
    else if (std::holds_alternative<ScopeClose>(statement))
      close_scope();
  }
}

void FunctionLoader::decode(const InstructionSyntax& syntax) {
  if (function_.refusal) return push_trap(syntax);
  try {
    Instruction instruction = decoder_.decode(syntax);
    instruction.location = state_.locations.current();
    state_.module.code.push_back(instruction);
  } catch (const DecodeError& error) {
    const PtxError quoted(syntax.line, one_line(syntax.text), error.what());
    function_.refusal = Refusal{quoted.what(), pc()};
    push_trap(syntax);
  }
}

/// Stands for an instruction that never runs, and keeps the pcs in step.
void FunctionLoader::push_trap(const InstructionSyntax& syntax) {
  Instruction trap;
  trap.opcode = Opcode::op_trap;
  trap.ptx_line = syntax.line;
  trap.location = state_.locations.current();
  state_.module.code.push_back(trap);
}

void FunctionLoader::open_scope() {
  state_.symbols.open_scope();
  scope_ = next_scope_++;
  param_marks_.push_back(frame_.param_mark());
}

void FunctionLoader::close_scope() {
  state_.symbols.close_scope();
  scope_ = scopes_[scope_].parent;
  frame_.release_params(param_marks_.back());
  param_marks_.pop_back();
}

void FunctionLoader::declare(const VariableSyntax& syntax) {
  if (syntax.space == "reg") {
    const Type type = type_named(syntax.type);
    if (type == Type::none || !syntax.dimensions.empty() ||
        !syntax.initial.empty() || syntax.alignment != 0)
      throw PtxError(syntax.line, syntax.name,
                     "unsupported declaration of a register");
    return state_.symbols.declare_registers(syntax, type);
  }
  Symbol symbol;
  if (syntax.space == "shared") {
    symbol.kind = Symbol::Kind::variable;
    symbol.index = owned_shared_[next_owned_++];
    return state_.symbols.declare(syntax.name, syntax.line, symbol);
  }
  const Shape shape = shape_of(syntax);
  symbol.type = shape.type;
  symbol.bytes = static_cast<std::uint32_t>(shape.bytes);
  symbol.alignment = shape.alignment;
  if (!syntax.initial.empty() || syntax.has_open_size)
    throw PtxError(syntax.line, syntax.name, "unsupported declaration");
  try {
    if (syntax.space == "local") {
      symbol.kind = Symbol::Kind::local;
      symbol.offset = add_local(syntax, shape);
    } else if (syntax.space == "param") {
      symbol.kind = Symbol::Kind::frame_param;
      symbol.offset = frame_.add_param(shape.bytes, shape.alignment);
    } else {
      throw DecodeError("a state space that is not for a function's variables");
    }
  } catch (const DecodeError& error) {
    throw PtxError(syntax.line, syntax.name, error.what());
  }
  state_.symbols.declare(syntax.name, syntax.line, symbol);
}

std::uint32_t FunctionLoader::add_local(const VariableSyntax& syntax,
                                        const Shape& shape) {
  try {
    return frame_.add_local(shape.bytes, shape.alignment);
  } catch (const DecodeError& error) {
    const PtxError quoted(syntax.line, syntax.name, error.what());
    if (!function_.refusal)
      function_.refusal = Refusal{quoted.what(), function_.begin, true};
    return 0;
  }
}

/// Control never runs past the last instruction into another function.
void FunctionLoader::end_function() {
  auto& code = state_.module.code;
  const auto end = static_cast<std::uint32_t>(code.size());
  const bool is_open = end == function_.begin || !ends_control(code.back());
  bool is_target = false;
  for (std::uint32_t pc = function_.begin; pc < end; ++pc)
    is_target |= code[pc].opcode == Opcode::op_bra && code[pc].target == end;
  for (const auto& [targets, table] : tables_)
    for (std::uint32_t pc : state_.module.branch_tables[table])
      is_target |= pc == end;
  if (!is_open && !is_target) return;
  Instruction last;
  last.opcode = Opcode::op_ret;
  last.ptx_line = syntax_.end_line;
  last.location = state_.locations.current();
  code.push_back(last);
}

std::uint32_t FunctionLoader::pc_of_label(std::string_view name) {
  if (const auto* pc = find(&Scope::labels, name)) return *pc;
  throw DecodeError("no label '" + std::string(name) + "' is in this scope");
}

std::uint32_t FunctionLoader::branch_table(std::string_view name) {
  const auto* targets = find(&Scope::targets, name);
  if (targets == nullptr || (*targets)->is_calls)
    throw DecodeError("no list of targets '" + std::string(name) +
                      "' is in this scope");
  const auto known = tables_.find(*targets);
  if (known != tables_.end()) return known->second;
  std::vector<std::uint32_t> pcs;
  for (std::string_view target : (*targets)->targets)
    pcs.push_back(pc_of_label(target));
  auto& tables = state_.module.branch_tables;
  const auto index = static_cast<std::uint32_t>(tables.size());
  tables.push_back(std::move(pcs));
  tables_.emplace(*targets, index);
  return index;
}

}  // namespace lockstep::ptx
