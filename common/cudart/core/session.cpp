// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

#include "cudart/core/host_fault.h"

namespace lockstep::cudart {
namespace {

/// What a program reports that was refused something but returned 0.
constexpr int exit_refused = 1;

/// The last thing that happens in the process.
void at_exit(int code, void* /*unused*/) {
  Session& running = session();
  running.end(code);
  if (code != 0 || !running.has_refused()) return;
  std::fflush(nullptr);
  _exit(exit_refused);
}

/// Never destroyed: static objects of the program still call CUDA.
template <class T>
class Immortal {
 public:
  template <class... Arguments>
  explicit Immortal(Arguments&&... arguments) {
    new (bytes_) T(std::forward<Arguments>(arguments)...);
  }
  T& get() { return *std::launder(reinterpret_cast<T*>(bytes_)); }

 private:
  alignas(T) std::byte bytes_[sizeof(T)];
};

}  // namespace

Session& session() {
  static Immortal<Session> only(read_options());
  [[maybe_unused]] static const bool explains =
      (explain_host_faults(only.get()), true);
  [[maybe_unused]] static const int registered = on_exit(at_exit, nullptr);
  return only.get();
}

Session::Session(Options options)
    : options_(std::move(options)),
      sanitizer_({options_.checks.contains("memcheck"),
                  options_.checks.contains("initcheck"),
                  options_.checks.contains("racecheck"),
                  options_.checks.contains("synccheck")}) {
  record.begin();
  for (ptx::Observer* checker : sanitizer_.observers())
    context_.attach(*checker);
  if (options_.counts) context_.attach(counters_.observer());
  if (options_.counts_lines) counters_.count_lines();
  memory.on_host_side = expect_host_access;
  memory.on_allocation = [this](const Region& region) {
    record.allocation(region.name, region.stack);
  };
}

void Session::report(ptx::Severity severity, const std::string& kind,
                     const std::string& message, const Stack& stack) {
  ptx::Finding finding;
  finding.tool = "runtime";
  finding.kind = kind;
  finding.severity = severity;
  finding.message = message;
  record.finding(finding, stack);
  is_explained_ |= severity == ptx::Severity::error;
}

void Session::refuse(const std::string& message, const Stack& stack) {
  has_refused_ = true;
  record.refused();
  report(ptx::Severity::error, "unsupported", message, stack);
  if (!record.is_open())
    fmt::print(stderr, "lockstep: not supported: {}\n", message);
}

Error Session::finish(Error error, const char* call, const void* caller) {
  const bool is_explained = std::exchange(is_explained_, false);
  if (error == Error::success || error == Error::not_ready) return error;
  last_ = error;
  const bool is_known = error == sticky_;  // every call gives it again
  if (is_sticky(error) && sticky_ == Error::success) sticky_ = error;
  if (unseen_.error == Error::success && !is_known && !is_explained)
    unseen_ = {error, call, stack_from(caller),
               std::string_view(call) == launch_name};
  return error;
}

Error Session::take_last_error() {
  const Error error = peek_last_error();
  last_ = Error::success;
  return error;
}

Error Session::peek_last_error() {
  see_error();
  return sticky_ != Error::success ? sticky_ : last_;
}

void Session::reset() {
  tell_leaks();
  memory.free_all();
  last_ = sticky_ = Error::success;
}

void Session::end(int exit_code) {
  // A program that ends with another code has noticed something.
  if (exit_code == 0) tell_unseen();
  tell_leaks();
  record.end();
}

void Session::tell_unseen() {
  if (unseen_.error == Error::success) return;
  report(
      unseen_.is_launch ? ptx::Severity::error : ptx::Severity::warning,
      "unchecked error",
      fmt::format("{} gave {} ({}), and the program never asked: compare "
                  "what calls return with cudaSuccess, and call "
                  "cudaGetLastError after a launch",
                  unseen_.call, name_of(unseen_.error), text_of(unseen_.error)),
      unseen_.stack);
}

void Session::tell_leaks() {
  if (sticky_ != Error::success) return;  // nothing could be freed
  for (const auto& [address, region] : memory.regions()) {
    const bool is_leak = region.is_live && !region.is_variable();
    if (!is_leak) continue;
    report(ptx::Severity::warning, "leak",
           fmt::format("{} was never freed", described(region)), region.stack);
  }
}

}  // namespace lockstep::cudart
