// SPDX-License-Identifier: Apache-2.0
// Suggestions: near names are found, far ones are not offered.
#include "cli/system/nearest.h"

#include <catch2/catch_test_macros.hpp>

using lockstep::cli::nearest;
using lockstep::cli::suggestion;

TEST_CASE("nearest: one slip of the finger is forgiven", "[cli]") {
  const std::vector<std::string> verbs{"check", "watch", "status"};
  for (const char* typed : {"chek", "chekc", "cheeck", "xheck", "check"})
    CHECK(nearest(typed, verbs) == "check");
  CHECK(nearest("statsu", verbs) == "status");
}

TEST_CASE("nearest: nothing is offered for something else", "[cli]") {
  CHECK(nearest("frobnicate", {"check", "watch"}).empty());
  CHECK(nearest("", {"check"}).empty());
  CHECK(nearest(std::string(100000, 'c'), {"check"}).empty());
  CHECK(suggestion("xyz", {"check"}).empty());
}
