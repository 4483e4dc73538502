// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/fragment.h"

#include <charconv>
#include <cmath>

#include "ptx/isa/floating.h"
#include "ptx/isa/half.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct NumberRow {
  std::string_view name;
  Number number;
  unsigned bits;
};
constexpr NumberRow numbers[] = {
    {"f16", Number::f16, 16},   {"bf16", Number::bf16, 16},
    {"tf32", Number::tf32, 32}, {"f32", Number::f32, 32},
    {"f64", Number::f64, 64},   {"s8", Number::s8, 8},
    {"u8", Number::u8, 8},      {"s4", Number::s4, 4},
    {"u4", Number::u4, 4},      {"s32", Number::s32, 32}};

u64 encode(Number number, double value) {
  switch (number) {
    case Number::f16:
      return narrow<F16>(value);
    case Number::bf16:
      return narrow<BF16>(value);
    case Number::f32:
    case Number::tf32:
      return std::bit_cast<u32>(canonical(static_cast<f32>(value)));
    case Number::f64:
      return std::bit_cast<u64>(canonical(value));
    default:
      return static_cast<u64>(static_cast<s64>(value)) & 0xffffffff;
  }
}

double decode(Number number, u64 bits) {
  switch (number) {
    case Number::f16:
      return f64{widen<F16>(static_cast<u32>(bits))};
    case Number::bf16:
      return f64{widen<BF16>(static_cast<u32>(bits))};
    case Number::tf32:
      // The hardware looks at the upper 19 bits only.
      return f64{std::bit_cast<f32>(static_cast<u32>(bits & ~u64{0x1fff}))};
    case Number::f32:
      return f64{std::bit_cast<f32>(static_cast<u32>(bits))};
    case Number::f64:
      return std::bit_cast<f64>(bits);
    case Number::s8:
      return static_cast<s8>(bits);
    case Number::s4:
      return static_cast<s8>(static_cast<u8>(bits << 4)) >> 4;
    case Number::s32:
      return static_cast<s32>(bits);
    default:
      return static_cast<double>(bits);
  }
}

}  // namespace

Number number_named(std::string_view word) {
  for (const NumberRow& row : numbers)
    if (row.name == word) return row.number;
  return Number::none;
}

unsigned bits_of(Number number) {
  for (const NumberRow& row : numbers)
    if (row.number == number) return row.bits;
  return 32;
}

unsigned per_register(Number number) {
  return number == Number::f64 ? 1 : 32 / bits_of(number);
}

Shape shape_named(std::string_view word) {
  Shape shape;
  const auto read = [&](char letter, unsigned& into) {
    if (word.empty() || word.front() != letter) return;
    const char* const end = word.data() + word.size();
    const auto parsed = std::from_chars(word.data() + 1, end, into);
    word.remove_prefix(static_cast<std::size_t>(parsed.ptr - word.data()));
  };
  read('m', shape.m);
  read('n', shape.n);
  read('k', shape.k);
  const bool is_one = word.empty() && shape.m != 0 && shape.n != 0 &&
                      shape.k != 0 && shape.m <= 32 && shape.n <= 32 &&
                      shape.k <= 64;
  return is_one ? shape : Shape{};
}

Fragment mma_fragment(Role role, Shape shape, Number number) {
  Fragment fragment;
  fragment.number = number;
  fragment.rows = role == Role::b ? shape.k : shape.m;
  fragment.columns = role == Role::a ? shape.k : shape.n;
  const unsigned each = per_register(number);
  fragment.registers = fragment.rows * fragment.columns / warp_size / each;
  const unsigned halves = role != Role::b && shape.m == 16 ? 2 : 1;
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      for (unsigned element = 0; element < each; ++element) {
        const unsigned group = lane / 4, member = lane % 4;
        // C holds two neighbours of a row, then those eight rows below.
        const unsigned i = reg * each + element;
        unsigned row = group + 8 * (reg % halves);
        unsigned column = reg / halves * 4 * each + member * each + element;
        if (role == Role::c) {
          row = group + 8 * (i / 2);
          column = member * 2 + i % 2;
        } else if (role == Role::b) {
          std::swap(row, column);
        }
        fragment.place.push_back(
            static_cast<u16>(row * fragment.columns + column));
      }
    }
  }
  return fragment;
}

Fragment wmma_fragment(Role role, Shape shape, Number number) {
  Fragment fragment;
  fragment.number = number;
  fragment.rows = role == Role::b ? shape.k : shape.m;
  fragment.columns = role == Role::a ? shape.k : shape.n;
  const unsigned count = fragment.rows * fragment.columns;
  const unsigned each = per_register(number);
  const bool is_doubled = number == Number::f16 && role != Role::c;
  fragment.registers = is_doubled ? 8 : count / warp_size / each;
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      for (unsigned element = 0; element < each; ++element) {
        const unsigned slot =
            ((lane * fragment.registers + reg) * each + element) % count;
        const unsigned place =
            role == Role::b
                ? slot % fragment.rows * fragment.columns + slot / fragment.rows
                : slot;
        fragment.place.push_back(static_cast<u16>(place));
      }
    }
  }
  return fragment;
}

void read_fragment(const Warp& warp, const Fragment& fragment,
                   const std::vector<Operand>& registers, Matrix& matrix) {
  const unsigned bits = bits_of(fragment.number);
  const u64 mask = bits == 64 ? ~u64{0} : (u64{1} << bits) - 1;
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    const Source<u64> words(warp, registers[reg]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      for (unsigned e = 0; e < per_register(fragment.number); ++e)
        matrix[fragment.index(reg, lane, e)] =
            decode(fragment.number, (words[lane] >> (e * bits)) & mask);
    }
  }
}

void write_fragment(Warp& warp, const Fragment& fragment,
                    const std::vector<Operand>& registers, LaneMask mask,
                    const Matrix& matrix) {
  const unsigned bits = bits_of(fragment.number);
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    alignas(64) u64 words[warp_size] = {};
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      for (unsigned e = 0; e < per_register(fragment.number); ++e)
        words[lane] |=
            encode(fragment.number, matrix[fragment.index(reg, lane, e)])
            << (e * bits);
    }
    write<u64>(warp, registers[reg], mask,
               [&](unsigned lane) { return words[lane]; });
  }
}

void meet_whole_warp(Warp& warp, LaneMask mask, Perform perform) {
  if (mask == warp.live()) {
    const Attendee everyone{&warp.grid().module->code[warp.pc], warp.pc,
                            warp.frame, mask};
    return perform(warp, {&everyone, 1});
  }
  warp.wait_for_warp(mask, full_mask, perform);
  warp.settle();
}

LaneMask lanes_of(Warp& warp, std::span<const Attendee> attendees) {
  const Attendee& first = attendees.front();
  LaneMask lanes = 0;
  for (const Attendee& who : attendees) {
    if (who.frame != first.frame || who.instruction != first.instruction) {
      warp.stop(LaunchStatus::trap, *first.instruction,
                warp.grid().describe(*first.instruction) +
                    ": not all threads of the warp execute this matrix "
                    "instruction together");
    }
    lanes |= who.lanes;
  }
  warp.look_at(first.frame);
  return lanes;
}

}  // namespace lockstep::ptx
