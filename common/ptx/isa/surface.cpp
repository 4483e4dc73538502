// SPDX-License-Identifier: Apache-2.0
// suld, sust, sured and suq on surface objects (manual, 9.7.11). The first
// coordinate counts bytes, the others elements.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

enum class Outside : std::uint8_t { trap, clamp, zero };

struct Plan {
  const Instruction* part = nullptr;
  Operand handle;
  std::vector<Operand> at, values;
  unsigned dimensions = 1;
  bool is_layered = false;
  unsigned element_bytes = 4;
  Outside outside = Outside::trap;
  Type type = Type::none;  ///< sured
  AtomicOp operation = AtomicOp::none;
  AccessKind kind = AccessKind::load;

  unsigned bytes() const {
    return element_bytes * (operation == AtomicOp::none
                                ? static_cast<unsigned>(values.size())
                                : 1);
  }
};

[[noreturn]] void stop(Warp& warp, const Instruction& i, u64 handle) {
  warp.stop(LaunchStatus::fault, i,
            fmt::format("{}: 0x{:x} is no surface object that exists",
                        warp.grid().describe(i), handle));
}

const Image& surface_of(Warp& warp, const Instruction& i, u64 handle) {
  const ImageTable* images = warp.grid().images;
  const Image* image = images == nullptr ? nullptr : images->surface(handle);
  if (image == nullptr) stop(warp, i, handle);
  return *image;
}

/// Lane by lane: where an access goes, and whether that is in the image.
struct Target {
  LaneAddresses address{};
  LaneMask inside = 0;
};

void resolve_lane(const Plan& plan, const Image& image, unsigned lane,
                  const std::array<s64, 3>& at, s64 layer, Target& target) {
  const s64 sizes[] = {s64{image.width} * image.format.bytes(),
                       std::max<s64>(image.height, 1),
                       std::max<s64>(image.depth, 1)};
  const u64 strides[] = {1, image.pitch, image.slice};
  const s64 last_layer = std::max<s64>(image.layers, 1) - 1;
  const s64 spans[] = {plan.bytes(), 1, 1};
  bool is_inside = layer >= 0 && layer <= last_layer;
  u64 address = image.address;
  if (plan.is_layered)
    address +=
        image.slice * static_cast<u64>(std::clamp<s64>(layer, 0, last_layer));
  for (unsigned d = 0; d < plan.dimensions; ++d) {
    const s64 last = std::max<s64>(sizes[d] - spans[d], 0);
    is_inside &= at[d] >= 0 && at[d] <= last;
    const s64 place = plan.outside == Outside::clamp
                          ? std::clamp<s64>(at[d], 0, last)
                          : at[d];
    address += strides[d] * static_cast<u64>(place);
  }
  target.address[lane] = address;
  if (is_inside || plan.outside == Outside::clamp)
    target.inside |= lane_bits[lane];
}

Target resolve(Warp& warp, const Instruction& i, const Plan& plan,
               LaneMask mask) {
  std::array<u64, warp_size> handles;
  const Source<u64> given(warp, plan.handle);
  for (unsigned lane = 0; lane < warp_size; ++lane) handles[lane] = given[lane];
  std::array<std::array<s64, warp_size>, 4> at{};
  for (std::size_t n = 0; n < plan.at.size(); ++n) {
    const Source<s32> values(warp, plan.at[n]);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      at[n][lane] = values[lane];
  }
  const unsigned first = plan.is_layered ? 1 : 0;
  Target target;
  for_lanes(mask, [&](unsigned lane) {
    const Image& image = surface_of(warp, i, handles[lane]);
    resolve_lane(
        plan, image, lane,
        {at[first][lane], at[first + 1][lane], first == 0 ? at[2][lane] : 0},
        plan.is_layered ? at[0][lane] : 0, target);
  });
  if (plan.outside == Outside::trap)
    report_fault(warp, *plan.part, mask & ~target.inside,
                 FaultKind::out_of_bounds, Space::global, plan.kind,
                 plan.bytes(), target.address);
  return target;
}

void load(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Target target = resolve(warp, i, plan, mask);
  std::vector<std::array<u64, warp_size>> values(plan.values.size());
  if (target.inside != 0) {
    const Access access(warp, *plan.part, target.inside, AccessKind::load,
                        plan.bytes(), plan.element_bytes, nullptr, true,
                        target.address.data());
    for_lanes(access.valid(), [&](unsigned lane) {
      for (std::size_t n = 0; n < values.size(); ++n)
        std::memcpy(&values[n][lane],
                    access.host(lane) + n * plan.element_bytes,
                    plan.element_bytes);
    });
  }
  for (std::size_t n = 0; n < values.size(); ++n)
    write<u64>(warp, plan.values[n], mask,
               [&](unsigned lane) { return values[n][lane]; });
}

void store(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Target target = resolve(warp, i, plan, mask);
  if (target.inside == 0) return;
  alignas(64) std::byte data[warp_size * 16];
  for (std::size_t n = 0; n < plan.values.size(); ++n) {
    const Source<u64> value(warp, plan.values[n]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const u64 bits = value[lane];
      std::memcpy(data + lane * plan.bytes() + n * plan.element_bytes, &bits,
                  plan.element_bytes);
    }
  }
  const Access access(warp, *plan.part, target.inside, AccessKind::store,
                      plan.bytes(), plan.element_bytes, data, true,
                      target.address.data());
  ++warp.grid().progress;
  for_lanes(access.valid(), [&](unsigned lane) {
    std::memcpy(access.host(lane), data + lane * plan.bytes(), plan.bytes());
  });
}

template <class T>
T combined(AtomicOp operation, T old, T value) {
  switch (operation) {
    case AtomicOp::min:
      return std::min(old, value);
    case AtomicOp::max:
      return std::max(old, value);
    case AtomicOp::op_and:
      return static_cast<T>(old & value);
    case AtomicOp::op_or:
      return static_cast<T>(old | value);
    default:
      return static_cast<T>(old + value);
  }
}

template <class T>
void reduce(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Target target = resolve(warp, i, plan, mask);
  if (target.inside == 0) return;
  const Source<T> value(warp, plan.values[0]);
  const Access access(warp, *plan.part, target.inside, AccessKind::reduction,
                      sizeof(T), sizeof(T), nullptr, true,
                      target.address.data());
  ++warp.grid().progress;
  for_lanes(access.valid(), [&](unsigned lane) {
    T old;
    std::memcpy(&old, access.host(lane), sizeof old);
    const T now = combined<T>(plan.operation, old, value[lane]);
    std::memcpy(access.host(lane), &now, sizeof now);
  });
}

enum class Query : std::uint8_t { width, height, depth, layers };
struct QueryPlan {
  Query query{};
  Operand d, handle;
};

void query(Warp& warp, const Instruction& i, LaneMask mask) {
  const QueryPlan& plan = plan_of<QueryPlan>(i);
  const Source<u64> handle(warp, plan.handle);
  alignas(64) u32 result[warp_size] = {};
  for_lanes(mask, [&](unsigned lane) {
    const Image& image = surface_of(warp, i, handle[lane]);
    const u32 answers[] = {image.width, image.height, image.depth,
                           image.layers};
    result[lane] = answers[static_cast<unsigned>(plan.query)];
  });
  write<u32>(warp, plan.d, mask, [&](unsigned lane) { return result[lane]; });
}

void take_geometry(Form& form, Plan& plan) {
  const std::string_view name = form.one_of({"1d", "2d", "3d", "a1d", "a2d"});
  Form::check(!name.empty(), "a geometry that is not supported");
  plan.is_layered = name.front() == 'a';
  plan.dimensions = static_cast<unsigned>(name[name.size() - 2] - '0');
}

void take_outside(Form& form, Plan& plan) {
  if (form.take("clamp")) {
    plan.outside = Outside::clamp;
  } else if (form.take("zero")) {
    plan.outside = Outside::zero;
  } else {
    form.want("trap");
  }
}

void take_place(Form& form, Plan& plan, std::size_t n) {
  Form::check(
      form.is(n, Form::Kind::handle) && form.operand(n).elements.size() == 1,
      "a surface object with coordinates is wanted");
  const DetailOperand& surface = form.operand(n);
  const DetailOperand& at = surface.elements[0];
  plan.handle = surface.value;
  const std::size_t least = plan.dimensions + (plan.is_layered ? 1 : 0);
  Form::check(at.kind == Form::Kind::vector && at.elements.size() >= least &&
                  at.elements.size() <= 4,
              "a vector of coordinates is wanted");
  for (std::size_t k = 0; k < least; ++k) {
    const DetailOperand& element = at.elements[k];
    Form::check(element.kind == Form::Kind::value && element.value &&
                    (element.value.bytes == 4 || element.constant),
                "coordinates have 32 bits");
    plan.at.push_back(element.value);
  }
  Address address;
  address.space = Space::global;
  plan.part = &form.add_part(address, {});
}

/// Elements between the braces, or a single one.
void take_values(Form& form, Plan& plan, std::size_t n, unsigned count,
                 bool is_destination) {
  const unsigned width = std::max(plan.element_bytes, 2u);
  plan.values = form.vector(n, count, width);
  for (const Operand& one : plan.values)
    Form::check(one.base == Operand::Base::registers ||
                    (is_destination ? !one : bool{one}),
                "an element is not a register");
}

Handler bind_move(const Instruction& i, bool is_store) {
  Form form(i);
  Plan plan;
  if (form.take("p"))
    Form::fail("formatted surface accesses (.p) are not supported");
  form.want("b");
  take_geometry(form, plan);
  const std::string_view vector = form.one_of({"v2", "v4"});
  const unsigned count =
      vector.empty() ? 1 : static_cast<unsigned>(vector[1] - '0');
  form.one_of({"ca", "cg", "cs", "cv", "wb", "wt"});
  const Type type = form.type();
  take_outside(form, plan);
  form.finish();
  form.want_operands(2, 2);
  Form::check(type == Type::b8 || type == Type::b16 || type == Type::b32 ||
                  type == Type::b64,
              "elements are .b8, .b16, .b32 or .b64");
  plan.element_bytes = size_of(type);
  plan.kind = is_store ? AccessKind::store : AccessKind::load;
  Form::check(plan.element_bytes * count <= 16, "this vector is too wide");
  take_place(form, plan, is_store ? 0 : 1);
  take_values(form, plan, is_store ? 1 : 0, count, !is_store);
  form.keep(std::move(plan));
  return is_store ? &store : &load;
}

AtomicOp take_operation(Form& form) {
  constexpr std::pair<std::string_view, AtomicOp> operations[] = {
      {"add", AtomicOp::add},
      {"min", AtomicOp::min},
      {"max", AtomicOp::max},
      {"and", AtomicOp::op_and},
      {"or", AtomicOp::op_or}};
  for (const auto& [name, operation] : operations)
    if (form.take(name)) return operation;
  Form::fail("a modifier is missing: .add .min .max .and .or");
}

}  // namespace

/// suld.b.geom{.vec}.dtype.clamp d, [a, b];  (9.7.11.1)
Handler bind_suld(const Instruction& i) { return bind_move(i, false); }
/// sust.b.geom{.vec}.ctype.clamp [a, b], c;  (9.7.11.2)
Handler bind_sust(const Instruction& i) { return bind_move(i, true); }

/// sured.b.op.geom.ctype.clamp [a, b], c;  (9.7.11.3)
Handler bind_sured(const Instruction& i) {
  Form form(i);
  Plan plan;
  if (form.take("p"))
    Form::fail("formatted surface accesses (.p) are not supported");
  form.want("b");
  plan.operation = take_operation(form);
  plan.kind = AccessKind::reduction;
  take_geometry(form, plan);
  plan.type = form.type();
  take_outside(form, plan);
  form.finish();
  form.want_operands(2, 2);
  plan.element_bytes = size_of(plan.type);
  const Type type = plan.type;
  Form::check(type == Type::u32 || type == Type::s32 || type == Type::b32 ||
                  type == Type::u64 || type == Type::s64,
              "elements are .u32, .s32, .b32, .u64 or .s64");
  take_place(form, plan, 0);
  take_values(form, plan, 1, 1, false);
  Modifiers modifiers;
  modifiers.semantics = Semantics::relaxed;
  modifiers.scope = Scope::gpu;
  Address address;
  address.space = Space::global;
  plan.part = &form.add_part(address, modifiers);
  form.keep(std::move(plan));
  switch (type) {
    case Type::s32:
      return &reduce<s32>;
    case Type::u64:
      return &reduce<u64>;
    case Type::s64:
      return &reduce<s64>;
    default:
      return &reduce<u32>;
  }
}

/// suq.query.b32 d, [a];  (9.7.11.4)
Handler bind_suq(const Instruction& i) {
  Form form(i);
  constexpr std::pair<std::string_view, Query> queries[] = {
      {"width", Query::width},
      {"height", Query::height},
      {"depth", Query::depth},
      {"array_size", Query::layers}};
  QueryPlan plan;
  bool is_known = false;
  for (const auto& [name, kind] : queries) {
    if (is_known || !form.take(name)) continue;
    plan.query = kind;
    is_known = true;
  }
  Form::check(is_known, "a query that is not supported");
  form.want("b32");
  form.finish();
  form.want_operands(2, 2);
  plan.d = form.destination(0, 4);
  plan.handle = form.address(1).base;
  Form::check(bool{plan.handle} && plan.handle.bytes == 8,
              "a surface object is wanted");
  form.keep(plan);
  return &query;
}

}  // namespace lockstep::ptx
