// SPDX-License-Identifier: Apache-2.0
// From a student's source file to PTX and, for a GPU, a cubin. The compilers
// run in a sandbox that sees this one file and nothing else of the project.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
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
  std::string compiler;         ///< "clang 14.0.6", "nvcc 13.0"
  std::string second_compiler;  ///< "nvcc 13.0" where it agreed, or empty
  std::string box;              ///< "bubblewrap", "none"
  std::string ptx;
  std::vector<std::byte> cubin;
  /// `ptxas -v` by kernel name where installed: registers, spills, shared.
  struct Resources {
    std::string kernel;
    unsigned registers = 0, spill_bytes = 0, shared_bytes = 0;
  };
  std::vector<Resources> resources;
};

/// A compilation under way. Its front end makes the PTX; where the CUDA
/// Toolkit is installed, nvcc and ptxas compile the same file beside it, and
/// what they reject is rejected. Never throws for what a file contains.
class Compilation {
 public:
  /// Starts the compilers and returns at once.
  explicit Compilation(CompileRequest request);
  /// Ends compilers that still run.
  ~Compilation();
  Compilation(Compilation&&) noexcept;
  Compilation& operator=(Compilation&&) noexcept;

  /// Waits for the PTX: a run on the emulator can start with it.
  const CompileResult& ptx();
  /// Waits for all of it: ptx()'s result with cubin and resources, or the
  /// errors of nvcc or ptxas. Not made with `optimised` false.
  const CompileResult& second_opinion();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A whole compilation: its second opinion.
CompileResult compile(const CompileRequest& request);

/// "clang 14.0.6", nothing where the front end is not installed.
std::optional<std::string> front_end_version(FrontEnd front_end);

}  // namespace lockstep
