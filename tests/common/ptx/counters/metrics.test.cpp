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

TEST_CASE("line_metrics: what each line costs, and what all together do",
          "[ptx][counters]") {
  Module module;
  module.files = {"", "kernel.cu"};
  module.locations.resize(3);
  module.locations[1].place = {1, 10, 1};
  module.locations[2].place = {1, 20, 1};
  module.code.resize(3);
  for (std::uint32_t pc = 0; pc < 3; ++pc) {
    module.code[pc].opcode = pc == 1 ? Opcode::op_bra : Opcode::op_ld;
    module.code[pc].location = pc == 2 ? 2 : 1;
  }
  std::vector<InstructionCounts> counts(3);
  counts[0].executed = 5;
  counts[0].global.requests = 5;
  counts[0].global.sectors = 20;
  counts[1].executed = 7;
  counts[2].executed = 1;
  counts[2].shared.requests = 1;
  counts[2].shared.wavefronts = 2;
  counts[2].shared.least_wavefronts = 1;

  const auto lines = line_metrics(module, counts);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].file == "kernel.cu");
  CHECK(lines[0].line == 10);
  CHECK(lines[0].values.at("smsp__inst_executed.sum") == 12);
  CHECK(lines[0].values.at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") ==
        20);
  CHECK(lines[1].line == 20);
  CHECK(lines[1].values.at(
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") == 1);
  CHECK_FALSE(lines[1].values.contains(
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));

  const CounterValues whole = metrics(module, counts, {});
  for (const char* name :
       {"smsp__inst_executed.sum", "smsp__inst_executed_op_branch.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}) {
    std::uint64_t sum = 0;
    for (const LineCounters& line : lines)
      if (line.values.contains(name)) sum += line.values.at(name);
    CHECK(sum == whole.at(name));
  }
}

}  // namespace
}  // namespace lockstep::ptx
