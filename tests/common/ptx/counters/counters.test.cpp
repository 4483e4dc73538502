// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/counters.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "event_script.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Counters counters;
  EventScript script{{&counters.observer()}, {3, 1, 1}, {64, 1, 1}};

  Fixture() {
    script.instruction(2).opcode = Opcode::op_ld;
    script.instruction(3).opcode = Opcode::op_st;
    script.instruction(4).opcode = Opcode::op_atom;
    script.instruction(5).opcode = Opcode::op_bra;
    script.instruction(6).opcode = Opcode::op_add;
    script.instruction(6).type = Type::f32;
    script.begin();
  }
  CounterValues values() {
    script.end();
    REQUIRE(counters.launches().size() == 1);
    return counters.launches()[0].values;
  }
};

const Who warp0{0, 0, full_mask};

TEST_CASE_METHOD(Fixture,
                 "counters: global loads and stores by Nsight "
                 "Compute's names",
                 "[ptx][counters]") {
  How wide = load();
  wide.width = 4;
  script.global(warp0, 2, words(0, 4), wide);
  script.global({0, 0, 1}, 3, words(0), store());
  const CounterValues found = values();
  const std::string global = "_pipe_lsu_mem_global_op_";
  CHECK(found.at("l1tex__t_requests" + global + "ld.sum") == 1);
  CHECK(found.at("l1tex__t_sectors" + global + "ld.sum") == 16);
  CHECK(found.at("l1tex__t_requests" + global + "st.sum") == 1);
  CHECK(found.at("l1tex__t_sectors" + global + "st.sum") == 1);
  CHECK(found.at("lockstep__global_elements_loaded.sum") == 128);
  CHECK(found.at("lockstep__global_elements_stored.sum") == 1);
  CHECK(found.at("lockstep__global_bytes_loaded.sum") == 512);
  CHECK(found.at("lockstep__shared_elements_loaded.sum") == 0);
}

TEST_CASE_METHOD(Fixture, "counters: shared accesses and their conflicts",
                 "[ptx][counters]") {
  script.shared(warp0, 2, words(0), load());
  script.shared(warp0, 2, words(0, 2), load());
  const CounterValues found = values();
  CHECK(found.at("smsp__inst_executed_op_shared_ld.sum") == 2);
  CHECK(found.at("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") == 3);
  CHECK(found.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") ==
        1);
  CHECK(found.at("smsp__inst_executed_op_shared_st.sum") == 0);
}

TEST_CASE_METHOD(Fixture,
                 "counters: an atomic whose result is unused is a "
                 "reduction",
                 "[ptx][counters]") {
  const bool is_used = GENERATE(false, true);
  const Operand result{Operand::Base::registers, 4, false, 128};
  script.instruction(4).d = result;
  if (is_used) script.instruction(6).a = result;
  script.global(warp0, 4, words(0, 0), atomic());
  const CounterValues found = values();
  const std::string requests = "l1tex__t_requests_pipe_lsu_mem_global_op_";
  CHECK(found.at(requests + "atom.sum") == (is_used ? 1 : 0));
  CHECK(found.at(requests + "red.sum") == (is_used ? 0 : 1));
  CHECK(found.at("lockstep__global_atomic_operations.sum") == 32);
}

TEST_CASE_METHOD(Fixture,
                 "counters: instructions by warp and by thread, with "
                 "and without their guard",
                 "[ptx][counters]") {
  script.executed(warp0, 6, 0xff);
  script.executed({0, 0, 0xf}, 6, 0xf);
  const CounterValues found = values();
  CHECK(found.at("smsp__inst_executed.sum") == 2);
  CHECK(found.at("smsp__thread_inst_executed.sum") == 36);
  CHECK(found.at("smsp__thread_inst_executed_pred_on.sum") == 12);
  CHECK(found.at("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum") == 12);
  CHECK(found.at("smsp__sass_thread_inst_executed_op_integer_pred_on.sum") ==
        0);
}

TEST_CASE_METHOD(Fixture, "counters: a branch diverges when a part takes it",
                 "[ptx][counters]") {
  script.executed(warp0, 5, full_mask);
  script.executed(warp0, 5, 0);
  script.executed(warp0, 5, 0xffff);
  const CounterValues found = values();
  CHECK(found.at("smsp__inst_executed_op_branch.sum") == 3);
  CHECK(found.at("smsp__sass_branch_targets_threads_divergent.sum") == 1);
  CHECK(found.at("smsp__sass_branch_targets_threads_uniform.sum") == 2);
}

TEST_CASE_METHOD(Fixture,
                 "counters: block barriers by the block that passes "
                 "most",
                 "[ptx][counters]") {
  for (int passed = 0; passed < 5; ++passed) script.block_barrier(1);
  script.block_barrier(2);
  const CounterValues found = values();
  CHECK(found.at("lockstep__block_barriers.max") == 5);
  CHECK(found.at("lockstep__block_barriers.sum") == 6);
  CHECK(found.at("launch__grid_size") == 3);
  CHECK(found.at("launch__block_size") == 64);
}

TEST_CASE_METHOD(Fixture, "counters: one entry a launch, until cleared",
                 "[ptx][counters]") {
  script.global(warp0, 2, words(0), load());
  script.end();
  script.begin();
  script.end();
  REQUIRE(counters.launches().size() == 2);
  CHECK(counters.launches()[1].kernel == "kernel");
  CHECK(counters.launches()[1].values.at(
            "lockstep__global_elements_loaded.sum") == 0);
  counters.clear();
  CHECK(counters.launches().empty());
}

}  // namespace
}  // namespace lockstep::ptx
