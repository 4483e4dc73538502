// SPDX-License-Identifier: Apache-2.0
#include "compile/refused_headers.h"

#include <algorithm>
#include <string_view>

namespace lockstep {
namespace {

struct Refused {
  std::string_view beginning;  ///< of the header's name
  std::string_view reason;
};

constexpr std::string_view is_library =
    "a library that does the lab's work for you is not available here";
constexpr std::string_view is_narrow =
    "floats of 8 bits and less are not supported; cuda_fp16.h and cuda_bf16.h "
    "are there";
constexpr std::string_view is_matrix =
    "matrix instructions are not supported; multiply and add in a loop";
constexpr std::string_view is_random =
    "random numbers come from the lab's input; a kernel that needs its own "
    "writes a hash of the thread's index";
constexpr std::string_view is_libcu =
    "of libcu++ cuda/atomic and small parts of cuda/std are here; for the rest "
    "use the built-in functions (atomicAdd, __shfl_sync, __syncthreads, ...)";
constexpr std::string_view is_sample =
    "a helper of NVIDIA's samples; check the error code of each call yourself";
constexpr std::string_view is_host =
    "host code does not belong in this file: it holds kernels only, and the "
    "grader launches them";
constexpr std::string_view is_unknown =
    "a submission is one file; only the CUDA and C headers that kernels use "
    "are available";

constexpr Refused refused[] = {
    {"cub/", is_library},
    {"thrust/", is_library},
    {"cublas", is_library},
    {"cufft", is_library},
    {"cusparse", is_library},
    {"cutlass/", is_library},
    {"curand", is_random},
    {"cuda_fp8", is_narrow},
    {"cuda_fp6", is_narrow},
    {"cuda_fp4", is_narrow},
    {"mma.h", is_matrix},
    {"cuda_pipeline", is_libcu},
    {"cuda_awbarrier", is_libcu},
    {"cuda/", is_libcu},
    {"nv/", is_libcu},
    {"helper_", is_sample},
    {"algorithm", is_host},
    {"array", is_host},
    {"atomic", is_libcu},
    {"bitset", is_host},
    {"chrono", is_host},
    {"cstdlib", is_host},
    {"deque", is_host},
    {"exception", is_host},
    {"fstream", is_host},
    {"functional", is_host},
    {"iomanip", is_host},
    {"iostream", is_host},
    {"list", is_host},
    {"map", is_host},
    {"memory", is_host},
    {"mutex", is_host},
    {"numeric", is_host},
    {"ostream", is_host},
    {"queue", is_host},
    {"random", is_host},
    {"set", is_host},
    {"span", is_host},
    {"sstream", is_host},
    {"stdexcept", is_host},
    {"stdlib.h", is_host},
    {"string", is_host},
    {"sys/", is_host},
    {"thread", is_host},
    {"time.h", is_host},
    {"tuple", is_host},
    {"unistd.h", is_host},
    {"unordered_", is_host},
    {"vector", is_host},
};

/// The name in clang's "'iostream' file not found" or gcc's "iostream: No
/// such file or directory", empty otherwise.
std::string_view missing_header(std::string_view message) {
  constexpr std::string_view of_clang = "' file not found";
  constexpr std::string_view of_gcc = ": No such file or directory";
  if (message.starts_with('\'') && message.ends_with(of_clang))
    return message.substr(1, message.size() - of_clang.size() - 1);
  if (message.ends_with(of_gcc))
    return message.substr(0, message.size() - of_gcc.size());
  return {};
}

}  // namespace

void explain_missing_header(Diagnostic& diagnostic, IncludedBy by) {
  const std::string_view name = missing_header(diagnostic.message);
  if (name.empty()) return;
  const auto found = std::ranges::find_if(refused, [&](const Refused& entry) {
    return name.starts_with(entry.beginning);
  });
  const bool is_known = found != std::end(refused);
  if (by == IncludedBy::program && (!is_known || found->reason == is_host))
    return;  // a program's own headers are its own affair
  const std::string_view reason = is_known ? found->reason : is_unknown;
  diagnostic.message += ": ";
  diagnostic.message += reason;
}

}  // namespace lockstep
