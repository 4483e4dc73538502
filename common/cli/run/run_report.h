// SPDX-License-Identifier: Apache-2.0
// What `lockstep run` says of a program that has ended: as JSON, and as text
// with the lines of source that it is about. The program is its user's own:
// whatever file its debug information names is quoted.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run/child.h"
#include "cli/run/run_record.h"
#include "cli/run/source_places.h"
#include "report/layout.h"

namespace lockstep::cli {

struct RunResult {
  std::string program;  ///< as it was typed
  ChildEnd end;
  RunRecord record;
  Places places;  ///< of the calls in it
};

/// {version, program, exit_code, kernels, findings}
nlohmann::ordered_json run_json(const RunResult& result);

/// All findings, then one line that counts them.
std::string run_text(const RunResult& result, const report::Page& page);

/// The program's own code; 1 where that is 0 and an error was found.
int exit_code_of(const RunResult& result);

}  // namespace lockstep::cli
