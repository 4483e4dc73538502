// SPDX-License-Identifier: Apache-2.0
// Runs another program under limits and collects what it writes. A small
// supervisor process stands between: it outlives neither the program nor us,
// and ends every descendant, also those that left the process group. Nothing
// is left behind after wait(), the destructor, Ctrl-C or our own death.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Limits of each process; 0: as the caller's.
struct ProcessLimits {
  std::uint64_t cpu_seconds = 0;
  std::uint64_t address_space_bytes = 0;
  std::uint64_t file_bytes = 0;
  /// How many more processes than now run on the machine its user may have.
  /// The kernel exempts root: see `drop_root`.
  std::uint64_t more_processes = 0;
};

struct ProcessRequest {
  std::vector<std::string> command;  ///< without a slash: looked up on PATH
  std::filesystem::path directory;   ///< empty: the caller's
  /// "NAME=VALUE" of each variable; nothing: the caller's environment.
  std::optional<std::vector<std::string>> environment;
  std::string input;  ///< what it reads from standard input
  /// Contents that it finds on descriptors 3, 4, …
  std::vector<std::string> attachments;
  double seconds = 0;                               ///< wall time; 0: no limit
  std::size_t output_bytes = std::size_t{1} << 26;  ///< of each stream
  ProcessLimits limits;
  /// Where we are root: run as the user "nobody", in no group of ours.
  bool drop_root = false;
  /// Called in wait() with each piece of standard output as it comes.
  std::function<void(std::string_view)> on_output;
};

enum class ProcessStatus : std::uint8_t {
  exited,           ///< by itself, with `code`
  signalled,        ///< by signal `code`
  timeout,          ///< ended after `seconds`
  too_much_output,  ///< ended after `output_bytes`
  killed,           ///< by kill()
  not_started,      ///< `message` says why
};

struct ProcessResult {
  ProcessStatus status = ProcessStatus::not_started;
  int code = 0;
  std::string output, errors;  ///< also what came before a forced end
  std::string message;         ///< one sentence; empty for `exited`
  double seconds = 0;          ///< wall time
  double cpu_seconds = 0;      ///< of the program and its descendants

  bool is_success() const {
    return status == ProcessStatus::exited && code == 0;
  }
};

class Process {
 public:
  /// Starts it; what goes wrong is reported by wait().
  explicit Process(ProcessRequest request);
  /// Kills what still runs.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Reads its output until it and its descendants have ended. Call once.
  ProcessResult wait();
  /// Makes wait() return soon. May be called from any thread.
  void kill() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Runs it to its end, or to the stop request.
ProcessResult run_process(ProcessRequest request,
                          const std::stop_token& stop = {});

/// The program's full path as the PATH of our environment has it.
std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace lockstep
