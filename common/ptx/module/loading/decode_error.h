// SPDX-License-Identifier: Apache-2.0
// Why an instruction cannot be decoded. The function loader adds the line
// and the instruction's text and refuses the function, not the module.
#pragma once

#include <stdexcept>
#include <string>

namespace lockstep::ptx {

class DecodeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep::ptx
