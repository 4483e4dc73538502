// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/metrics.h"

#include <catch2/catch_test_macros.hpp>

#include "ptx/counters/atomic_cost.h"

namespace lockstep::ptx {
namespace {

Operand at(std::uint32_t offset) {
  return {Operand::Base::registers, 4, false, offset};
}

struct Fixture {
  Module module;

  Fixture() {
    module.code.resize(3);
    module.code[0].opcode = Opcode::op_atom;
    module.code[0].d = at(64);
    Function kernel;
    kernel.end = 3;
    module.functions = {kernel};
  }
};

TEST_CASE_METHOD(Fixture,
                 "metrics: an atomic is read by whatever names its "
                 "result as a source",
                 "[ptx][counters]") {
  Instruction& next = module.code[1];
  SECTION("an operand") { next.a = at(64); }
  SECTION("an address") {
    next.opcode = Opcode::op_ld;
    next.address.base = at(64);
  }
  SECTION("an element of a stored vector") {
    next.opcode = Opcode::op_st;
    next.vector[3] = at(64);
  }
  CHECK(!unread_atomics(module)[0]);
}

TEST_CASE_METHOD(Fixture,
                 "metrics: writing the same register, or reading it "
                 "in another function, is no use of a result",
                 "[ptx][counters]") {
  SECTION("a destination") { module.code[1].d = at(64); }
  SECTION("a loaded vector") {
    module.code[1].opcode = Opcode::op_ld;
    module.code[1].vector[0] = at(64);
  }
  SECTION("another function") {
    module.functions[0].end = 2;
    Function other;
    other.begin = 2;
    other.end = 3;
    module.functions.push_back(other);
    module.code[2].a = at(64);
  }
  SECTION("no destination at all") { module.code[0].d = {}; }
  CHECK(unread_atomics(module)[0]);
}

TEST_CASE_METHOD(Fixture,
                 "metrics: every name is there, with or without "
                 "events",
                 "[ptx][counters]") {
  const CounterValues values = metrics(module, {}, {});
  for (const char* name :
       {"smsp__inst_executed.sum", "smsp__thread_inst_executed.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
        "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",
        "lockstep__inst_executed_op_barrier.sum",
        "lockstep__inst_executed_op_warp_barrier.sum",
        "lockstep__inst_executed_op_shuffle.sum",
        "lockstep__shared_atomic_operations.sum"})
    CHECK(values.at(name) == 0);
}

}  // namespace
}  // namespace lockstep::ptx
