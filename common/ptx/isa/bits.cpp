// SPDX-License-Identifier: Apache-2.0
// Integer instructions that look at single bits (manual, 9.7.1.14 to 22, and
// prmt, 9.7.9.7).
#include <bit>
#include <limits>

#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

constexpr auto population = [](auto a) { return std::popcount(a); };
constexpr auto leading_zeros = [](auto a) { return std::countl_zero(a); };

/// The highest bit that differs from the sign; all ones if there is none.
template <bool is_shift_amount>
constexpr auto find_high = [](auto a) {
  using T = decltype(a);
  const auto bits = static_cast<BitsOf<T>>(a < 0 ? ~a : a);
  if (bits == 0) return 0xffffffffu;
  const auto zeros = static_cast<u32>(std::countl_zero(bits));
  return is_shift_amount ? zeros : static_cast<u32>(8 * sizeof(T)) - 1 - zeros;
};

/// Bit position of the n-th set bit of a mask counted from `base`; n below 0
/// counts downwards.
constexpr auto find_nth = [](u32 mask, u32 base, s32 offset) {
  // Not in the manual: the hardware finds bit 0 then.
  if (offset == std::numeric_limits<s32>::min()) return 0u;
  if (base > 31) return 0xffffffffu;
  if (offset == 0) return (mask >> base) & 1 ? base : 0xffffffffu;
  const s32 step = offset < 0 ? -1 : 1;
  s32 left = offset;
  for (s32 at = static_cast<s32>(base); at >= 0 && at < 32; at += step) {
    if ((mask >> at) & 1) left -= step;
    if (left == 0) return static_cast<u32>(at);
  }
  return 0xffffffffu;
};

constexpr auto reverse = [](auto a) {
  using T = decltype(a);
  T result = 0;
  for (unsigned n = 0; n < 8 * sizeof(T); ++n) {
    result = static_cast<T>((result << 1) | ((a >> n) & 1));
  }
  return result;
};

/// The manual takes positions and lengths modulo 256. For 64-bit fields the
/// hardware does not.
template <class T>
constexpr u32 eight_bits(u32 value) {
  if (sizeof(T) == 8) return value < 255 ? value : 255;
  return value & 0xff;
}

/// A field of `length` bits from `position`, both of 8 bits, with the sign of
/// its highest bit that exists.
constexpr auto extract_field = [](auto a, u32 b, u32 c) {
  using T = decltype(a);
  using U = BitsOf<T>;
  constexpr u32 width = 8 * sizeof(T);
  const u32 position = eight_bits<T>(b), length = eight_bits<T>(c);
  if (length == 0) return T{0};
  const U bits = static_cast<U>(a);
  const u32 top =
      position + length - 1 < width ? position + length - 1 : width - 1;
  const U sign = std::is_signed_v<T> && ((bits >> top) & 1) ? ~U{0} : U{0};
  if (position >= width) return static_cast<T>(sign);
  const U value = bits >> position;
  if (length >= width) {
    const u32 kept = width - position;
    return static_cast<T>(kept >= width ? value : value | (sign << kept));
  }
  const U mask = (U{1} << length) - 1;
  const U field = value & mask;
  if (position + length <= width) {
    return static_cast<T>(field | (sign & ~mask));
  }
  return static_cast<T>(field | (sign << (width - position)));
};

constexpr auto insert_field = [](auto a, auto b, u32 c, u32 d) {
  using T = decltype(a);
  constexpr u32 width = 8 * sizeof(T);
  const u32 position = eight_bits<T>(c), length = eight_bits<T>(d);
  if (length == 0 || position >= width) return b;
  const T ones = length >= width ? ~T{0} : (T{1} << length) - 1;
  const T mask = ones << position;
  return static_cast<T>((b & ~mask) | ((a << position) & mask));
};

/// The low b bits, extended as the type is.
template <bool wraps>
constexpr auto extend = [](auto a, u32 b) {
  using T = decltype(a);
  const u32 bits = wraps ? b & 31 : b;
  if (bits == 0) return T{0};
  if (bits >= 32) return a;
  return static_cast<T>(static_cast<T>(static_cast<u32>(a) << (32 - bits)) >>
                        (32 - bits));
};

template <bool wraps>
constexpr auto make_mask = [](u32 a, u32 b) {
  if (wraps) {
    a &= 31;
    b &= 31;
  }
  if (a >= 32 || b == 0) return 0u;
  const u32 ones = b >= 32 ? ~0u : (1u << b) - 1;
  return ones << a;
};

using Permute = Modifiers::Permute;

constexpr u32 selector(Permute mode, u32 c) {
  const u32 n = c & 3;
  u32 result = 0;
  for (u32 at = 0; at < 4; ++at) {
    u32 from = 0;
    switch (mode) {
      case Permute::f4e:
        from = n + at;
        break;
      case Permute::b4e:
        from = (n + 8 - at) & 7;
        break;
      case Permute::rc8:
        from = n;
        break;
      case Permute::ecl:
        from = at < n ? n : at;
        break;
      case Permute::ecr:
        from = at > n ? n : at;
        break;
      case Permute::rc16:
        from = ((n & 1) << 1) | (at & 1);
        break;
      case Permute::none:
        break;
    }
    result |= from << (4 * at);
  }
  return result;
}

void permute(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  const Permute mode = i.modifiers.permute;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    const u64 bytes = (u64{b[lane]} << 32) | a[lane];
    const u32 pick = mode == Permute::none ? c[lane] : selector(mode, c[lane]);
    u32 result = 0;
    for (u32 at = 0; at < 4; ++at) {
      const u32 code = (pick >> (4 * at)) & 15;
      u32 byte = static_cast<u32>(bytes >> (8 * (code & 7))) & 0xff;
      if ((code & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      result |= byte << (8 * at);
    }
    return result;
  });
}

}  // namespace

/// popc.type d, a;  (9.7.1.14)
Handler bind_popc(const Instruction& i) {
  return for_type<u32, u64>(
      i.type, []<class T>() { return &lanes<u32, population, T>; });
}

/// clz.type d, a;  (9.7.1.15)
Handler bind_clz(const Instruction& i) {
  return for_type<u32, u64>(
      i.type, []<class T>() { return &lanes<u32, leading_zeros, T>; });
}

/// bfind{.shiftamt}.type d, a;  (9.7.1.16)
Handler bind_bfind(const Instruction& i) {
  return for_type<u32, s32, u64, s64>(i.type, [&]<class T>() -> Handler {
    return i.modifiers.shiftamt ? &lanes<u32, find_high<true>, T>
                                : &lanes<u32, find_high<false>, T>;
  });
}

/// fns.b32 d, mask, base, offset;  (9.7.1.17)
Handler bind_fns(const Instruction& i) {
  return size_of(i.type) == 4 ? &lanes<u32, find_nth, u32, u32, s32> : nullptr;
}

/// szext.mode.type d, a, b;  .mode = { .clamp, .wrap }  (9.7.1.21)
Handler bind_szext(const Instruction& i) {
  return for_type<u32, s32>(i.type, [&]<class T>() -> Handler {
    return i.modifiers.wrap ? &lanes<T, extend<true>, T, u32>
                            : &lanes<T, extend<false>, T, u32>;
  });
}

/// brev.type d, a;  (9.7.1.18)
Handler bind_brev(const Instruction& i) {
  return for_type<u32, u64>(i.type,
                            []<class T>() { return &lanes<T, reverse, T>; });
}

/// bfe.type d, a, b, c;  (9.7.1.19)
Handler bind_bfe(const Instruction& i) {
  return for_type<u32, s32, u64, s64>(
      i.type, []<class T>() { return &lanes<T, extract_field, T, u32, u32>; });
}

/// bfi.type f, a, b, c, d;  (9.7.1.20)
Handler bind_bfi(const Instruction& i) {
  return for_type<u32, u64>(i.type, []<class T>() {
    return &lanes<T, insert_field, T, T, u32, u32>;
  });
}

/// bmsk.mode.b32 d, a, b;  (9.7.1.22)
Handler bind_bmsk(const Instruction& i) {
  if (size_of(i.type) != 4) return nullptr;
  return i.modifiers.wrap ? &lanes<u32, make_mask<true>, u32, u32>
                          : &lanes<u32, make_mask<false>, u32, u32>;
}

/// prmt.b32{.mode} d, a, b, c;  (9.7.9.7)
Handler bind_prmt(const Instruction& i) {
  return size_of(i.type) == 4 ? &permute : nullptr;
}

}  // namespace lockstep::ptx
