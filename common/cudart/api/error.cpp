// SPDX-License-Identifier: Apache-2.0
// Errors and versions.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

/// A program that asks for the words of an error has looked at it.
Error seen(cudaError_t error) {
  Session& s = session();
  const std::lock_guard guard(s.lock);
  if (error != cudaSuccess) s.see_error();
  return static_cast<Error>(error);
}

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() {
  Session& s = session();
  const std::lock_guard guard(s.lock);
  return static_cast<cudaError_t>(s.take_last_error());
}

cudaError_t cudaPeekAtLastError() {
  Session& s = session();
  const std::lock_guard guard(s.lock);
  return static_cast<cudaError_t>(s.peek_last_error());
}

const char* cudaGetErrorName(cudaError_t error) { return name_of(seen(error)); }

const char* cudaGetErrorString(cudaError_t error) {
  return text_of(seen(error));
}

cudaError_t cudaDriverGetVersion(int* version) {
  return LOCKSTEP_CALL {
    require(version != nullptr);
    *version = CUDART_VERSION;
  };
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return LOCKSTEP_CALL {
    require(version != nullptr);
    *version = CUDART_VERSION;
  };
}

}  // extern "C"
