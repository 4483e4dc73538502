// SPDX-License-Identifier: Apache-2.0
// What the runtime inside a program wrote down, read back. The format is
// told in cudart/core/record.h. A last line that is cut off is left out.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/observer/finding.h"

namespace lockstep::cli {

/// A place in the program's code, as a file and offsets into it: of the
/// call, then of the calls that led to it.
struct CallPlace {
  std::string file;
  std::vector<std::uint64_t> offsets;

  friend auto operator<=>(const CallPlace&, const CallPlace&) = default;
};

struct RecordedFinding {
  ptx::Finding finding;
  CallPlace call;  ///< empty file: none
};

struct RunRecord {
  bool has_begun = false;  ///< the program loaded the stand-in
  bool has_ended = false;  ///< by itself, not by a signal
  bool was_refused = false;
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  std::vector<RecordedFinding> findings;         ///< most severe first
  std::map<std::string, CallPlace> allocations;  ///< by name
};

RunRecord parse_record(std::string_view text);

}  // namespace lockstep::cli
