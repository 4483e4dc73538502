// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/gate.h"

namespace lockstep {

Gate global_loads_at_most(std::uint64_t elements, std::string allowance,
                          unsigned element_bytes) {
  return {"gate_loads",
          "smsp__sass_data_bytes_mem_global_op_ld.sum",
          element_bytes,
          "loads {} elements from global memory",
          elements,
          std::move(allowance),
          0};
}

Gate global_stores_at_most(std::uint64_t elements, std::string allowance,
                           unsigned element_bytes) {
  return {"gate_stores",
          "smsp__sass_data_bytes_mem_global_op_st.sum",
          element_bytes,
          "stores {} elements to global memory",
          elements,
          std::move(allowance),
          0};
}

Gate block_barriers_at_most(std::uint64_t barriers, std::string allowance) {
  return {"gate_barriers",
          "lockstep__block_barriers.sum",
          1,
          "passes {} block barriers",
          barriers,
          std::move(allowance),
          0};
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
