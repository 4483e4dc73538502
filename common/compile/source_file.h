// SPDX-License-Identifier: Apache-2.0
// A submission as text, or the reason why it is none.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep {

inline constexpr std::size_t max_source_bytes = std::size_t{1} << 20;

struct SourceFile {
  std::string text;
  std::string problem;  ///< a sentence with the remedy; empty: fine
};

/// Never blocks on a FIFO or a device and never reads more than the limit.
/// `name` is what messages call the file.
SourceFile read_source_file(const std::filesystem::path& path,
                            std::string_view name);

bool is_valid_utf8(std::string_view text);

}  // namespace lockstep
