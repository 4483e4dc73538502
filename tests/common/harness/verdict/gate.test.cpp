// SPDX-License-Identifier: Apache-2.0
// Gates compare exactly and never pass unmeasured.
#include "harness/verdict/gate.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep;

namespace {

ptx::LaunchCounters counted(const std::string& metric, std::uint64_t value) {
  return {"reduce_smem", {}, {}, {{metric, value}}};
}

}  // namespace

TEST_CASE("gates: the allowed number passes, one more does not",
          "[harness][verdict]") {
  const Gate gate = global_loads_at_most(1024, "each element once");
  CHECK_FALSE(mismatch(gate, counted(gate.metric, 4 * 1024)));
  const auto wrong = mismatch(gate, counted(gate.metric, 4 * 3071));
  REQUIRE(wrong);
  CHECK(wrong->symptom == "gate_loads");
  CHECK(wrong->message ==
        "loads 3071 elements from global memory, at most 1024 "
        "allowed: each element once");
  CHECK(mismatch(gate, counted(gate.metric, 4 * 1024 + 1)));
}

TEST_CASE("gates: stores and barriers have their own symptoms",
          "[harness][verdict]") {
  const Gate stores = global_stores_at_most(1, "one a block");
  CHECK(mismatch(stores, counted(stores.metric, 8))->symptom == "gate_stores");
  const Gate barriers = block_barriers_at_most(2, "two a block");
  CHECK_FALSE(mismatch(barriers, counted(barriers.metric, 2)));
  CHECK(mismatch(barriers, counted(barriers.metric, 3))->symptom ==
        "gate_barriers");
}

TEST_CASE("gates: several launches add up, but not their maxima",
          "[harness][verdict]") {
  const auto all = totals({{"a", {}, {}, {{"x.sum", 2}, {"x.max", 2}}},
                           {"b", {}, {}, {{"x.sum", 5}, {"x.max", 1}}}});
  CHECK(all.at("x.sum") == 7);
  CHECK(all.at("x.max") == 2);
}

TEST_CASE("gates: a counter that is not there fails", "[harness][verdict]") {
  const Gate gate = global_loads_at_most(1024, "each element once");
  CHECK(mismatch(gate, counted("another", 1))->symptom == "gate_unmeasured");
}
