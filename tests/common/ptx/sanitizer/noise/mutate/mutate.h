// SPDX-License-Identifier: Apache-2.0
// All the ways to break one thing of a kernel: a barrier, `__syncwarp`,
// fence, atomic, mask, bound check or initialisation is removed or weakened
// at one place, the rest stays as it is and every line keeps its number.
#pragma once

#include <string>
#include <vector>

namespace lockstep::noise {

struct Mutant {
  /// What was done: "barrier", "mask.half", "bound.off", …; see mutate.cpp.
  std::string key;
  unsigned line = 0;  ///< of the change
  std::string text;   ///< the whole source
  std::string was, is;
};

/// Of one source file, by line.
std::vector<Mutant> mutants_of(const std::string& source);

/// "mask" of "mask.half".
std::string class_of(const std::string& key);

}  // namespace lockstep::noise
