// SPDX-License-Identifier: Apache-2.0
// call (results), callee, (arguments), prototype: who is called, and which
// param variables of the caller go in and come out.
#include <string>

#include "ptx/module/loading/decode_error.h"
#include "ptx/module/loading/function_loader.h"

namespace lockstep::ptx {
namespace {

void check_passed(const std::vector<Parameter>& given,
                  const std::vector<Parameter>& wanted) {
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].bytes != wanted[i].bytes)
      throw DecodeError("'" + given[i].name +
                        "' does not have the size that the function wants");
}

}  // namespace

/// A `.param` variable of the caller, a register or, as an argument, a
/// constant.
Parameter FunctionLoader::passed(const OperandSyntax& element,
                                 const Parameter& wanted, bool is_result) {
  if (element.kind == OperandSyntax::Kind::name && element.bits == 0 &&
      !element.name.starts_with('%')) {
    const Symbol& symbol = operands_.symbol(element.name);
    if (symbol.kind == Symbol::Kind::frame_param)
      return {
          std::string(element.name), symbol.type, symbol.offset, symbol.bytes,
          symbol.alignment,          {}};
  }
  if (size_of(wanted.type) != wanted.bytes)
    throw DecodeError("only .param variables can be passed as '" + wanted.name +
                      "'");
  Parameter parameter = wanted;
  parameter.offset = 0;
  parameter.value =
      is_result ? operands_.destination(element, wanted.type, Fit::exact)
                : operands_.source(element, wanted.type, Fit::exact);
  return parameter;
}

std::vector<Parameter> FunctionLoader::passed(
    const OperandSyntax& list, const std::vector<Parameter>& wanted,
    bool is_result) {
  const std::size_t given = list.elements.size();
  if (given != wanted.size())
    throw DecodeError("the call passes " + std::to_string(given) +
                      (is_result ? " results" : " arguments") +
                      ", the function has " + std::to_string(wanted.size()));
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < given; ++i)
    parameters.push_back(passed(list.elements[i], wanted[i], is_result));
  return parameters;
}

/// The parameters and returns of the callee; sets whom `site` calls.
/// `index` is the operand behind the argument list: a prototype, if any.
Function FunctionLoader::signature_of(const InstructionSyntax& call,
                                      std::size_t index, CallSite& site) {
  const std::size_t callee =
      call.operands[0].kind == OperandSyntax::Kind::list ? 1 : 0;
  const std::string_view name = call.operands[callee].name;
  const Symbol& symbol = operands_.symbol(name);
  if (symbol.kind == Symbol::Kind::function) {
    site.callee = symbol.index;
    return state_.module.functions[symbol.index];
  }
  site.indirect = operands_.register_named(name, Type::b64, Fit::exact);
  if (index >= call.operands.size())
    throw DecodeError("an indirect call needs a prototype or targets");
  const std::string_view list = call.operands[index].name;
  if (const auto* prototype = find(&Scope::prototypes, list)) {
    Function signature;
    std::uint64_t bytes = 0;
    signature.parameters = lay_out_parameters((*prototype)->parameters, bytes);
    signature.returns = lay_out_parameters((*prototype)->returns, bytes);
    return signature;
  }
  const auto* targets = find(&Scope::targets, list);
  if (targets == nullptr || !(*targets)->is_calls)
    throw DecodeError("'" + std::string(list) + "' is no prototype");
  const Symbol& first = operands_.symbol((*targets)->targets.front());
  if (first.kind != Symbol::Kind::function)
    throw DecodeError("'" + std::string(list) + "' names no function");
  return state_.module.functions[first.index];
}

std::uint32_t FunctionLoader::call_site(const InstructionSyntax& call) {
  using Kind = OperandSyntax::Kind;
  const auto& operands = call.operands;
  std::size_t next = 0;
  CallSite site;
  const OperandSyntax none;
  const auto list = [&]() -> const OperandSyntax& {
    const bool is_list =
        next < operands.size() && operands[next].kind == Kind::list;
    return is_list ? operands[next++] : none;
  };
  const OperandSyntax& results = list();
  if (next >= operands.size() || operands[next].kind != Kind::name)
    throw DecodeError("the function to call is missing");
  ++next;
  const OperandSyntax& arguments = list();
  const Function signature = signature_of(call, next, site);
  if (operands.size() > next + 1 ||
      (next < operands.size() && operands[next].kind != Kind::name))
    throw DecodeError("one operand too many");
  site.arguments = passed(arguments, signature.parameters, false);
  site.results = passed(results, signature.returns, true);
  check_passed(site.arguments, signature.parameters);
  check_passed(site.results, signature.returns);
  auto& calls = state_.module.calls;
  calls.push_back(std::move(site));
  return static_cast<std::uint32_t>(calls.size() - 1);
}

}  // namespace lockstep::ptx
