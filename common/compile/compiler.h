// SPDX-License-Identifier: Apache-2.0
// From a student's source file to PTX and, for a GPU, a cubin. The compilers
// run in a sandbox that sees this one file and nothing else of the project.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

enum class FrontEnd { automatic, clang, nvcc };

struct CompileRequest {
  std::filesystem::path source;
  FrontEnd front_end = FrontEnd::automatic;
  bool for_gpu = false;  ///< automatic means nvcc, and a cubin is needed
  unsigned gpu_architecture = 80;  ///< of the cubin: 10 × major + minor
  bool optimised = true;           ///< false: nvcc -G, clang -O0
  bool use_box = true;             ///< false: the caller passed --no-box
  /// Names the file is called by in messages and line tables; empty: as given.
  std::string display_name;
  std::vector<std::string> definitions;  ///< "NAME=VALUE", as with -D
  double seconds = 30;                   ///< wall-time limit of each compiler
};

struct Diagnostic {
  std::string severity;  ///< error, warning, note
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
};

enum class CompileStatus {
  success,
  bad_input,      ///< no such file, a directory, empty, binary
  compile_error,  ///< the compiler says no: see diagnostics
  timeout,        ///< of the compiler
  missing_tool,   ///< compiler or sandbox not there: exit code 3
};

struct CompileResult {
  CompileStatus status = CompileStatus::success;
  std::string message;  ///< one sentence with the remedy; empty on success
  std::vector<Diagnostic> diagnostics;
  std::string compiler;  ///< "clang 14.0.6", "nvcc 13.0"
  std::string box;       ///< "bubblewrap", "none"
  std::string ptx;
  std::vector<std::byte> cubin;
  /// `ptxas -v` by kernel name where installed: registers, spills, shared.
  struct Resources {
    std::string kernel;
    unsigned registers = 0, spill_bytes = 0, shared_bytes = 0;
  };
  std::vector<Resources> resources;
};

/// Never throws for what a source file contains. Where nvcc is installed the
/// file is also compiled by it, in parallel; what nvcc rejects is rejected.
CompileResult compile(const CompileRequest& request);

/// The version line of a front end, nothing where it is not installed.
std::optional<std::string> front_end_version(FrontEnd front_end);

}  // namespace lockstep
