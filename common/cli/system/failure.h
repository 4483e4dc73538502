// SPDX-License-Identifier: Apache-2.0
// The exit codes of every verb, and the one exception that carries them.
#pragma once

#include <stdexcept>
#include <string>

namespace lockstep::cli {

enum ExitCode : int {
  all_passed = 0,
  some_failed = 1,    ///< some asked-for tasks did not pass
  wrong_usage = 2,    ///< of the command line, or wrong input
  missing_thing = 3,  ///< something is missing or broken on this machine
  by_signal = 128,    ///< plus the signal's number: 130 after Ctrl-C
};

/// Ends a verb with a message for people: what is wrong and what to do.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace lockstep::cli
