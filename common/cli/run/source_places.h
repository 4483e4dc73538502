// SPDX-License-Identifier: Apache-2.0
// From addresses in a program's code to lines of its source, by the debug
// information that -g leaves and the program addr2line of binutils. Where
// either is missing findings stay as they are.
#pragma once

#include <cstdint>
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

/// What `addr2line -a -f -i` prints: for each address the places that it was
/// inlined into, innermost first.
std::map<std::uint64_t, std::vector<SourcePlace>> parse_places(
    std::string_view text);

/// The innermost place that is in no header of a compiler.
SourcePlace own_place(const std::vector<SourcePlace>& places);

using Places = std::map<CallPlace, SourcePlace>;

/// The places of all calls in the record. Findings without a place get that
/// of the call that they are about.
Places place_calls(RunRecord& record);

}  // namespace lockstep::cli
