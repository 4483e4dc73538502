// SPDX-License-Identifier: Apache-2.0
// A program of ours that times a library's way of doing the same (CUB), to
// compare a submission with. Built by nvcc when it is first needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct ReferenceTimes {
  std::map<std::uint64_t, double> milliseconds;  ///< median, by size
  std::string message;  ///< why there are none; empty on success
};

/// `source` is common/harness/reference/NAME.cu; the program is kept in
/// `folder` for the next time.
ReferenceTimes time_reference(const std::filesystem::path& source,
                              const std::filesystem::path& folder,
                              const std::vector<std::uint64_t>& sizes);

/// Reads what the program prints; `message` says what is wrong with it.
ReferenceTimes parse_reference_times(std::string_view json);

}  // namespace lockstep
