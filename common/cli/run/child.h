// SPDX-License-Identifier: Apache-2.0
// The program itself: it has our terminal, our standard input and our
// working folder, and nothing of it is left when it has ended.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cli {

struct ChildEnd {
  int exit_code = 0;               ///< 128 plus the number after a signal
  std::optional<int> signal;       ///< that ended it
  std::optional<int> stop_signal;  ///< that asked us to stop
};

/// Runs `program` with `arguments`, the first of which is its name, and with
/// `variables` ("NAME=VALUE") besides our own environment. A request to stop
/// is handed on; a second one ends it at once. Throws Failure where it
/// cannot be started.
ChildEnd run_child(const std::filesystem::path& program,
                   std::vector<std::string> arguments,
                   std::vector<std::string> variables);

}  // namespace lockstep::cli
