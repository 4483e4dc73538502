// SPDX-License-Identifier: Apache-2.0
// From addresses in a program's code to lines of its source, by the debug
// information that -g leaves and the program addr2line of binutils. Where
// either is missing findings stay as they are.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/run/run_record.h"

namespace lockstep::cli {

struct SourcePlace {
  std::string function;  ///< empty: not known
  ptx::Place place;      ///< line 0: not known
};

/// What addr2line -f prints for `count` addresses: two lines each.
std::vector<SourcePlace> parse_places(std::string_view text, std::size_t count);

/// Findings of calls get the place of the call, or the name of the function
/// that makes it; and allocations that findings name theirs.
struct PlacedRecord {
  std::map<CallPlace, SourcePlace> places;

  const SourcePlace* find(const CallPlace& call) const;
};
PlacedRecord place_calls(RunRecord& record);

}  // namespace lockstep::cli
