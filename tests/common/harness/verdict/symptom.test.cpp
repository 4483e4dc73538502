// SPDX-License-Identifier: Apache-2.0
// What a checker found selects hints too.
#include "harness/verdict/symptom.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep;

namespace {

std::string key(const std::string& tool, const std::string& kind = "") {
  ptx::Finding finding;
  finding.tool = tool;
  finding.kind = kind;
  return symptom_of(finding);
}

}  // namespace

TEST_CASE("symptoms: each checker has its key", "[harness][verdict]") {
  CHECK(key("racecheck") == "race");
  CHECK(key("initcheck") == "uninitialised");
  CHECK(key("synccheck") == "barrier");
  CHECK(key("memcheck", "out-of-bounds read") == "out_of_bounds");
  CHECK(key("memcheck", "misaligned write") == "misaligned");
  CHECK(key("launch") == "launch");
}

TEST_CASE("symptoms: the last block is called not full only if it is not",
          "[harness][verdict]") {
  const auto text = [](std::uint64_t size) {
    return symptom_of(
               WrongValues{
                   "block", 8, size, {false, true}, {false, false}, false})
        .text;
  };
  CHECK(text(15) == "only the last block is wrong, the one that is not full");
  CHECK(text(16) == "only the last block is wrong");
}
