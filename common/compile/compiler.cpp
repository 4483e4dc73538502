// SPDX-License-Identifier: Apache-2.0
// Checks the source, picks the front end, runs it and the second opinion in
// threads of their own.
#include "compile/compiler.h"

#include <fmt/format.h>

#include <future>
#include <stop_token>

#include "compile/front_end.h"
#include "compile/source_file.h"

namespace lockstep {
namespace {

std::string display_name(const CompileRequest& request) {
  return request.display_name.empty() ? request.source.string()
                                      : request.display_name;
}

FrontEnd chosen(const CompileRequest& request) {
  if (request.front_end != FrontEnd::automatic) return request.front_end;
  return request.for_gpu ? FrontEnd::nvcc : FrontEnd::clang;
}

/// The first opinion with the cubin, or with what the second says against it.
CompileResult joined(CompileResult first, CompileResult second,
                     const std::string& tool) {
  if (second.status == CompileStatus::success) {
    first.second_compiler = tool;
    first.cubin = std::move(second.cubin);
    first.resources = std::move(second.resources);
    return first;
  }
  first.status = second.status;
  first.message = std::move(second.message);
  first.diagnostics = std::move(second.diagnostics);
  return first;
}

}  // namespace

struct Compilation::State {
  FrontEndInput input;
  std::stop_source stop;
  CompileResult first, both;
  bool is_first_done = false, is_both_done = false;
  /// A future of std::async waits in its destructor: after the stop request.
  std::future<CompileResult> from_front_end, from_nvcc;

  explicit State(CompileRequest request)
      : input{request, {}, BoxedName(display_name(request))} {}
  ~State() { stop.request_stop(); }

  FrontEnd front_end() const { return chosen(input.request); }
  void start();
  CompileResult second();
};

void Compilation::State::start() {
  SourceFile source =
      read_source_file(input.request.source, input.name.display());
  if (!source.problem.empty()) {
    first.status = CompileStatus::bad_input;
    first.message = std::move(source.problem);
    is_first_done = true;
    return;
  }
  input.source = std::move(source.text);
  const bool is_clang = front_end() == FrontEnd::clang;
  from_front_end = std::async(std::launch::async, [this, is_clang] {
    return is_clang ? clang_to_ptx(input, stop.get_token())
                    : nvcc_to_ptx(input, stop.get_token());
  });
  if (is_clang && input.request.optimised && find_cuda_toolkit())
    from_nvcc = std::async(std::launch::async, [this] { return second(); });
}

/// What nvcc and then ptxas make of the file.
CompileResult Compilation::State::second() {
  CompileResult result = nvcc_to_ptx(input, stop.get_token());
  if (result.status != CompileStatus::success) return result;
  CompileResult assembled = ptx_to_cubin(result.ptx, input, stop.get_token());
  assembled.compiler = result.compiler;
  return assembled;
}

Compilation::Compilation(CompileRequest request)
    : state_(std::make_unique<State>(std::move(request))) {
  state_->start();
}
Compilation::~Compilation() = default;
Compilation::Compilation(Compilation&&) noexcept = default;
Compilation& Compilation::operator=(Compilation&&) noexcept = default;

const CompileResult& Compilation::ptx() {
  if (!state_->is_first_done) {
    state_->first = state_->from_front_end.get();
    state_->is_first_done = true;
    if (state_->first.status != CompileStatus::success)
      state_->stop.request_stop();
  }
  return state_->first;
}

const CompileResult& Compilation::second_opinion() {
  if (state_->is_both_done) return state_->both;
  state_->is_both_done = true;
  const CompileRequest& request = state_->input.request;
  state_->both = ptx();
  if (state_->first.status != CompileStatus::success || !request.optimised)
    return state_->both;
  const auto token = state_->stop.get_token();
  if (state_->from_nvcc.valid()) {
    CompileResult second = state_->from_nvcc.get();
    const std::string tool = second.compiler;
    if (second.status == CompileStatus::missing_tool) return state_->both;
    state_->both = joined(state_->both, std::move(second), tool);
  }
  const bool is_nvcc = state_->front_end() == FrontEnd::nvcc;
  if (state_->both.status == CompileStatus::success &&
      (is_nvcc || request.for_gpu)) {
    // The cubin must come of the PTX that the report is about.
    state_->both = joined(state_->both,
                          ptx_to_cubin(state_->first.ptx, state_->input, token),
                          state_->both.second_compiler);
  }
  return state_->both;
}

CompileResult compile(const CompileRequest& request) {
  Compilation compilation(request);
  return compilation.second_opinion();
}

}  // namespace lockstep
