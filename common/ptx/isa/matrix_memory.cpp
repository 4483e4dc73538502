// SPDX-License-Identifier: Apache-2.0
// wmma.load and wmma.store (manual, 9.7.15.4). Every access is one of all
// lanes, of an element or of the neighbours that share a register.
#include "ptx/isa/matrix_memory.h"

#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/fault.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct MovePlan {
  Fragment fragment;
  std::vector<Operand> registers;
  const Instruction* part = nullptr;
  Operand stride;
  unsigned default_stride = 0;
  bool is_row_major = true;
  bool is_whole = false;  ///< the elements of a register are neighbours
};

/// Addresses of one element (or of all) of register `reg` in each lane.
LaneAddresses places(Warp& warp, const MovePlan& plan, unsigned reg,
                     unsigned element) {
  LaneAddresses address = addresses_of(warp, plan.part->address);
  const Fragment& fragment = plan.fragment;
  const unsigned bytes = bits_of(fragment.number) / 8;
  std::array<u64, warp_size> stride;
  stride.fill(plan.default_stride);
  if (plan.stride) {
    const Source<u32> given(warp, plan.stride);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      stride[lane] = given[lane];
  }
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const unsigned index = fragment.index(reg, lane, element);
    const u64 row = index / fragment.columns, column = index % fragment.columns;
    address[lane] += bytes * (plan.is_row_major ? row * stride[lane] + column
                                                : column * stride[lane] + row);
  }
  return address;
}

struct Piece {
  unsigned reg, element, bytes, element_bytes;
};

/// Calls `use` for each access that moves the fragment.
template <class Use>
void for_each_piece(const MovePlan& plan, Use use) {
  const Fragment& fragment = plan.fragment;
  const unsigned element_bytes = bits_of(fragment.number) / 8;
  const unsigned each = per_register(fragment.number);
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    if (plan.is_whole) {
      use(Piece{reg, 0, each * element_bytes, element_bytes});
      continue;
    }
    for (unsigned element = 0; element < each; ++element)
      use(Piece{reg, element, element_bytes, element_bytes});
  }
}

void perform_load(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const MovePlan& plan = plan_of<MovePlan>(*attendees.front().instruction);
  std::vector<std::array<u64, warp_size>> words(plan.fragment.registers);
  for_each_piece(plan, [&](const Piece& piece) {
    const LaneAddresses address = places(warp, plan, piece.reg, piece.element);
    const Access access(warp, *plan.part, lanes, AccessKind::load, piece.bytes,
                        piece.element_bytes, nullptr, true, address.data());
    for_lanes(access.valid(), [&](unsigned lane) {
      u64 value = 0;
      std::memcpy(&value, access.host(lane), piece.bytes);
      words[piece.reg][lane] |= value
                                << (8 * piece.element_bytes * piece.element);
    });
  });
  for (unsigned reg = 0; reg < plan.fragment.registers; ++reg)
    write<u64>(warp, plan.registers[reg], lanes,
               [&](unsigned lane) { return words[reg][lane]; });
}

void perform_store(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const MovePlan& plan = plan_of<MovePlan>(*attendees.front().instruction);
  ++warp.grid().progress;
  for_each_piece(plan, [&](const Piece& piece) {
    alignas(64) std::byte data[warp_size * 8];
    const Source<u64> words(warp, plan.registers[piece.reg]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const u64 value =
          words[lane] >> (8 * piece.element_bytes * piece.element);
      std::memcpy(data + lane * piece.bytes, &value, piece.bytes);
    }
    const LaneAddresses address = places(warp, plan, piece.reg, piece.element);
    const Access access(warp, *plan.part, lanes, AccessKind::store, piece.bytes,
                        piece.element_bytes, data, true, address.data());
    for_lanes(access.valid(), [&](unsigned lane) {
      std::memcpy(access.host(lane), data + lane * piece.bytes, piece.bytes);
    });
  });
}

void load(Warp& warp, const Instruction&, LaneMask mask) {
  meet_whole_warp(warp, mask, &perform_load);
}
void store(Warp& warp, const Instruction&, LaneMask mask) {
  meet_whole_warp(warp, mask, &perform_store);
}

/// Behind `wmma.load` or `wmma.store`: a, b, c or d.
Role role_of(Form& form, bool is_store) {
  if (is_store) {
    form.want("d");
    return Role::c;
  }
  if (form.take("a")) return Role::a;
  if (form.take("b")) return Role::b;
  form.want("c");
  return Role::c;
}

bool is_accumulator(Number number) {
  return number == Number::f16 || number == Number::f32 ||
         number == Number::s32 || number == Number::f64;
}
}  // namespace

Shape wmma_shape(Form& form) {
  for (const char* name :
       {"m16n16k16", "m8n32k16", "m32n8k16", "m16n16k8", "m8n8k4"})
    if (form.take(name)) return shape_named(name);
  Form::fail("a shape that is not supported");
}

bool has_wmma(Number number, Shape shape) {
  switch (number) {
    case Number::f16:
    case Number::bf16:
    case Number::s8:
    case Number::u8:
      return shape.k == 16;
    case Number::tf32:
      return shape.k == 8;
    case Number::f64:
      return shape.k == 4;
    default:
      return false;
  }
}

std::vector<Operand> matrix_registers(const Form& form, std::size_t operand,
                                      const Fragment& fragment,
                                      bool is_destination) {
  const unsigned bytes = fragment.number == Number::f64 ? 8 : 4;
  std::vector<Operand> registers =
      form.vector(operand, fragment.registers, bytes);
  for (const Operand& one : registers)
    Form::check(
        one.base == Operand::Base::registers || (!is_destination && one),
        "a register is wanted");
  return registers;
}

Handler bind_wmma_move(Form& form, bool is_store) {
  MovePlan plan;
  const Role role = role_of(form, is_store);
  form.want("sync");
  form.want("aligned");
  plan.is_row_major = form.take("row");
  if (!plan.is_row_major) form.want("col");
  const Shape shape = wmma_shape(form);
  form.one_of({"global", "shared", "shared::cta"});
  const Number number = number_named(form.next());
  form.finish();
  const bool exists =
      role == Role::c
          ? is_accumulator(number) && (number == Number::f64) == (shape.k == 4)
          : has_wmma(number, shape);
  Form::check(exists, "this shape does not exist for this type");
  plan.fragment = wmma_fragment(role, shape, number);
  plan.default_stride =
      plan.is_row_major ? plan.fragment.columns : plan.fragment.rows;
  plan.is_whole = plan.is_row_major == (role != Role::b);
  form.want_operands(2, 3);
  plan.part = &form.add_part(form.address(is_store ? 0 : 1), {});
  plan.registers =
      matrix_registers(form, is_store ? 1 : 0, plan.fragment, !is_store);
  if (form.count() == 3) plan.stride = form.source(2, 4);
  form.keep(std::move(plan));
  return is_store ? &store : &load;
}

}  // namespace lockstep::ptx
