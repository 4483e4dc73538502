// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/known_warp.h"

#include <algorithm>

namespace lockstep::ptx {

KnownWarp::KnownWarp(std::uint32_t warp, const LaneClock& lanes) : warp_(warp) {
  const auto [least, most] = std::minmax_element(lanes.begin(), lanes.end());
  rest_ = *least;
  clock_ = *most;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if (lanes[lane] == rest_) continue;
    ahead_ |= LaneMask{1} << lane;
    if (lanes[lane] == clock_) continue;
    lanes_ = std::make_shared<const LaneClock>(lanes);
    return;
  }
}

bool KnownWarp::includes(const KnownWarp& other) const {
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if ((*this)[lane] < other[lane]) return false;
  return true;
}

KnownWarp KnownWarp::joined(const KnownWarp& other) const {
  LaneClock lanes{};
  for (unsigned lane = 0; lane < warp_size; ++lane)
    lanes[lane] = std::max((*this)[lane], other[lane]);
  return {warp_, lanes};
}

}  // namespace lockstep::ptx
