// SPDX-License-Identifier: Apache-2.0
// The order of loading: declare everything, lay out shared memory, give
// variables their values, decode the bodies.
#include "ptx/module/loader.h"

#include <algorithm>
#include <unordered_map>

#include "ptx/module/loading/frame_layout.h"
#include "ptx/module/loading/function_loader.h"
#include "ptx/module/loading/shared_layout.h"
#include "ptx/module/loading/variable_loader.h"
#include "ptx/syntax/limits.h"
#include "ptx/syntax/parser.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

constexpr std::size_t max_functions = 1u << 14;
constexpr std::uint64_t max_local_bytes = 512 * 1024;
/// What the system reserves on devices of compute capability 8.0 and above.
constexpr std::uint32_t reserved_shared_bytes = 1024;
constexpr std::uint64_t max_total_variable_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t max_initial_total_bytes = std::uint64_t{256} << 20;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class Loader {
 public:
  explicit Loader(const ModuleSyntax& syntax, Module& module)
      : syntax_(syntax),
        module_(module),
        constants_(module.constants),
        locations_(module) {}

  void load() {
    name_files();
    for (const VariableSyntax& variable : syntax_.variables) declare(variable);
    for (const FunctionSyntax& function : syntax_.functions) declare(function);
    for (const AliasSyntax& alias : syntax_.aliases) give_body(alias);
    const auto owned_shared = lay_out_shared(bodies_, module_);
    check_total_size();
    initialise();
    LoadingState state{module_, symbols_, constants_, locations_,
                       static_cast<std::uint32_t>(local_bytes_)};
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (bodies_[i] != nullptr)
        FunctionLoader(state, *bodies_[i], module_.functions[i],
                       owned_shared[i])
            .load();
  }

 private:
  void name_files();
  void declare(const VariableSyntax& syntax);
  void declare(const FunctionSyntax& syntax);
  void declare_local(const VariableSyntax& syntax);
  void give_body(const AliasSyntax& alias);
  Function make_function(const FunctionSyntax& syntax);
  void check_total_size() const;
  void initialise();

  const ModuleSyntax& syntax_;
  Module& module_;
  SymbolTable symbols_;
  ConstantPoolBuilder constants_;
  LocationTable locations_;
  std::uint64_t alias_statements_ = 0;
  std::uint64_t local_bytes_ = 0;  ///< of the module's own local variables
  std::vector<const VariableSyntax*> declarations_;  ///< by variable
  std::vector<const FunctionSyntax*> bodies_;        ///< by function
};

void Loader::name_files() {
  module_.files.assign(1, "");
  for (const FileSyntax& file : syntax_.files) {
    if (file.number >= module_.files.size())
      module_.files.resize(file.number + 1);
    if (file.number > 0) module_.files[file.number] = file.name;
  }
}

/// Lies at the start of every kernel's local memory.
void Loader::declare_local(const VariableSyntax& syntax) {
  const Shape shape = shape_of(syntax);
  if (!syntax.initial.empty() || syntax.has_open_size || syntax.is_extern)
    throw PtxError(syntax.line, syntax.name, "unsupported declaration");
  local_bytes_ = align_up(local_bytes_, shape.alignment);
  if (shape.bytes > max_local_bytes ||
      local_bytes_ + shape.bytes > max_local_bytes)
    throw PtxError(syntax.line, syntax.name,
                   "the module's local variables exceed 512 KiB");
  Symbol symbol;
  symbol.kind = Symbol::Kind::module_local;
  symbol.type = shape.type;
  symbol.offset = static_cast<std::uint32_t>(local_bytes_);
  symbol.bytes = static_cast<std::uint32_t>(shape.bytes);
  symbol.alignment = shape.alignment;
  symbols_.declare(syntax.name, syntax.line, symbol);
  local_bytes_ += shape.bytes;
}

/// An alias is a second function with the same text.
void Loader::give_body(const AliasSyntax& alias) {
  const auto index_of = [&](std::string_view name) {
    const Symbol* symbol = symbols_.find(name);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::function)
      throw PtxError(alias.line, name, "is not declared as a function");
    return symbol->index;
  };
  const std::uint32_t name = index_of(alias.name);
  const FunctionSyntax* body = bodies_[index_of(alias.target)];
  if (body == nullptr)
    throw PtxError(alias.line, alias.target, "an alias of what has no body");
  if (bodies_[name] != nullptr)
    throw PtxError(alias.line, alias.name, "an alias that has a body");
  for (const Statement& statement : body->body)
    if (const auto* variable = std::get_if<VariableSyntax>(&statement))
      if (variable->space == "shared")
        throw PtxError(alias.line, alias.target,
                       "an alias of a function with shared variables");
  alias_statements_ += body->body.size();
  if (alias_statements_ > max_syntax_nodes)
    throw PtxError(alias.line, alias.name, "aliases of too much code");
  bodies_[name] = body;
  Function function = make_function(*body);
  function.name = alias.name;
  module_.functions[name] = std::move(function);
}

void Loader::declare(const VariableSyntax& syntax) {
  if (syntax.space == "local") return declare_local(syntax);
  Variable variable = make_variable(syntax);
  const Symbol* known = symbols_.find(syntax.name);
  if (known != nullptr && known->kind == Symbol::Kind::variable) {
    Variable& before = module_.variables[known->index];
    const bool is_same =
        before.space == variable.space && before.type == variable.type;
    if (is_same && variable.is_extern) return;
    if (is_same && before.is_extern) {
      before = std::move(variable);
      declarations_[known->index] = &syntax;
      return;
    }
  }
  Symbol symbol;
  symbol.kind = Symbol::Kind::variable;
  symbol.index = static_cast<std::uint32_t>(module_.variables.size());
  symbols_.declare(syntax.name, syntax.line, symbol);
  module_.variables.push_back(std::move(variable));
  declarations_.push_back(&syntax);
}

Function Loader::make_function(const FunctionSyntax& syntax) {
  Function function;
  function.name = syntax.name;
  function.is_kernel = syntax.is_kernel;
  function.is_extern = !syntax.has_body;
  std::uint64_t bytes = 0;
  function.parameters = lay_out_parameters(syntax.parameters, bytes);
  if (syntax.is_kernel)
    function.param_bytes = static_cast<std::uint32_t>(bytes);
  function.returns = lay_out_parameters(syntax.returns, bytes);
  function.max_threads = syntax.max_threads;
  function.required_threads = syntax.required_threads;
  return function;
}

void Loader::declare(const FunctionSyntax& syntax) {
  Function function = make_function(syntax);
  const Symbol* known = symbols_.find(syntax.name);
  if (known != nullptr && known->kind == Symbol::Kind::function &&
      (bodies_[known->index] == nullptr || !syntax.has_body)) {
    const Function& before = module_.functions[known->index];
    if (before.is_kernel != function.is_kernel ||
        before.parameters.size() != function.parameters.size() ||
        before.returns.size() != function.returns.size())
      throw PtxError(syntax.line, syntax.name,
                     "declared twice with different parameters");
    if (!syntax.has_body) return;
    bodies_[known->index] = &syntax;
    module_.functions[known->index] = std::move(function);
    return;
  }
  if (module_.functions.size() >= max_functions)
    throw PtxError(syntax.line, syntax.name, "too many functions");
  Symbol symbol;
  symbol.kind = Symbol::Kind::function;
  symbol.index = static_cast<std::uint32_t>(module_.functions.size());
  symbols_.declare(syntax.name, syntax.line, symbol);
  bodies_.push_back(syntax.has_body ? &syntax : nullptr);
  module_.functions.push_back(std::move(function));
}

void Loader::check_total_size() const {
  std::uint64_t total = 0;
  for (const Variable& variable : module_.variables) {
    total += variable.bytes + variable.alignment;
    if (total > max_total_variable_bytes)
      throw PtxError(0, variable.name, "variables of more than 1 GiB");
  }
}

void Loader::initialise() {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < declarations_.size(); ++i) {
    Variable& variable = module_.variables[i];
    set_initial_value(*declarations_[i], symbols_, variable);
    total += variable.initial.size();
    if (total > max_initial_total_bytes)
      throw PtxError(declarations_[i]->line, variable.name,
                     "too many initial values");
  }
}

}  // namespace

Module load_module(std::string_view ptx, std::string name) {
  Module module;
  module.name = std::move(name);
  const ModuleSyntax syntax = parse(ptx);
  module.text = lines_of(ptx);
  if (ptx.find("%reserved_smem_offset") != ptx.npos)
    module.reserved_shared_bytes = reserved_shared_bytes;
  Loader(syntax, module).load();
  return module;
}

}  // namespace lockstep::ptx
