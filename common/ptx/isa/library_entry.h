// SPDX-License-Identifier: Apache-2.0
// A row of the tables of library functions: a C++ function of values, called
// lane by lane with what the PTX call left in the param area.
#pragma once

#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

struct LibraryEntry {
  std::string_view name;  ///< without `__nv_`
  Handler handler = nullptr;
  unsigned result_bytes = 0;
  std::array<unsigned, 4> argument_bytes{};
};

template <class T>
T library_argument(Warp& warp, unsigned lane, const Parameter& parameter) {
  T value;
  std::memcpy(&value, warp.frame->params_of(lane) + parameter.offset,
              sizeof value);
  return value;
}

template <auto f, class R, class... A>
void apply_library(Warp& warp, const Instruction& i, LaneMask mask) {
  const CallSite& site = warp.grid().module->calls[i.target];
  for_lanes(mask, [&](unsigned lane) {
    [&]<std::size_t... n>(std::index_sequence<n...>) {
      const R result = f(library_argument<A>(warp, lane, site.arguments[n])...);
      std::memcpy(warp.frame->params_of(lane) + site.results[0].offset, &result,
                  sizeof result);
    }
    (std::index_sequence_for<A...>{});
  });
}

template <auto f, class R, class... A>
constexpr LibraryEntry entry(std::string_view name) {
  return {name, &apply_library<f, R, A...>, sizeof(R), {sizeof(A)...}};
}

/// The tables.
std::span<const LibraryEntry> library_maths();
std::span<const LibraryEntry> library_integers();

}  // namespace lockstep::ptx
