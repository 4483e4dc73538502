// SPDX-License-Identifier: Apache-2.0
// Our own kernels against the host functions that they mirror.
#include "device/wire/trusted_kernels.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../test_kernels.h"
#include "device/generated_data.h"

namespace lockstep {
namespace {

using namespace test;

Outcome run(Job& job) {
  const Program trusted{trusted_ptx(), {}, "trusted"};
  job.program = &trusted;
  Outcome outcome = make_emulator_device()->run(job);
  REQUIRE(outcome.message == "");
  CHECK(outcome.findings.empty());
  return outcome;
}

std::vector<std::byte> generated(std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> data(bytes);
  generate(data, seed);
  return data;
}

}  // namespace

TEST_CASE("trusted kernels: fill_words writes the generated words",
          "[device]") {
  const std::uint64_t words = GENERATE(1, 100, 1000);
  const std::uint64_t seed = GENERATE(0, 7, UINT64_MAX);
  Job job;
  job.buffers = {output("data", 4 * words)};
  job.launches = {launch(
      "fill_words",
      {BufferArgument{0, 0}, value_argument(words), value_argument(seed)}, 2,
      64)};
  CHECK((run(job).buffers[0] == generated(4 * words, seed)));
}

TEST_CASE("trusted kernels: checksum_words adds the host's checksum",
          "[device]") {
  const std::uint64_t words = GENERATE(0, 1, 1000);
  const auto data = generated(4 * words, 11);
  Job job;
  job.buffers = {input("data", data), input("sum", {8, std::byte{0}})};
  job.buffers[1].read_back = true;
  job.launches = {launch(
      "checksum_words",
      {BufferArgument{0, 0}, value_argument(words), BufferArgument{1, 0}}, 3,
      64)};
  const Outcome outcome = run(job);
  std::uint64_t sum = 0;
  std::memcpy(&sum, outcome.buffers[1].data(), sizeof sum);
  CHECK(sum == checksum(data));
}

TEST_CASE("trusted kernels: sweep_read reads every sector once and whole",
          "[device]") {
  Job job;
  job.buffers = {input("data", generated(2 * read_tile_bytes, 3)),
                 output("sink", 4)};
  job.buffers[1].read_back = false;
  job.launches = {launch("sweep_read",
                         {BufferArgument{0, 0}, BufferArgument{1, 0}}, 2,
                         sweep_block_threads)};
  const auto counters = run(job).counters.at(0).values;
  CHECK(counters.at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") ==
        2 * read_tile_bytes / 32);
}

}  // namespace lockstep
