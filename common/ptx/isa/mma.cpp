// SPDX-License-Identifier: Apache-2.0
// mma.sync and wmma.mma (manual, 9.7.15): D = A B + C by a whole warp.
// Each element of D is c + a0 b0 + a1 b1 + …, added in this order in f64 and
// rounded once, to nearest even; with f64 every step is one fma. (The
// hardware adds a few products at a time and cuts what is below.)
#include <algorithm>
#include <cmath>

#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
#include "ptx/isa/fragment.h"
#include "ptx/isa/matrix_memory.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

struct Plan {
  Shape shape;
  Fragment a, b, c, d;
  std::vector<Operand> d_registers, a_registers, b_registers, c_registers;
  bool saturates = false;
};

double finished(const Plan& plan, double sum) {
  if (plan.d.number != Number::s32) return sum;
  if (plan.saturates) return std::clamp(sum, -2147483648.0, 2147483647.0);
  return static_cast<s32>(static_cast<u32>(static_cast<s64>(sum)));
}

void multiply(const Plan& plan, const Matrix& a, const Matrix& b,
              const Matrix& c, Matrix& d) {
  const Shape& shape = plan.shape;
  for (unsigned row = 0; row < shape.m; ++row) {
    for (unsigned column = 0; column < shape.n; ++column) {
      double sum = c[row * shape.n + column];
      for (unsigned k = 0; k < shape.k; ++k)
        sum = std::fma(a[row * shape.k + k], b[k * shape.n + column], sum);
      d[row * shape.n + column] = finished(plan, sum);
    }
  }
}

void perform(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const Plan& plan = plan_of<Plan>(*attendees.front().instruction);
  Matrix a{}, b{}, c{}, d{};
  read_fragment(warp, plan.a, plan.a_registers, a);
  read_fragment(warp, plan.b, plan.b_registers, b);
  read_fragment(warp, plan.c, plan.c_registers, c);
  multiply(plan, a, b, c, d);
  write_fragment(warp, plan.d, plan.d_registers, lanes, d);
}

void mma(Warp& warp, const Instruction&, LaneMask mask) {
  meet_whole_warp(warp, mask, &perform);
}

bool is_among(Shape shape, std::initializer_list<Shape> shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [&](const Shape& one) {
    return one.m == shape.m && one.n == shape.n && one.k == shape.k;
  });
}

bool has_mma(Number number, Shape shape) {
  switch (number) {
    case Number::f16:
    case Number::bf16:
      return is_among(shape, {{16, 8, 8}, {16, 8, 16}});
    case Number::tf32:
      return is_among(shape, {{16, 8, 4}, {16, 8, 8}});
    case Number::f64:
      return is_among(shape, {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}});
    case Number::s8:
    case Number::u8:
      return is_among(shape, {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}});
    case Number::s4:
    case Number::u4:
      return is_among(shape, {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}});
    default:
      return false;
  }
}

/// Accumulators of `number` factors may be of this type.
bool accumulates(Number number, Number sum) {
  if (is_integer(number)) return sum == Number::s32;
  if (number == Number::f64) return sum == Number::f64;
  return sum == Number::f32 || (number == Number::f16 && sum == Number::f16);
}

struct Types {
  Number d, a, b, c;
};

void make_plan(Form& form, Plan& plan, const Types& types,
               Fragment (*fragment)(Role, Shape, Number)) {
  form.finish();
  form.want_operands(4, 4);
  Form::check(accumulates(types.a, types.c) && accumulates(types.a, types.d),
              "these types do not go together");
  plan.a = fragment(Role::a, plan.shape, types.a);
  plan.b = fragment(Role::b, plan.shape, types.b);
  plan.c = fragment(Role::c, plan.shape, types.c);
  plan.d = fragment(Role::c, plan.shape, types.d);
  plan.d_registers = matrix_registers(form, 0, plan.d, true);
  plan.a_registers = matrix_registers(form, 1, plan.a, false);
  plan.b_registers = matrix_registers(form, 2, plan.b, false);
  plan.c_registers = matrix_registers(form, 3, plan.c, false);
}

/// Kinds of a and b may differ in their sign only.
bool are_alike(Number a, Number b) {
  return a == b || (is_integer(a) && bits_of(a) == bits_of(b));
}

Handler bind_wmma_mma(Form& form) {
  Plan plan;
  form.want("sync");
  form.want("aligned");
  for (int layouts = 0; layouts < 2; ++layouts)
    Form::check(!form.one_of({"row", "col"}).empty(),
                "a modifier is missing: .row .col");
  plan.shape = wmma_shape(form);
  plan.saturates = form.take("satfinite");
  form.take("rn");
  std::vector<Number> given;
  for (std::string_view word = form.next(); !word.empty(); word = form.next()) {
    given.push_back(number_named(word));
    Form::check(given.back() != Number::none, "an unknown type");
  }
  Types types{Number::f16, Number::f16, Number::f16, Number::f16};
  if (given.size() == 2) {
    types.d = given[0], types.c = given[1];
  } else {
    Form::check(given.size() == 4, "this takes 2 or 4 types");
    types = {given[0], given[1], given[2], given[3]};
  }
  Form::check(are_alike(types.a, types.b) && has_wmma(types.a, plan.shape),
              "this shape does not exist for these types");
  make_plan(form, plan, types, &wmma_fragment);
  form.keep(std::move(plan));
  return &mma;
}

}  // namespace

/// mma.sync.aligned.shape.row.col{.satfinite}.dtype.atype.btype.ctype
/// d, a, b, c;  (9.7.15.5.14)
Handler bind_mma(const Instruction& i) {
  Form form(i);
  Plan plan;
  form.want("sync");
  form.want("aligned");
  form.want("row");
  form.want("col");
  plan.saturates = form.take("satfinite");
  plan.shape = shape_named(form.next());
  Number given[4];
  for (Number& number : given) {
    number = number_named(form.next());
    Form::check(number != Number::none, "a type is missing or unknown");
  }
  const Types types{given[0], given[1], given[2], given[3]};
  form.take("rn");
  Form::check(are_alike(types.a, types.b) && has_mma(types.a, plan.shape),
              "this shape does not exist for these types");
  make_plan(form, plan, types, &mma_fragment);
  form.keep(std::move(plan));
  return &mma;
}

/// wmma.load, wmma.store, wmma.mma  (9.7.15.4.3 to 5)
Handler bind_wmma(const Instruction& i) {
  Form form(i);
  if (form.take("mma")) return bind_wmma_mma(form);
  if (form.take("load")) return bind_wmma_move(form, false);
  form.want("store");
  return bind_wmma_move(form, true);
}

}  // namespace lockstep::ptx
