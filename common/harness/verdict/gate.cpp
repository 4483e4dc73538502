// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/gate.h"

#include <algorithm>

namespace lockstep {

Gate global_loads_at_most(std::uint64_t elements, std::string allowance,
                          unsigned element_bytes) {
  return {"gate_loads",
          "lockstep__global_bytes_loaded.sum",
          element_bytes,
          "loads {} elements from global memory",
          elements,
          std::move(allowance),
          0};
}

Gate global_stores_at_most(std::uint64_t elements, std::string allowance,
                           unsigned element_bytes) {
  return {"gate_stores",
          "lockstep__global_bytes_stored.sum",
          element_bytes,
          "stores {} elements to global memory",
          elements,
          std::move(allowance),
          0};
}

Gate block_barriers_at_most(std::uint64_t barriers, std::string allowance) {
  return {"gate_barriers",
          "lockstep__block_barriers.max",
          1,
          "passes {} block barriers in a thread block",
          barriers,
          std::move(allowance),
          0};
}

ptx::CounterValues totals(const std::vector<ptx::LaunchCounters>& launches) {
  ptx::CounterValues all;
  for (const ptx::LaunchCounters& launch : launches)
    for (const auto& [metric, value] : launch.values) {
      std::uint64_t& total = all[metric];
      const bool adds_up = metric.ends_with(".sum");
      total = adds_up ? total + value : std::max(total, value);
    }
  return all;
}

std::optional<Mismatch> mismatch(const Gate& gate,
                                 const ptx::LaunchCounters& launch) {
  const auto value = launch.values.find(gate.metric);
  if (value == launch.values.end())
    return Mismatch{"gate_unmeasured",
                    fmt::format("{} was not counted", gate.metric)};
  // Rounded up: half an element too many is too many.
  const std::uint64_t measured = (value->second + gate.per - 1) / gate.per;
  if (measured <= gate.allowed) return std::nullopt;
  return Mismatch{gate.symptom,
                  fmt::format("{}, at most {} allowed: {}",
                              fmt::format(fmt::runtime(gate.what), measured),
                              gate.allowed, gate.allowance)};
}

}  // namespace lockstep
