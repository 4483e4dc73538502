// SPDX-License-Identifier: Apache-2.0
// Spellings of types and state spaces.
#include "ptx/module/type.h"

#include <array>
#include <cstddef>

namespace lockstep::ptx {
namespace {

constexpr std::array<std::string_view, 26> type_names = {
    "",      "pred", "b8",     "b16", "b32", "b64",  "b128",   "u8",    "u16",
    "u32",   "u64",  "s8",     "s16", "s32", "s64",  "u16x2",  "s16x2", "f16",
    "f16x2", "bf16", "bf16x2", "f32", "f64", "tf32", "e4m3x2", "e5m2x2"};
static_assert(type_names.size() == static_cast<std::size_t>(Type::e5m2x2) + 1);

}  // namespace

std::string_view name_of(Type type) {
  return type_names[static_cast<std::size_t>(type)];
}

Type type_named(std::string_view name) {
  for (std::size_t i = 1; i < type_names.size(); ++i)
    if (type_names[i] == name) return static_cast<Type>(i);
  return Type::none;
}

std::string_view name_of(Space space) {
  switch (space) {
    case Space::generic:
      return "generic";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::local:
      return "local";
    case Space::constant:
      return "constant";
    case Space::param:
    case Space::param_frame:
      return "param";
  }
  return "";
}

}  // namespace lockstep::ptx
