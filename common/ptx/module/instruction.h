// SPDX-License-Identifier: Apache-2.0
// One decoded instruction. The loader resolves every name, so that executing
// it needs no look-up: an operand is a base and a byte offset, always an
// array with one value a lane.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/module/type.h"

namespace lockstep::ptx {

class Warp;
struct Instruction;
struct Detail;

inline constexpr unsigned warp_size = 32;
using LaneMask = std::uint32_t;
inline constexpr LaneMask full_mask = 0xffffffffu;

/// What an instruction does to the lanes of `mask` (guard already applied).
using Handler = void (*)(Warp&, const Instruction&, LaneMask mask);

enum class Opcode : std::uint8_t {
#define OPCODE(name, operands, modifiers) op_##name,
#include "ptx/module/opcodes.def"
#undef OPCODE
};

/// Where an operand's 32 lanes lie: base pointer of its kind plus `offset`
/// bytes. A predicate is one LaneMask; any other value is 32 consecutive
/// elements of `bytes` bytes: 2 for 8- and 16-bit types, else 4, 8 or 16.
/// Registers and constants are aligned to 64 bytes, predicate registers to 4.
/// ld, st and cvt may name a register wider than their type.
struct Operand {
  enum class Base : std::uint8_t { none, registers, constants, specials };

  Base base = Base::none;
  std::uint8_t bytes = 0;  ///< element width; 0 for a predicate
  bool negated = false;    ///< `!p`
  std::uint32_t offset = 0;

  explicit operator bool() const { return base != Base::none; }
};

/// The carry flag CC.CF is the LaneMask at offset 0 of every frame's
/// registers; no register lies there.
inline constexpr std::uint32_t carry_flag_offset = 0;

/// [base + offset] in a state space. `offset` is added to every lane of
/// `base`. frame_relative adds where the executing frame's local area (space
/// local) or param area (space param_frame) begins in that space.
///
/// mov and cvta use it too, with no operand `a`, where their source is the
/// address of a local variable (frame_relative) or of an `extern .shared`
/// one (base is the special register dynamic_shared, 8 bytes a lane); the
/// value is cut to the width of `d`. Other variables' addresses are ordinary
/// constants; so are those of `.param` variables, which count from the start
/// of the kernel's buffer or of the frame's param area, so that every access
/// to space param_frame is frame_relative. cvta and isspacep have the state
/// space they name in `space`.
struct Address {
  Operand base;  ///< none: `offset` alone is the address
  std::int64_t offset = 0;
  Space space = Space::generic;
  bool frame_relative = false;  ///< local or param_frame variable of a frame
};

enum class Semantics : std::uint8_t {
  weak,
  is_volatile,
  relaxed,
  acquire,
  release,
  acq_rel,
  seq_cst
};
enum class Scope : std::uint8_t { none, cta, cluster, gpu, sys };
enum class Rounding : std::uint8_t {
  none,
  rn,
  rz,
  rm,
  rp,
  rna,
  rni,
  rzi,
  rmi,
  rpi
};
enum class Comparison : std::uint8_t {
  none,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};
enum class Combine : std::uint8_t { none, op_and, op_or, op_xor };
enum class AtomicOp : std::uint8_t {
  none,
  add,
  inc,
  dec,
  min,
  max,
  op_and,
  op_or,
  op_xor,
  exch,
  cas
};

/// What is spelt after the mnemonic, one field a meaning. A modifier that an
/// opcode does not know is a PtxError at load time.
struct Modifiers {
  Rounding rounding = Rounding::none;
  Comparison comparison = Comparison::none;
  Combine combine = Combine::none;
  AtomicOp atomic = AtomicOp::none;
  Semantics semantics = Semantics::weak;
  Scope scope = Scope::none;
  enum class Part : std::uint8_t { none, lo, hi, wide } part = Part::none;
  enum class Shuffle : std::uint8_t {
    none,
    up,
    down,
    bfly,
    idx
  } shuffle = Shuffle::none;
  /// of vote; all and any also of match
  enum class Vote : std::uint8_t {
    none,
    all,
    any,
    uni,
    ballot
  } vote = Vote::none;
  enum class Barrier : std::uint8_t {
    none,
    sync,
    arrive,
    red,
    warp_sync
  } barrier = Barrier::none;
  enum class Permute : std::uint8_t {
    none,
    f4e,
    b4e,
    rc8,
    ecl,
    ecr,
    rc16
  } permute = Permute::none;
  enum class FunnelShift : std::uint8_t {
    none,
    left,
    right
  } funnel = FunnelShift::none;
  enum class TestProperty : std::uint8_t {
    none,
    finite,
    infinite,
    number,
    notanumber,
    normal,
    subnormal
  } test = TestProperty::none;
  bool ftz : 1 = false;
  bool sat : 1 = false;
  bool approx : 1 = false;
  bool full : 1 = false;  ///< div.full
  bool cc : 1 = false;    ///< add.cc and its kin write the carry
  bool uni : 1 = false;
  bool sync : 1 = false;  ///< shfl.sync, vote.sync, …
  bool shiftamt : 1 = false;
  bool wrap : 1 = false;      ///< shf.wrap; otherwise clamp
  bool to_space : 1 = false;  ///< cvta.to
  bool aligned : 1 = false;   ///< barrier.sync.aligned, all of bar
  bool nan : 1 = false;       ///< min.NaN, max.NaN
  bool xorsign : 1 = false;
  bool relu : 1 = false;
  bool satfinite : 1 = false;
  bool cache_hint : 1 = false;   ///< a cache policy is the last operand
  bool plus_one : 1 = false;     ///< vmad.po
  std::uint8_t scale_shift = 0;  ///< vmad.shr7, .shr15
};

struct Instruction {
  Handler handler = nullptr;  ///< bound by isa/ when the module is loaded
  Opcode opcode{};
  Type type = Type::none;  ///< of the operation, of the destination in cvt
  Type source_type = Type::none;  ///< second type: cvt, set, slct, atom, dp4a
  Type third_type = Type::none;   ///< of b in video instructions
  std::uint8_t vector_width = 1;  ///< 2, 4 (8) for ld/st/mov of {…}
  Modifiers modifiers;

  Operand guard;       ///< predicate register, `negated` for @!p; none: always
  Operand d, q;        ///< destinations; q: `d|q` and setp's second predicate
  Operand a, b, c, e;  ///< as in the manual; shfl's member mask is e, vote's
                       ///< b; bfi's position and length are c and e
  Operand z;  ///< predicate source: setp's combine, selp's selector, vote's
              ///< and bar.red's value
  /// Elements of a {…} operand, none for `_`: the destination when `d` is
  /// empty (ld, unpacking mov), else the source (packing mov); of st the
  /// source. Unused when vector_width is 1.
  std::array<Operand, 8> vector;
  Address address;
  /// Of an opcode whose operands are `*`: all that it has but its guard.
  Detail* detail = nullptr;

  std::uint32_t immediate = 0;  ///< lop3 table; packed VideoParts
  std::uint32_t target = 0;     ///< pc of a branch; index into calls or, for
                                ///< brx, into branch_tables
  std::uint32_t location = 0;   ///< index into Module::locations; 0: none
  std::uint32_t ptx_line = 0;   ///< line of the PTX text, from 1
};

}  // namespace lockstep::ptx
