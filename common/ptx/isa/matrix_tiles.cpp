// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix and movmatrix (manual, 9.7.15.5): matrices of 8 × 8
// elements of 16 bits. A lane holds two neighbours of a row; lane 8 i + r has
// the address of row r of the i-th.
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
#include "ptx/isa/fragment.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct TilePlan {
  std::vector<Operand> registers;
  const Instruction* part = nullptr;
  bool is_transposed = false;
};
using Tile = std::array<u16, 64>;

unsigned place_in_tile(unsigned lane, unsigned half, bool is_transposed) {
  const unsigned row = lane / 4, column = lane % 4 * 2 + half;
  return is_transposed ? column * 8 + row : row * 8 + column;
}

u32 pair_of(const Tile& tile, unsigned lane, bool is_transposed) {
  return tile[place_in_tile(lane, 0, is_transposed)] |
         u32{tile[place_in_tile(lane, 1, is_transposed)]} << 16;
}

Tile tile_of(const Source<u32>& words, bool is_transposed) {
  Tile tile{};
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    tile[place_in_tile(lane, 0, is_transposed)] = static_cast<u16>(words[lane]);
    tile[place_in_tile(lane, 1, is_transposed)] =
        static_cast<u16>(words[lane] >> 16);
  }
  return tile;
}

/// Lanes that have addresses of rows.
LaneMask row_lanes(const TilePlan& plan) {
  const std::size_t count = plan.registers.size() * 8;
  return count == 32 ? full_mask : (LaneMask{1} << count) - 1;
}

void perform_ldmatrix(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const TilePlan& plan = plan_of<TilePlan>(*attendees.front().instruction);
  std::array<Tile, 4> tiles{};
  {
    const Access access(warp, *plan.part, lanes & row_lanes(plan),
                        AccessKind::load, 16, 2);
    for_lanes(access.valid(), [&](unsigned lane) {
      std::memcpy(&tiles[lane / 8][lane % 8 * 8], access.host(lane), 16);
    });
  }
  for (std::size_t n = 0; n < plan.registers.size(); ++n)
    write<u32>(warp, plan.registers[n], lanes, [&](unsigned lane) {
      return pair_of(tiles[n], lane, plan.is_transposed);
    });
}

void perform_stmatrix(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const TilePlan& plan = plan_of<TilePlan>(*attendees.front().instruction);
  alignas(64) std::byte data[warp_size * 16] = {};
  for (std::size_t n = 0; n < plan.registers.size(); ++n) {
    const Tile tile =
        tile_of(Source<u32>(warp, plan.registers[n]), plan.is_transposed);
    std::memcpy(data + n * sizeof tile, tile.data(), sizeof tile);
  }
  ++warp.grid().progress;
  const Access access(warp, *plan.part, lanes & row_lanes(plan),
                      AccessKind::store, 16, 2, data);
  for_lanes(access.valid(), [&](unsigned lane) {
    std::memcpy(access.host(lane), data + lane * 16, 16);
  });
}

void perform_movmatrix(Warp& warp, std::span<const Attendee> attendees) {
  const LaneMask lanes = lanes_of(warp, attendees);
  const TilePlan& plan = plan_of<TilePlan>(*attendees.front().instruction);
  const Tile tile = tile_of(Source<u32>(warp, plan.registers[1]), false);
  write<u32>(warp, plan.registers[0], lanes,
             [&](unsigned lane) { return pair_of(tile, lane, true); });
}

template <Perform perform>
void whole_warp(Warp& warp, const Instruction&, LaneMask mask) {
  meet_whole_warp(warp, mask, perform);
}

unsigned tile_words(Form& form, TilePlan& plan) {
  form.want("sync");
  form.want("aligned");
  form.want("m8n8");
  const std::string_view count = form.one_of({"x1", "x2", "x4"});
  Form::check(!count.empty(), "a modifier is missing: .x1 .x2 .x4");
  plan.is_transposed = form.take("trans");
  form.one_of({"shared", "shared::cta"});
  form.want("b16");
  form.finish();
  form.want_operands(2, 2);
  return static_cast<unsigned>(count.back() - '0');
}

}  // namespace

/// ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p];  (9.7.15.5.15)
Handler bind_ldmatrix(const Instruction& i) {
  Form form(i);
  TilePlan plan;
  const unsigned words = tile_words(form, plan);
  plan.registers = form.vector(0, words, 4);
  for (const Operand& one : plan.registers)
    Form::check(one.base == Operand::Base::registers, "a register is wanted");
  plan.part = &form.add_part(form.address(1), {});
  form.keep(std::move(plan));
  return &whole_warp<&perform_ldmatrix>;
}

/// stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 [p], r;  (9.7.15.5.16)
Handler bind_stmatrix(const Instruction& i) {
  Form form(i);
  TilePlan plan;
  const unsigned words = tile_words(form, plan);
  plan.part = &form.add_part(form.address(0), {});
  plan.registers = form.vector(1, words, 4);
  for (const Operand& one : plan.registers)
    Form::check(bool{one}, "a register is wanted");
  form.keep(std::move(plan));
  return &whole_warp<&perform_stmatrix>;
}

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a;  (9.7.15.5.17)
Handler bind_movmatrix(const Instruction& i) {
  Form form(i);
  TilePlan plan;
  form.want("sync");
  form.want("aligned");
  form.want("m8n8");
  form.want("trans");
  form.want("b16");
  form.finish();
  form.want_operands(2, 2);
  plan.registers = {form.destination(0, 4), form.source(1, 4)};
  form.keep(std::move(plan));
  return &whole_warp<&perform_movmatrix>;
}

}  // namespace lockstep::ptx
