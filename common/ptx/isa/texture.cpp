// SPDX-License-Identifier: Apache-2.0
// tex, tld4 and txq on texture objects (manual, 9.7.10).
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/texture_fetch.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr TextureGeometry geometries[] = {
    {"1d", 1, false, false, 1}, {"2d", 2, false, false, 2},
    {"3d", 3, false, false, 3}, {"a1d", 1, true, false, 2},
    {"a2d", 2, true, false, 3}, {"cube", 2, false, true, 3},
    {"acube", 2, true, true, 4}};

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
  const TexturePlan& plan = plan_of<TexturePlan>(i);
  TextureResult result{};
  for_each_texture(warp, i, plan.handle, mask,
                   [&](const TextureDescriptor& texture, LaneMask lanes) {
                     fetch_texture(warp, plan, texture, lanes, result);
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

const TextureGeometry& geometry_of(Form& form) {
  for (const TextureGeometry& geometry : geometries)
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
void bind_operands(Form& form, TexturePlan& plan) {
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

/// The types of results and of coordinates; true if those are integers.
bool take_types(Form& form) {
  form.want("v4");
  const std::string_view result = form.next(), coordinate = form.next();
  Form::check(result == "f32" || result == "s32" || result == "u32",
              "results are .f32, .s32 or .u32");
  Form::check(coordinate == "f32" || coordinate == "s32",
              "coordinates are .f32 or .s32");
  return coordinate == "s32";
}

}  // namespace

/// tex.geom.v4.dtype.ctype d, [a, c];  tex.base, tex.level, tex.grad
/// (9.7.10.3)
Handler bind_tex(const Instruction& i) {
  Form form(i);
  TexturePlan plan;
  form.take("base");
  if (form.take("level")) plan.lod = Lod::level;
  if (form.take("grad")) plan.lod = Lod::grad;
  plan.geometry = geometry_of(form);
  plan.has_whole_coordinates = take_types(form);
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
  TexturePlan plan;
  constexpr std::string_view names = "rgba";
  const std::string_view component = form.one_of({"r", "g", "b", "a"});
  Form::check(!component.empty(), "a modifier is missing: .r .g .b .a");
  plan.component = static_cast<int>(names.find(component));
  plan.geometry = geometry_of(form);
  Form::check(plan.geometry.dimensions == 2, "tld4 is for 2D textures");
  Form::check(!take_types(form), "tld4 has coordinates of .f32");
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
