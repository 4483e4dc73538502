// SPDX-License-Identifier: Apache-2.0
// CUDA's error codes by number, the same in every version of the runtime
// since 11, and the exception by which a call ends with one.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace lockstep::cudart {

enum class Error : std::int32_t {
#define LOCKSTEP_ERROR(number, name, cuda_name, text) name = number,
#include "cudart/core/errors.def"
#undef LOCKSTEP_ERROR
};

/// "cudaErrorInvalidValue"; "cudaErrorUnknown" for a number that is none.
const char* name_of(Error error);
/// A sentence in our own words.
const char* text_of(Error error);

/// After one of these nothing works until the process ends.
bool is_sticky(Error error);

/// Ends an API call. With a message it is a finding too: `kind` is its kind.
class Failure : public std::runtime_error {
 public:
  explicit Failure(Error error) : std::runtime_error(""), error_(error) {}
  Failure(Error error, std::string kind, const std::string& message)
      : std::runtime_error(message), error_(error), kind_(std::move(kind)) {}

  Error error() const { return error_; }
  const std::string& kind() const { return kind_; }

 private:
  Error error_;
  std::string kind_;
};

}  // namespace lockstep::cudart
