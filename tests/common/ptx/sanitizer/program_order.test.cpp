// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/program_order.h"

#include <catch2/catch_test_macros.hpp>

namespace lockstep::ptx {
namespace {

/// load 1, add 2, store 3 of one address, all volatile.
Module updating_module() {
  Module module;
  module.code.resize(8);
  module.code[1].opcode = Opcode::op_ld;
  module.code[3].opcode = Opcode::op_st;
  for (const int pc : {1, 3}) {
    module.code[pc].modifiers.semantics = Semantics::is_volatile;
    module.code[pc].address.base = {Operand::Base::registers, 8, false, 64};
  }
  return module;
}

TEST_CASE("program_order: a strong load, change and store is an update",
          "[ptx][racecheck]") {
  Module module = updating_module();
  ProgramOrder order;
  order.begin(module);
  CHECK(order.is_update(3));
  CHECK(!order.is_update(1));
}

TEST_CASE(
    "program_order: a weak load, another address or a branch target "
    "between make none",
    "[ptx][racecheck]") {
  Module module = updating_module();
  ProgramOrder order;
  SECTION("weak load") { module.code[1].modifiers.semantics = Semantics::weak; }
  SECTION("another address") { module.code[1].address.offset = 4; }
  SECTION("a loop begins between them") {
    module.code[5].opcode = Opcode::op_bra;
    module.code[5].target = 2;
  }
  SECTION("a branch between them") {
    module.code[2].opcode = Opcode::op_bra;
    module.code[2].target = 6;
  }
  order.begin(module);
  CHECK(!order.is_update(3));
}

TEST_CASE("program_order: knows which pcs share a loop", "[ptx][racecheck]") {
  Module module;
  module.code.resize(10);
  module.code[6].opcode = Opcode::op_bra;
  module.code[6].target = 2;
  ProgramOrder order;
  order.begin(module);
  CHECK(order.share_loop(5, 2));
  CHECK(order.share_loop(3, 3));
  CHECK(!order.share_loop(1, 4));
  CHECK(!order.share_loop(4, 7));
}

}  // namespace
}  // namespace lockstep::ptx
