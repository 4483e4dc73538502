// SPDX-License-Identifier: Apache-2.0
// What every API function is wrapped in. This folder is compiled once for
// each toolkit, against its headers; it holds no decisions of its own.
#pragma once

#include <cuda_runtime_api.h>

#include <exception>
#include <mutex>
#include <new>

#include "cudart/core/session.h"

namespace lockstep::cudart {

/// `return LOCKSTEP_CALL { … using `s` and `call`, throwing Failure … };`
#define LOCKSTEP_CALL                                             \
  ::lockstep::cudart::Call{__func__, __builtin_return_address(0)} \
      << [&]([[maybe_unused]] ::lockstep::cudart::Session & s,    \
             [[maybe_unused]] ::lockstep::cudart::Call & call)

struct Call {
  const char* name;
  const void* caller;

  /// Runs the body under the lock; what it throws becomes the error.
  template <class Body>
  cudaError_t operator<<(Body&& body) {
    Session& s = session();
    const std::lock_guard guard(s.lock);
    const Error error = outcome(s, body);  // may set name and caller
    return static_cast<cudaError_t>(s.finish(error, name, caller));
  }

 private:
  template <class Body>
  Error outcome(Session& s, Body& body) try {
    if (s.sticky() != Error::success) return s.sticky();
    body(s, *this);
    return Error::success;
  } catch (const Failure& failure) {
    if (failure.kind() == "unsupported") {
      s.refuse(std::string(name) + ": " + failure.what(), stack_from(caller));
    } else if (!failure.kind().empty()) {
      s.report(ptx::Severity::error, failure.kind(),
               std::string(name) + ": " + failure.what(), stack_from(caller));
    }
    return failure.error();
  } catch (const std::bad_alloc&) {
    return Error::out_of_memory;
  } catch (const std::exception& error) {
    s.report(ptx::Severity::error, "runtime", error.what(), stack_from(caller));
    return Error::unknown;
  }
};

inline void require(bool condition, Error error = Error::invalid_value) {
  if (!condition) throw Failure(error);
}

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}
inline void* pointer_to(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}
/// Between our handles and CUDA's, which are pointers to what nobody defines.
template <class T>
T handle_as(Handle handle) {
  return reinterpret_cast<T>(const_cast<void*>(handle));
}

inline Direction direction_of(cudaMemcpyKind kind) {
  require(kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault,
          Error::invalid_direction);
  return static_cast<Direction>(kind);
}

}  // namespace lockstep::cudart
