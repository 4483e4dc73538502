// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/texture_fetch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/half.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/sampler.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

/// What a fetch adds up: floats, or the bits of one element.
struct Sum {
  std::array<std::array<float, warp_size>, 4> real{};
  TextureResult whole{};
};

bool gives_floats(const TextureDescriptor& texture) {
  return texture.levels.front().format.kind == ChannelKind::real ||
         texture.reads_normalized;
}

u32 channel_bits(const ChannelFormat& format, const std::byte* at,
                 unsigned channel) {
  u32 bits = 0;
  std::memcpy(&bits, at + channel * (format.bits / 8), format.bits / 8);
  if (format.kind != ChannelKind::signed_integer) return bits;
  const unsigned spare = 32 - format.bits;
  return static_cast<u32>(static_cast<s32>(bits << spare) >> spare);
}

float channel_value(const ChannelFormat& format, u32 bits) {
  if (format.kind == ChannelKind::real)
    return format.bits == 16 ? widen<F16>(bits) : std::bit_cast<float>(bits);
  const bool has_sign = format.kind == ChannelKind::signed_integer;
  const double most =
      std::ldexp(1.0, static_cast<int>(format.bits) - (has_sign ? 1 : 0)) - 1;
  const double value = has_sign
                           ? double{static_cast<float>(static_cast<s32>(bits))}
                           : static_cast<double>(bits);
  return static_cast<float>(std::max(value / most, -1.0));
}

/// Adds the taps of one level, `weight` times, to the lanes of the mask.
void add_level(Warp& warp, const TexturePlan& plan,
               const TextureDescriptor& texture, const Image& image,
               LaneMask mask, const std::array<TexturePoint, warp_size>& points,
               const std::array<float, warp_size>& weights, Sum& sum) {
  std::array<Taps, warp_size> taps{};
  unsigned most = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (weights[lane] <= 0) return;
    taps[lane] = taps_of(texture, image, plan.geometry.dimensions, points[lane],
                         plan.component >= 0);
    most = std::max(most, taps[lane].count);
  });
  const bool is_float = gives_floats(texture);
  for (unsigned n = 0; n < most; ++n) {
    LaneMask inside = 0, border = 0;
    LaneAddresses address{};
    for_lanes(mask, [&](unsigned lane) {
      if (n >= taps[lane].count) return;
      const Tap& tap = taps[lane].all[n];
      address[lane] = tap.address;
      (tap.is_inside ? inside : border) |= lane_bits[lane];
    });
    const auto add = [&](unsigned lane, unsigned channel, float value,
                         u32 bits) {
      const float weight = taps[lane].all[n].weight * weights[lane];
      unsigned target = channel;
      if (plan.component >= 0) {
        if (channel != static_cast<unsigned>(plan.component)) return;
        target = n;
      }
      sum.whole[target][lane] = bits;
      sum.real[target][lane] += weight * value;
    };
    for_lanes(points[0].is_whole ? 0 : border, [&](unsigned lane) {
      for (unsigned channel = 0; channel < 4; ++channel)
        add(lane, channel, texture.border[channel],
            std::bit_cast<u32>(texture.border[channel]));
    });
    if (inside == 0) continue;
    const ChannelFormat& format = image.format;
    const Access access(warp, *plan.part, inside, AccessKind::load,
                        format.bytes(), format.bits / 8, nullptr, true,
                        address.data());
    for_lanes(access.valid(), [&](unsigned lane) {
      for (unsigned channel = 0; channel < 4; ++channel) {
        if (channel >= format.channels) {
          add(lane, channel, channel == 3 ? 1.0f : 0.0f, channel == 3);
          continue;
        }
        const u32 bits = channel_bits(format, access.host(lane), channel);
        add(lane, channel, is_float ? channel_value(format, bits) : 0, bits);
      }
    });
  }
}

float value_of(Warp& warp, const Operand& operand, unsigned lane) {
  return Source<f32>(warp, operand)[lane];
}

std::array<TexturePoint, warp_size> points_of(Warp& warp,
                                              const TexturePlan& plan,
                                              LaneMask mask) {
  std::array<TexturePoint, warp_size> points{};
  const TextureGeometry& geometry = plan.geometry;
  const unsigned first = geometry.is_layered ? 1 : 0;
  const unsigned count = geometry.is_cube ? 3 : geometry.dimensions;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    points[lane].is_whole = plan.has_whole_coordinates;
  for (unsigned d = 0; d < count; ++d) {
    const Source<u32> given(warp, plan.at[first + d]);
    for_lanes(mask, [&](unsigned lane) {
      points[lane].at[d] = std::bit_cast<float>(given[lane]);
      points[lane].whole[d] = static_cast<s32>(given[lane]);
    });
  }
  if (geometry.is_layered) {
    const Source<u32> layer(warp, plan.at[0]);
    for_lanes(mask, [&](unsigned lane) {
      points[lane].layer = static_cast<s32>(layer[lane]) < 0 ? 0 : layer[lane];
    });
  }
  if (!geometry.is_cube) return points;
  for_lanes(mask, [&](unsigned lane) {
    points[lane].layer =
        points[lane].layer % 0x10000000 * 6 + cube_face(points[lane].at);
  });
  return points;
}

/// Elements of the image from one lane to its neighbour, as a level.
float level_of_gradient(Warp& warp, const TexturePlan& plan, const Image& image,
                        bool is_normalized, unsigned lane) {
  const float sizes[] = {static_cast<float>(image.width),
                         static_cast<float>(image.height),
                         static_cast<float>(image.depth)};
  float longest = 0;
  for (const std::vector<Operand>* side : {&plan.dx, &plan.dy}) {
    float sum = 0;
    for (unsigned d = 0; d < plan.geometry.dimensions && d < side->size();
         ++d) {
      const float step =
          value_of(warp, (*side)[d], lane) * (is_normalized ? sizes[d] : 1.0f);
      sum += step * step;
    }
    longest = std::max(longest, std::sqrt(sum));
  }
  return longest > 0 ? std::log2(longest) : -1000.0f;
}

/// The level of detail of a lane, within what the texture has.
float level_for(Warp& warp, const TexturePlan& plan,
                const TextureDescriptor& texture, unsigned lane) {
  float level = 0;
  if (plan.lod == Lod::level) level = value_of(warp, plan.level, lane);
  if (plan.lod == Lod::grad)
    level = level_of_gradient(warp, plan, texture.levels.front(),
                              texture.has_normalized_coordinates, lane);
  if (std::isnan(level)) level = 0;
  if (plan.lod != Lod::base)
    level = std::clamp(level + texture.level_bias, texture.least_level,
                       std::max(texture.least_level, texture.greatest_level));
  return std::clamp(level, 0.0f, static_cast<float>(texture.levels.size() - 1));
}

}  // namespace

void fetch_texture(Warp& warp, const TexturePlan& plan,
                   const TextureDescriptor& texture, LaneMask mask,
                   TextureResult& result) {
  const auto points = points_of(warp, plan, mask);
  Sum sum;
  std::array<float, warp_size> level{};
  for_lanes(mask, [&](unsigned lane) {
    level[lane] = level_for(warp, plan, texture, lane);
  });
  for (std::size_t n = 0; n < texture.levels.size(); ++n) {
    std::array<float, warp_size> weights{};
    LaneMask lanes = 0;
    for_lanes(mask, [&](unsigned lane) {
      const float distance = std::fabs(level[lane] - static_cast<float>(n));
      const bool is_nearest =
          std::floor(level[lane] + 0.5f) == static_cast<float>(n);
      weights[lane] =
          texture.is_mipmap_linear
              ? std::nearbyint(std::max(1 - distance, 0.0f) * 256) / 256
              : (is_nearest ? 1.0f : 0.0f);
      if (weights[lane] > 0) lanes |= lane_bits[lane];
    });
    if (lanes != 0)
      add_level(warp, plan, texture, texture.levels[n], lanes, points, weights,
                sum);
  }
  const bool is_float = gives_floats(texture);
  for_lanes(mask, [&](unsigned lane) {
    for (unsigned channel = 0; channel < 4; ++channel)
      result[channel][lane] = is_float
                                  ? std::bit_cast<u32>(sum.real[channel][lane])
                                  : sum.whole[channel][lane];
  });
}

}  // namespace lockstep::ptx
