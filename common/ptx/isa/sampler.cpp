// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/sampler.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ptx {

namespace {

/// Two neighbours along one dimension, and the weight of the second.
struct Pair {
  std::int64_t first = 0;
  float weight = 0;
  bool has_second = false;
};

constexpr double far_away = 1e9;

/// Wrap and mirror exist with normalized coordinates only.
AddressMode mode_of(const TextureDescriptor& texture, unsigned dimension) {
  const AddressMode mode = texture.address[dimension];
  const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
  return repeats && !texture.has_normalized_coordinates ? AddressMode::clamp
                                                        : mode;
}

/// The coordinate in elements.
double scaled(const TextureDescriptor& texture, AddressMode mode,
              float coordinate, std::uint32_t size) {
  double u = std::isnan(coordinate) ? 0 : double{coordinate};
  u = std::clamp(u, -far_away, far_away);
  if (!texture.has_normalized_coordinates) return u;
  const double below = std::floor(u);
  if (mode == AddressMode::wrap) u -= below;
  if (mode == AddressMode::mirror)
    u = std::fmod(below, 2) != 0 ? 1 - (u - below) : u - below;
  return std::clamp(u * size, -far_away, far_away);
}

Pair pair_at(double u, bool is_linear) {
  if (!is_linear) return {static_cast<std::int64_t>(std::floor(u)), 0, false};
  u -= 0.5;
  const double below = std::floor(u);
  const auto weight =
      static_cast<float>(std::nearbyint((u - below) * 256) / 256);
  return {static_cast<std::int64_t>(below), weight, true};
}

/// The index that an address mode makes of one outside; -1 for the border.
std::int64_t inside(std::int64_t index, std::int64_t size, AddressMode mode) {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case AddressMode::wrap:
      return (index % size + size) % size;
    case AddressMode::mirror: {
      const std::int64_t place = (index % (2 * size) + 2 * size) % (2 * size);
      return place < size ? place : 2 * size - 1 - place;
    }
    case AddressMode::clamp:
      return std::clamp<std::int64_t>(index, 0, size - 1);
    case AddressMode::border:
      break;
  }
  return -1;
}

std::uint32_t size_along(const Image& level, unsigned dimension) {
  const std::uint32_t sizes[] = {level.width, level.height, level.depth};
  return std::max(sizes[dimension], 1u);
}

}  // namespace

Taps taps_of(const TextureDescriptor& texture, const Image& level,
             unsigned dimensions, const TexturePoint& point, bool gathers) {
  std::array<Pair, 3> pairs{};
  std::array<AddressMode, 3> modes{};
  for (unsigned d = 0; d < dimensions; ++d) {
    modes[d] = point.is_whole ? AddressMode::border : mode_of(texture, d);
    pairs[d] = point.is_whole ? Pair{point.whole[d], 0, false}
                              : pair_at(scaled(texture, modes[d], point.at[d],
                                               size_along(level, d)),
                                        texture.is_linear || gathers);
  }
  const std::uint32_t layer =
      std::min(point.layer, std::max(level.layers, 1u) - 1);
  // (0, 1), (1, 1), (1, 0), (0, 0)
  constexpr unsigned gathered[] = {2, 3, 1, 0};
  Taps taps;
  for (unsigned corner = 0; corner < 1u << dimensions; ++corner) {
    const unsigned bits = gathers ? gathered[corner] : corner;
    Tap tap{level.address + level.slice * layer, 1, true};
    const std::uint64_t strides[] = {level.format.bytes(), level.pitch,
                                     level.slice};
    for (unsigned d = 0; d < dimensions; ++d) {
      const bool is_second = (bits >> d & 1) != 0;
      const Pair& pair = pairs[d];
      tap.weight *= is_second ? pair.weight : 1 - pair.weight;
      const std::int64_t index = inside(pair.first + (is_second ? 1 : 0),
                                        size_along(level, d), modes[d]);
      tap.is_inside &= index >= 0;
      tap.address += strides[d] * static_cast<std::uint64_t>(
                                      std::max<std::int64_t>(index, 0));
    }
    if (gathers) tap.weight = 1;
    if (tap.weight > 0) taps.all[taps.count++] = tap;
  }
  return taps;
}

std::uint32_t cube_face(std::array<float, 3>& at) {
  const float x = at[0], y = at[1], z = at[2];
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  std::uint32_t face = 0;
  float s = 0, t = 0, major = 0;
  if (ax >= ay && ax >= az) {
    face = x < 0 ? 1 : 0;
    s = x < 0 ? z : -z, t = -y, major = ax;
  } else if (ay >= az) {
    face = y < 0 ? 3 : 2;
    s = x, t = y < 0 ? -z : z, major = ay;
  } else {
    face = z < 0 ? 5 : 4;
    s = z < 0 ? -x : x, t = -y, major = az;
  }
  at = {(s / major + 1) / 2, (t / major + 1) / 2, 0};
  return face;
}

}  // namespace lockstep::ptx
