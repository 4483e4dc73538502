// SPDX-License-Identifier: Apache-2.0
// From texture coordinates to the elements that a fetch reads and their
// weights. Weights have 8 bits behind the point, as in hardware.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/machine/image.h"

namespace lockstep::ptx {

/// What a lane asks for. Coordinates that a geometry has not are 0.
struct TexturePoint {
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> whole{};  ///< instead, for integer coordinates
  bool is_whole = false;
  std::uint32_t layer = 0;
};

/// One element and its part of the result. `is_inside` is false for the
/// border, whose colour counts.
struct Tap {
  std::uint64_t address = 0;
  float weight = 0;
  bool is_inside = false;
};

/// At most two elements in each of three dimensions.
struct Taps {
  std::array<Tap, 8> all;
  unsigned count = 0;
};

/// The elements of one level; `dimensions` is 1 to 3. With `gathers` the four
/// of a bilinear fetch, in the order of tld4, all with weight 1.
Taps taps_of(const TextureDescriptor& texture, const Image& level,
             unsigned dimensions, const TexturePoint& point, bool gathers);

/// The face (0 to 5) of a cube that a direction points at; `at` becomes the
/// place on it, from 0 to 1.
std::uint32_t cube_face(std::array<float, 3>& at);

}  // namespace lockstep::ptx
