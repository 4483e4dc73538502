// SPDX-License-Identifier: Apache-2.0
// PTX to something that the driver loads: a cubin where ptxas is installed,
// else the text itself, for the driver's own assembler.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace lockstep::ptx::differential {

/// The assembler refused the text, crashed, or took too long.
class AssemblerFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Assembler {
 public:
  /// For a GPU of that compute capability, 90 for 9.0.
  explicit Assembler(unsigned compute_capability);

  /// Its path; empty where there is none.
  const std::filesystem::path& path() const { return path_; }
  /// An image for cuModuleLoadDataEx, optimised or as it stands. Throws
  /// AssemblerFailure.
  std::string image_of(const std::string& ptx, bool is_optimised = true) const;

 private:
  std::filesystem::path path_;
  std::string architecture_;
};

}  // namespace lockstep::ptx::differential
