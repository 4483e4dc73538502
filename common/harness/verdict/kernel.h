// SPDX-License-Identifier: Apache-2.0
// What a student has to write, in the words of the skeleton: messages quote
// the declaration, launches use the name.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

class Kernel {
 public:
  /// "reduce_smem(const int* in, int* block_sums, unsigned n)"
  explicit Kernel(std::string_view signature)
      : name_(signature.substr(0, signature.find('('))),
        declaration_("extern \"C\" __global__ void " + std::string(signature)) {
  }

  const std::string& name() const { return name_; }
  const std::string& declaration() const { return declaration_; }

 private:
  std::string name_;
  std::string declaration_;
};

}  // namespace lockstep
