// SPDX-License-Identifier: Apache-2.0
// tex, tld4 and txq on texture objects (manual, 9.7.10). Each element that a
// fetch needs is a load from global memory that observers see.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/form.h"
#include "ptx/isa/half.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/sampler.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct Geometry {
  std::string_view name;
  unsigned dimensions;
  bool is_layered, is_cube;
  unsigned coordinates;  ///< at least; PTX pads vectors to 4
};
constexpr Geometry geometries[] = {
    {"1d", 1, false, false, 1}, {"2d", 2, false, false, 2},
    {"3d", 3, false, false, 3}, {"a1d", 1, true, false, 2},
    {"a2d", 2, true, false, 3}, {"cube", 2, false, true, 3},
    {"acube", 2, true, true, 4}};

enum class Lod : std::uint8_t { base, level, grad };

struct Plan {
  Geometry geometry{};
  const Instruction* part = nullptr;
  Operand handle;
  std::vector<Operand> at, d, dx, dy;
  Operand level;
  Lod lod = Lod::base;
  bool has_whole_coordinates = false;
  int component = -1;  ///< of tld4
};

/// Results of all lanes, as bits.
using Result = std::array<std::array<u32, warp_size>, 4>;

/// What a fetch adds up: floats, or the bits of one element.
struct Sum {
  std::array<std::array<float, warp_size>, 4> real{};
  Result whole{};
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
void add_level(Warp& warp, const Plan& plan, const TextureDescriptor& texture,
               const Image& image, LaneMask mask,
               const std::array<TexturePoint, warp_size>& points,
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

std::array<TexturePoint, warp_size> points_of(Warp& warp, const Plan& plan,
                                              LaneMask mask) {
  std::array<TexturePoint, warp_size> points{};
  const Geometry& geometry = plan.geometry;
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
float level_of_gradient(Warp& warp, const Plan& plan, const Image& image,
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
float level_for(Warp& warp, const Plan& plan, const TextureDescriptor& texture,
                unsigned lane) {
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

void fetch(Warp& warp, const Plan& plan, const TextureDescriptor& texture,
           LaneMask mask, Result& result) {
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

[[noreturn]] void stop(Warp& warp, const Instruction& i, u64 handle) {
  warp.stop(LaunchStatus::fault, i,
            fmt::format("{}: 0x{:x} is no texture object that exists",
                        warp.grid().describe(i), handle));
}

/// Calls `use(texture, lanes)` for each texture that lanes of the mask name.
template <class Use>
void for_each_texture(Warp& warp, const Instruction& i, const Operand& handle,
                      LaneMask mask, Use use) {
  std::array<u64, warp_size> handles;
  const Source<u64> given(warp, handle);
  for (unsigned lane = 0; lane < warp_size; ++lane) handles[lane] = given[lane];
  while (mask != 0) {
    const u64 first = handles[static_cast<unsigned>(std::countr_zero(mask))];
    LaneMask same = 0;
    for_lanes(mask, [&](unsigned lane) {
      if (handles[lane] == first) same |= lane_bits[lane];
    });
    const TextureDescriptor* texture = warp.grid().images == nullptr
                                           ? nullptr
                                           : warp.grid().images->texture(first);
    if (texture == nullptr) stop(warp, i, first);
    use(*texture, same);
    mask &= ~same;
  }
}

void tex(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  Result result{};
  for_each_texture(warp, i, plan.handle, mask,
                   [&](const TextureDescriptor& texture, LaneMask lanes) {
                     fetch(warp, plan, texture, lanes, result);
                   });
  for (unsigned channel = 0; channel < 4; ++channel)
    write<u32>(warp, plan.d[channel], mask,
               [&](unsigned lane) { return result[channel][lane]; });
}

enum class Query : std::uint8_t {
  width,
  height,
  depth,
  levels,
  layers,
  normalized,
  filter
};
struct QueryPlan {
  Query query{};
  Operand d, handle;
};

u32 answer(Query query, const TextureDescriptor& texture) {
  const Image& image = texture.levels.front();
  switch (query) {
    case Query::width:
      return image.width;
    case Query::height:
      return image.height;
    case Query::depth:
      return image.depth;
    case Query::levels:
      return static_cast<u32>(texture.levels.size());
    case Query::layers:
      return image.layers;
    case Query::normalized:
      return texture.has_normalized_coordinates;
    case Query::filter:
      return texture.is_linear;
  }
  return 0;
}

void query(Warp& warp, const Instruction& i, LaneMask mask) {
  const QueryPlan& plan = plan_of<QueryPlan>(i);
  alignas(64) u32 result[warp_size] = {};
  for_each_texture(warp, i, plan.handle, mask,
                   [&](const TextureDescriptor& texture, LaneMask lanes) {
                     for_lanes(lanes, [&](unsigned lane) {
                       result[lane] = answer(plan.query, texture);
                     });
                   });
  write<u32>(warp, plan.d, mask, [&](unsigned lane) { return result[lane]; });
}

const Geometry& geometry_of(Form& form) {
  for (const Geometry& geometry : geometries)
    if (form.take(geometry.name)) return geometry;
  Form::fail("a geometry that is not supported");
}

std::vector<Operand> words_of(const DetailOperand& operand, std::size_t least) {
  Form::check(
      operand.kind == Form::Kind::vector && operand.elements.size() >= least,
      "a vector of coordinates is wanted");
  std::vector<Operand> words;
  for (const DetailOperand& element : operand.elements) {
    Form::check(element.kind == Form::Kind::value && element.value &&
                    (element.value.bytes == 4 || element.constant),
                "coordinates have 32 bits");
    words.push_back(element.value);
  }
  return words;
}

/// `d`, and the texture with its coordinates.
void bind_operands(Form& form, Plan& plan) {
  plan.d = form.vector(0, 4, 4);
  for (const Operand& one : plan.d)
    Form::check(!one || one.base == Operand::Base::registers,
                "the destination must be registers");
  Form::check(form.is(1, Form::Kind::handle),
              "a texture object with coordinates is wanted");
  const DetailOperand& texture = form.operand(1);
  Form::check(texture.elements.size() == 1,
              "separate samplers are not supported");
  plan.handle = texture.value;
  plan.at = words_of(texture.elements[0], plan.geometry.coordinates);
  Address address;
  address.space = Space::global;
  plan.part = &form.add_part(address, {});
}

void want_result(Form& form) {
  form.want("v4");
  Form::check(!form.one_of({"f32", "s32", "u32"}).empty(),
              "results are .f32, .s32 or .u32");
}

}  // namespace

/// tex.geom.v4.dtype.ctype d, [a, c];  tex.base, tex.level, tex.grad
/// (9.7.10.3)
Handler bind_tex(const Instruction& i) {
  Form form(i);
  Plan plan;
  form.take("base");
  if (form.take("level")) plan.lod = Lod::level;
  if (form.take("grad")) plan.lod = Lod::grad;
  plan.geometry = geometry_of(form);
  want_result(form);
  plan.has_whole_coordinates = form.take("s32");
  if (!plan.has_whole_coordinates) form.want("f32");
  form.finish();
  const std::size_t count = plan.lod == Lod::base    ? 2
                            : plan.lod == Lod::level ? 3
                                                     : 4;
  form.want_operands(count, count);
  bind_operands(form, plan);
  if (plan.lod == Lod::level) plan.level = form.source(2, 4);
  if (plan.lod == Lod::grad) {
    plan.dx = words_of(form.operand(2), plan.geometry.dimensions);
    plan.dy = words_of(form.operand(3), plan.geometry.dimensions);
  }
  Form::check(!plan.has_whole_coordinates || !plan.geometry.is_cube,
              "a cube has no integer coordinates");
  form.keep(std::move(plan));
  return &tex;
}

/// tld4.comp.2d.v4.dtype.f32 d, [a, c];  (9.7.10.4)
Handler bind_tld4(const Instruction& i) {
  Form form(i);
  Plan plan;
  constexpr std::string_view names = "rgba";
  const std::string_view component = form.one_of({"r", "g", "b", "a"});
  Form::check(!component.empty(), "a modifier is missing: .r .g .b .a");
  plan.component = static_cast<int>(names.find(component));
  plan.geometry = geometry_of(form);
  Form::check(plan.geometry.dimensions == 2, "tld4 is for 2D textures");
  want_result(form);
  form.want("f32");
  form.finish();
  form.want_operands(2, 2);
  bind_operands(form, plan);
  form.keep(std::move(plan));
  return &tex;
}

/// txq.query.b32 d, [a];  (9.7.10.5)
Handler bind_txq(const Instruction& i) {
  Form form(i);
  constexpr std::pair<std::string_view, Query> queries[] = {
      {"width", Query::width},       {"height", Query::height},
      {"depth", Query::depth},       {"num_mipmap_levels", Query::levels},
      {"array_size", Query::layers}, {"normalized_coords", Query::normalized},
      {"filter_mode", Query::filter}};
  QueryPlan plan;
  bool is_known = false;
  for (const auto& [name, query_kind] : queries) {
    if (is_known || !form.take(name)) continue;
    plan.query = query_kind;
    is_known = true;
  }
  Form::check(is_known, "a query that is not supported");
  form.want("b32");
  form.finish();
  form.want_operands(2, 2);
  plan.d = form.destination(0, 4);
  plan.handle = form.address(1).base;
  Form::check(bool{plan.handle} && plan.handle.bytes == 8,
              "a texture object is wanted");
  form.keep(plan);
  return &query;
}

}  // namespace lockstep::ptx
