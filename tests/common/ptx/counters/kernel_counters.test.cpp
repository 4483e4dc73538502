// SPDX-License-Identifier: Apache-2.0
// Closed forms of a whole kernel, as the gates of lab 01 ask for them.
#include <catch2/catch_test_macros.hpp>

#include "../kernel_run.h"
#include "kernels.h"

namespace lockstep::ptx {
namespace {

TEST_CASE("counters: a reduction tree loads n elements and stores one a block",
          "[ptx][counters]") {
  constexpr std::uint32_t blocks = 4, threads = 256;
  Counters counters;
  Context context;
  context.attach(counters.observer());
  const DeviceAddress in =
      upload(context, std::vector<std::uint32_t>(blocks * threads, 1), "in");
  const DeviceAddress out =
      upload(context, std::vector<std::uint32_t>(blocks, 0), "out");
  LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = {threads, 1, 1};
  config.schedule.seed = 5;
  const LaunchResult result =
      context.launch(context.load(tree_text(true, true), "tree"), "tree",
                     config, Params().add(in).add(out).add(out));
  REQUIRE(result.status == LaunchStatus::success);
  REQUIRE(counters.launches().size() == 1);
  const CounterValues& values = counters.launches()[0].values;
  const std::string global = "_pipe_lsu_mem_global_op_";
  CHECK(values.at("lockstep__global_elements_loaded.sum") == blocks * threads);
  CHECK(values.at("lockstep__global_elements_stored.sum") == blocks);
  CHECK(values.at("l1tex__t_requests" + global + "ld.sum") == blocks * 8);
  CHECK(values.at("l1tex__t_sectors" + global + "ld.sum") == blocks * 32);
  CHECK(values.at("l1tex__t_sectors" + global + "st.sum") == blocks);
  // One barrier after the load, one for each of the log2(256) steps.
  CHECK(values.at("lockstep__block_barriers.max") == 9);
  CHECK(values.at("lockstep__block_barriers.sum") == blocks * 9);
  // 255 sums of two loads, then thread 0's; 256 + 255 stores.
  CHECK(values.at("lockstep__shared_elements_loaded.sum") == blocks * 511);
  CHECK(values.at("lockstep__shared_elements_stored.sum") == blocks * 511);
  // Steps of 128, 64, 32 and fewer threads: 4 + 2 + 1 + 5 warps, two loads.
  CHECK(values.at("smsp__inst_executed_op_shared_ld.sum") ==
        blocks * (12 * 2 + 1));
  CHECK(values.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") ==
        0);
  CHECK(values.at("launch__grid_size") == blocks);
}

}  // namespace
}  // namespace lockstep::ptx
