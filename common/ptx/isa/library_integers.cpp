// SPDX-License-Identifier: Apache-2.0
// libdevice's integer functions and predicates of floats by name; exact.
#include <algorithm>
#include <bit>
#include <cmath>

#include "ptx/isa/floating.h"
#include "ptx/isa/library_entry.h"

namespace lockstep::ptx {
namespace {

constexpr LibraryEntry entries[] = {
    entry<[](f32 a) { return saturate_unit(a); }, f32, f32>("saturatef"),
    entry<[](f32 a) { return s32{std::isnan(a)}; }, s32, f32>("isnanf"),
    entry<[](f64 a) { return s32{std::isnan(a)}; }, s32, f64>("isnand"),
    entry<[](f32 a) { return s32{std::isinf(a)}; }, s32, f32>("isinff"),
    entry<[](f64 a) { return s32{std::isinf(a)}; }, s32, f64>("isinfd"),
    entry<[](f32 a) { return s32{std::isfinite(a)}; }, s32, f32>("finitef"),
    entry<[](f64 a) { return s32{std::isfinite(a)}; }, s32, f64>("isfinited"),
    entry<[](f32 a) { return s32{std::signbit(a)}; }, s32, f32>("signbitf"),
    entry<[](f64 a) { return s32{std::signbit(a)}; }, s32, f64>("signbitd"),
    entry<[](s32 a) { return a < 0 ? -a : a; }, s32, s32>("abs"),
    entry<[](s64 a) { return a < 0 ? -a : a; }, s64, s64>("llabs"),
    entry<[](s32 a, s32 b) { return std::min(a, b); }, s32, s32, s32>("min"),
    entry<[](s32 a, s32 b) { return std::max(a, b); }, s32, s32, s32>("max"),
    entry<[](u32 a, u32 b) { return std::min(a, b); }, u32, u32, u32>("umin"),
    entry<[](u32 a, u32 b) { return std::max(a, b); }, u32, u32, u32>("umax"),
    entry<[](s64 a, s64 b) { return std::min(a, b); }, s64, s64, s64>("llmin"),
    entry<[](s64 a, s64 b) { return std::max(a, b); }, s64, s64, s64>("llmax"),
    entry<[](u64 a, u64 b) { return std::min(a, b); }, u64, u64, u64>("ullmin"),
    entry<[](u64 a, u64 b) { return std::max(a, b); }, u64, u64, u64>("ullmax"),
    entry<[](u32 a) { return std::popcount(a); }, s32, u32>("popc"),
    entry<[](u64 a) { return std::popcount(a); }, s32, u64>("popcll"),
    entry<[](u32 a) { return std::countl_zero(a); }, s32, u32>("clz"),
    entry<[](u64 a) { return std::countl_zero(a); }, s32, u64>("clzll"),
    entry<[](u32 a) { return a ? std::countr_zero(a) + 1 : 0; }, s32, u32>(
        "ffs"),
    entry<[](u64 a) { return a ? std::countr_zero(a) + 1 : 0; }, s32, u64>(
        "ffsll"),
    entry<[](s32 a, s32 b) { return static_cast<s32>(s64{a} * b >> 32); }, s32,
          s32, s32>("mulhi"),
    entry<[](u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }, u32,
          u32, u32>("umulhi"),
    entry<[](f32 a) { return std::bit_cast<s32>(a); }, s32, f32>(
        "float_as_int"),
    entry<[](s32 a) { return std::bit_cast<f32>(a); }, f32, s32>(
        "int_as_float"),
};

}  // namespace

std::span<const LibraryEntry> library_integers() { return entries; }

}  // namespace lockstep::ptx
