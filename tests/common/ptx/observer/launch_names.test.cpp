// SPDX-License-Identifier: Apache-2.0
#include "ptx/observer/launch_names.h"

#include <catch2/catch_test_macros.hpp>

namespace lockstep::ptx {
namespace {

struct Fixture {
  Module module;
  LaunchEvent launch;
  LaunchNames names;

  Fixture() {
    Variable tile, dynamic;
    tile.demangled = "tile";
    tile.bytes = 128;
    tile.shared_offset = 16;
    dynamic.demangled = "dynamic";
    dynamic.is_extern = true;
    module.variables = {tile, dynamic};
    Function kernel;
    kernel.shared_bytes = 144;
    kernel.dynamic_shared_offset = 160;
    kernel.shared_variables = {0, 1};
    module.functions = {kernel};
    launch.module = &module;
    launch.kernel = &module.functions[0];
    launch.dynamic_shared_bytes = 64;
  }
  std::string shared(std::uint64_t address, std::uint32_t bytes = 4) {
    names.begin(launch);
    return names.element(Space::shared, address, bytes, nullptr).element;
  }
};

TEST_CASE_METHOD(Fixture,
                 "launch_names: finds shared variables, dynamic ones "
                 "too",
                 "[ptx][observer]") {
  CHECK(shared(16) == "tile[0]");
  CHECK(shared(16 + 33) == "tile + 33 bytes");
  CHECK(shared(16 + 120, 8) == "tile[15]");
  CHECK(shared(160 + 8) == "dynamic[2]");
  CHECK(shared(150) == "shared memory at byte 150");
  CHECK(names.shared_size() == 224);
}

TEST_CASE_METHOD(Fixture,
                 "launch_names: a variable of one element has no "
                 "index",
                 "[ptx][observer]") {
  const Allocation flag{0x100, 4, "flag", 3, true};
  names.begin(launch);
  CHECK(names.element(Space::global, 0x100, 4, &flag).element == "flag");
  CHECK(names.element(Space::global, 0x102, 2, &flag).element == "flag[1]");
}

TEST_CASE_METHOD(Fixture,
                 "launch_names: threads print as the launch has "
                 "dimensions",
                 "[ptx][observer]") {
  launch.block = {4, 2, 2};
  launch.grid = {5, 1, 1};
  names.begin(launch);
  CHECK(names.thread(13) == "(1,1,1)");
  CHECK(names.thread_id(13) == "(1,1,1)");
  CHECK(names.block(3) == "3");
  CHECK(names.block_id(3) == "(3,0,0)");
}

}  // namespace
}  // namespace lockstep::ptx
