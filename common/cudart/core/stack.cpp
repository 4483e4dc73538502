// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/stack.h"

#include <execinfo.h>

#include <algorithm>
#include <array>

namespace lockstep::cudart {
namespace {

constexpr std::size_t most_frames = 4;

}  // namespace

Stack stack_from(const void* caller) {
  if (caller == nullptr) return {};
  std::array<void*, 48> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const void* const* const begin = frames.data();
  const void* const* const end = begin + count;
  const void* const* const first = std::find(begin, end, caller);
  if (first == end) return {caller};
  const auto left = static_cast<std::size_t>(end - first);
  return Stack(first, first + std::min(left, most_frames));
}

}  // namespace lockstep::cudart
