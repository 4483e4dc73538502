// SPDX-License-Identifier: Apache-2.0
#include "harness/inputs/sizes.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

std::vector<std::uint32_t> sizes(bool full, bool gpu, std::uint32_t largest) {
  std::vector<std::uint32_t> list(default_sizes.begin(), default_sizes.end());
  if (full || gpu)
    list.insert(list.end(), full_sizes.begin(), full_sizes.end());
  if (gpu) list.insert(list.end(), gpu_sizes.begin(), gpu_sizes.end());
  std::erase_if(list, [&](std::uint32_t n) { return n > largest; });
  return list;
}

}  // namespace lockstep
