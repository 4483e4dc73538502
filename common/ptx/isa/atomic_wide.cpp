// SPDX-License-Identifier: Apache-2.0
// atom and red of several floats at once, and of 128 bits (manual, 9.7.13.5,
// 6). A vector is several atomic operations; 128 bits are one.
#include <algorithm>
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct Plan {
  const Instruction* part = nullptr;
  std::vector<Operand> d, b;  ///< d is empty for red
  Operand wide_d, wide_b, wide_c;
  bool compares = false;
};

AccessKind kind_of(bool has_result) {
  return has_result ? AccessKind::atomic : AccessKind::reduction;
}

void add_floats(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const std::size_t width = plan.b.size();
  const auto bytes = static_cast<u32>(width * sizeof(f32));
  const Access access(warp, *plan.part, mask, kind_of(!plan.d.empty()), bytes,
                      sizeof(f32));
  warp.touched = true;
  ++warp.grid().progress;
  std::array<std::array<f32, warp_size>, 4> before{};
  for (std::size_t n = 0; n < width; ++n) {
    const Source<f32> b(warp, plan.b[n]);
    for_lanes(access.valid(), [&](unsigned lane) {
      std::byte* const at = access.host(lane) + n * sizeof(f32);
      std::memcpy(&before[n][lane], at, sizeof(f32));
      const f32 now = canonical(before[n][lane] + b[lane]);
      std::memcpy(at, &now, sizeof now);
    });
  }
  for (std::size_t n = 0; n < plan.d.size(); ++n)
    write<f32>(warp, plan.d[n], mask,
               [&](unsigned lane) { return before[n][lane]; });
}

void exchange(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<Bits128> b(warp, plan.wide_b), c(warp, plan.wide_c);
  const Access access(warp, *plan.part, mask, AccessKind::atomic, 16, 16);
  warp.touched = true;
  ++warp.grid().progress;
  alignas(64) Bits128 before[warp_size] = {};
  for_lanes(access.valid(), [&](unsigned lane) {
    std::memcpy(&before[lane], access.host(lane), 16);
    if (plan.compares && before[lane] != b[lane]) return;
    const Bits128 now = plan.compares ? c[lane] : b[lane];
    std::memcpy(access.host(lane), &now, 16);
  });
  if (!plan.wide_d) return;
  auto* const d = reinterpret_cast<Bits128*>(warp.at(plan.wide_d));
  for_lanes(mask, [&](unsigned lane) { d[lane] = before[lane]; });
}

Modifiers take_order(Form& form) {
  Modifiers modifiers;
  modifiers.semantics = Semantics::relaxed;
  modifiers.scope = Scope::gpu;
  if (form.take("acq_rel")) modifiers.semantics = Semantics::acq_rel;
  form.order(modifiers);
  form.one_of({"global", "shared", "shared::cta"});
  return modifiers;
}

Handler bind_vector(Form& form, const Modifiers& modifiers, bool has_result) {
  const std::string_view vector = form.one_of({"v2", "v4"});
  Form::check(!vector.empty() && form.take("add"),
              "vectors of floats have '.add' only");
  form.take("noftz");
  const bool has_policy = form.take("L2::cache_hint");
  Form::check(form.take("f32"), "vectors are of .f32 only");
  form.finish();
  const std::size_t first = has_result ? 1 : 0;
  const std::size_t count = first + 2 + (has_policy ? 1 : 0);
  form.want_operands(count, count);
  if (has_policy) form.source(count - 1, 8);
  const auto width = static_cast<std::size_t>(vector[1] - '0');
  Plan plan;
  if (has_result && !form.is(0, Form::Kind::sink)) {
    plan.d = form.vector(0, width, 4);
    for (const Operand& one : plan.d)
      Form::check(!one || one.base == Operand::Base::registers,
                  "the destination must be registers");
  }
  plan.b = form.vector(first + 1, width, 4);
  for (const Operand& one : plan.b)
    Form::check(bool{one}, "an element is not a register");
  plan.part = &form.add_part(form.address(first), modifiers);
  form.keep(std::move(plan));
  return &add_floats;
}

const Operand& wide(const Form& form, std::size_t n) {
  const Operand& operand = form.destination(n, 16);
  return operand;
}

Handler bind_wide(Form& form, const Modifiers& modifiers) {
  Plan plan;
  plan.compares = form.take("cas");
  if (!plan.compares) form.want("exch");
  form.want("b128");
  form.finish();
  const std::size_t count = plan.compares ? 4 : 3;
  form.want_operands(count, count);
  plan.wide_d = wide(form, 0);
  plan.wide_b = wide(form, 2);
  plan.wide_c = plan.compares ? wide(form, 3) : plan.wide_b;
  Form::check(bool{plan.wide_b} && bool{plan.wide_c}, "a register is wanted");
  plan.part = &form.add_part(form.address(1), modifiers);
  form.keep(std::move(plan));
  return &exchange;
}

}  // namespace

/// atom{.sem}{.scope}{.space}.add.vec.f32 d, [a], b;
/// atom{.sem}{.scope}{.space}.exch.b128 d, [a], b;  and .cas  (9.7.13.5)
Handler bind_atom_wide(const Instruction& i) {
  Form form(i);
  const Modifiers modifiers = take_order(form);
  const auto& words = i.detail->words;
  if (std::find(words.begin(), words.end(), "b128") != words.end())
    return bind_wide(form, modifiers);
  return bind_vector(form, modifiers, true);
}

/// red{.sem}{.scope}{.global}.add.vec.f32 [a], b;  (9.7.13.6)
Handler bind_red_wide(const Instruction& i) {
  Form form(i);
  const Modifiers modifiers = take_order(form);
  return bind_vector(form, modifiers, false);
}

}  // namespace lockstep::ptx
