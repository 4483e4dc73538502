// SPDX-License-Identifier: Apache-2.0
// Matrices spread over the registers of a warp. A fragment says for every
// lane, register and element in it which element of the matrix that is, so
// that moving and multiplying need no layout of their own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/isa/form.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

enum class Number : std::uint8_t {
  none,
  f16,
  bf16,
  tf32,
  f32,
  f64,
  s8,
  u8,
  s4,
  u4,
  s32
};

Number number_named(std::string_view word);
unsigned bits_of(Number number);
/// Elements in one register: of 64 bits for f64, else of 32.
unsigned per_register(Number number);
constexpr bool is_integer(Number number) { return number >= Number::s8; }

struct Shape {
  unsigned m = 0, n = 0, k = 0;
};
/// "m16n8k16"; all 0 for what is none.
Shape shape_named(std::string_view word);

/// Which of the operands of D = A B + C.
enum class Role : std::uint8_t { a, b, c };

struct Fragment {
  Number number = Number::none;
  unsigned rows = 0, columns = 0;
  unsigned registers = 0;
  /// Row × columns + column, by register, lane and element in the register.
  std::vector<std::uint16_t> place;

  unsigned index(unsigned reg, unsigned lane, unsigned element) const {
    return place[(reg * warp_size + lane) * per_register(number) + element];
  }
};

/// The layout of mma.sync (manual, 9.7.15.5): four lanes share a row of A and
/// C and a column of B.
Fragment mma_fragment(Role role, Shape shape, Number number);
/// The layout of wmma, which the manual leaves open: the elements of A and C
/// row by row, those of B column by column, in the order of the lanes; again
/// from the first where there is room for more.
Fragment wmma_fragment(Role role, Shape shape, Number number);

/// The elements, row by row; integers and narrow floats are exact in f64.
using Matrix = std::array<double, 1024>;
void read_fragment(const Warp& warp, const Fragment& fragment,
                   const std::vector<Operand>& registers, Matrix& matrix);
void write_fragment(Warp& warp, const Fragment& fragment,
                    const std::vector<Operand>& registers, LaneMask mask,
                    const Matrix& matrix);

/// Performs an operation of a whole warp now, or once all lanes are there.
void meet_whole_warp(Warp& warp, LaneMask mask, Perform perform);
/// All lanes that met; the launch ends if they are not at one instruction.
LaneMask lanes_of(Warp& warp, std::span<const Attendee> attendees);

}  // namespace lockstep::ptx
