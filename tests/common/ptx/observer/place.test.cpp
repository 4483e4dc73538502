// SPDX-License-Identifier: Apache-2.0
#include "ptx/observer/place.h"

#include <catch2/catch_test_macros.hpp>

namespace lockstep::ptx {
namespace {

Module module_with(LocationChain chain) {
  Module module;
  module.files = {"", "lab.cu", "/usr/include/x.h", "/opt/lib/clang/14/y.h"};
  module.locations = {{}, std::move(chain)};
  return module;
}

Place place_in(const Module& module, std::uint32_t location) {
  Instruction instruction;
  instruction.location = location;
  return place_of(module, instruction);
}

TEST_CASE("place_of: the innermost place where the student wrote it",
          "[ptx][observer]") {
  const Module module = module_with({{1, 12, 3}, {{1, 40, 5}}});
  CHECK(place_in(module, 1) == Place{"lab.cu", 12, 3});
}

TEST_CASE("place_of: goes out of the compilers' headers", "[ptx][observer]") {
  const Module module =
      module_with({{2, 110, 3}, {{3, 7, 1}, {1, 40, 5}, {1, 50, 1}}});
  CHECK(place_in(module, 1) == Place{"lab.cu", 40, 5});
}

TEST_CASE("place_of: keeps the innermost place if all are in headers",
          "[ptx][observer]") {
  const Module module = module_with({{2, 110, 3}, {{3, 7, 1}}});
  CHECK(place_in(module, 1) == Place{"/usr/include/x.h", 110, 3});
}

TEST_CASE("place_of: unknown and broken locations have no place",
          "[ptx][observer]") {
  const Module module = module_with({{9, 1, 1}, {}});
  CHECK(place_in(module, 0).file.empty());
  CHECK(place_in(module, 1).file.empty());
  CHECK(place_in(module, 77) == Place{});
}

}  // namespace
}  // namespace lockstep::ptx
