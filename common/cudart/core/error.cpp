// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/error.h"

namespace lockstep::cudart {

const char* name_of(Error error) {
  switch (error) {
#define LOCKSTEP_ERROR(number, name, cuda_name, text) \
  case Error::name:                                   \
    return #cuda_name;
#include "cudart/core/errors.def"
#undef LOCKSTEP_ERROR
  }
  return "cudaErrorUnknown";
}

const char* text_of(Error error) {
  switch (error) {
#define LOCKSTEP_ERROR(number, name, cuda_name, text) \
  case Error::name:                                   \
    return text;
#include "cudart/core/errors.def"
#undef LOCKSTEP_ERROR
  }
  return "unrecognized error code";
}

bool is_sticky(Error error) {
  switch (error) {
    case Error::illegal_address:
    case Error::launch_timeout:
    case Error::assertion:
    case Error::illegal_instruction:
    case Error::misaligned_address:
    case Error::launch_failure:
      return true;
    default:
      return false;
  }
}

}  // namespace lockstep::cudart
