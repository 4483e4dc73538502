// SPDX-License-Identifier: Apache-2.0
// What can be told of a program before it runs: that it is one, which
// libraries it asks for, and where it got CUDA's runtime from.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lockstep::cli {

struct ProgramFile {
  bool is_elf = false;              ///< of 64 bits, for this machine
  bool has_device_code = false;     ///< a section that nvcc makes
  bool has_fixed_path = false;      ///< DT_RPATH, which goes before ours
  std::vector<std::string> needed;  ///< "libcudart.so.13", …
};

/// Trusts nothing: what is cut off or out of range counts as not there.
ProgramFile parse_program(std::span<const std::byte> bytes);

/// The program as it was typed, found as a shell finds it. Throws Failure
/// that says what to do for what cannot run: no program, no ELF, a static
/// runtime, libraries without PTX. `runtimes` is the folder of our stand-ins.
std::filesystem::path usable_program(const std::string& typed,
                                     const std::filesystem::path& runtimes);

/// The same once the file has been read; for tests.
void require_usable(const ProgramFile& file, const std::string& typed,
                    const std::filesystem::path& runtimes);

}  // namespace lockstep::cli
