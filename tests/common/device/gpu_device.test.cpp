// SPDX-License-Identifier: Apache-2.0
// The GPU device from end to end: every case runs once over a driver that has
// the emulator for its device, and once on a real GPU, where there is one.
#include "device/gpu_device.h"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "device/generated_data.h"
#include "device/roofs.h"
#include "device/wire/trusted_kernels.h"
#include "test_kernels.h"

namespace lockstep {
namespace {

using Catch::Matchers::ContainsSubstring;
using namespace test;

struct EmulatedDriver {
  static std::unique_ptr<Device> open() {
    std::string why;
    auto device = make_gpu_device({LOCKSTEP_CHILD_ON_EMULATOR, 20}, why);
    INFO(why);
    REQUIRE(device);
    return device;
  }
};

struct RealGpu {
  static std::unique_ptr<Device> open() {
    std::string why;
    auto device = make_gpu_device(why);
    if (!device) SKIP("NOT RUN, needs a GPU: " << why);
    return device;
  }
};

/// The next job after one that failed runs as if nothing had happened.
void check_well(Device& device, const Program& kernels) {
  const Outcome outcome = device.run(doubling(kernels, {21}, 1));
  CHECK(outcome.message == "");
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(words_of(outcome.buffers[1]) == std::vector<std::uint32_t>{42});
}

}  // namespace

#define BOTH_DRIVERS EmulatedDriver, RealGpu

TEMPLATE_TEST_CASE("gpu device: it says what it is", "[device][gpu]",
                   BOTH_DRIVERS) {
  const auto device = TestType::open();
  const DeviceInfo& info = device->info();
  CAPTURE(info.name, info.driver);
  CHECK(info.is_gpu);
  CHECK_FALSE(info.name.empty());
  CHECK_THAT(info.driver, ContainsSubstring("CUDA"));
  CHECK(info.multiprocessors > 0);
  CHECK(info.compute_capability >= 70);
  CHECK(info.max_shared_bytes_per_block >= 48 * 1024);
  CHECK(info.l2_bytes > 0);
  CHECK(info.memory_bytes > info.l2_bytes);
}

TEMPLATE_TEST_CASE("gpu device: a kernel's results come back", "[device][gpu]",
                   BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  std::vector<std::uint32_t> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = generated_word(4, i);
  }
  const Outcome outcome = device->run(doubling(kernels, values, 1001));
  REQUIRE(outcome.message == "");
  const auto out = words_of(outcome.buffers[1]);
  REQUIRE(out.size() == 1001);
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE(out[i] == 2 * values[i]);
  }
  CHECK(out[1000] == 0xfbfbfbfb);  // nobody wrote it: poison
  CHECK(outcome.milliseconds.empty());
}

TEMPLATE_TEST_CASE("gpu device: symbols are read, also without a launch",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job;
  job.program = &kernels;
  job.symbols = {"block_threads", "no_such_variable"};
  const Outcome outcome = device->run(job);
  REQUIRE(outcome.message == "");
  CHECK(words_of(outcome.symbols[0]) == std::vector<std::uint32_t>{192});
  CHECK(outcome.symbols[1].empty());
}

TEMPLATE_TEST_CASE("gpu device: variables of one job do not reach the next",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  for (int turn = 0; turn < 3; ++turn) {
    const Outcome outcome = device->run(counting_calls(kernels));
    REQUIRE(outcome.message == "");
    CHECK(words_of(outcome.buffers[0]) == std::vector<std::uint32_t>{0});
  }
  Job twice = counting_calls(kernels);
  twice.launches.push_back(twice.launches[0]);
  CHECK(words_of(device->run(twice).buffers[0]) ==
        std::vector<std::uint32_t>{1});
}

TEMPLATE_TEST_CASE("gpu device: an illegal address costs its own job only",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const Outcome outcome =
      device->run(storing_at(kernels, std::int64_t{1} << 44));
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("CUDA_ERROR_ILLEGAL_ADDRESS") &&
                                  ContainsSubstring("store_at") &&
                                  ContainsSubstring("--device emulator"));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: an endless loop costs its own job only",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job = without_arguments(kernels, "never_ends");
  job.limits.seconds = 1;
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::timeout);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(25));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: a trap costs its own job only", "[device][gpu]",
                   BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const Outcome outcome = device->run(without_arguments(kernels, "traps"));
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("CUDA_ERROR_"));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: what is written past either end is reported",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const Outcome past = device->run(storing_at(kernels, 12));
  CHECK(past.status == OutcomeStatus::kernel_error);
  CHECK(past.message ==
        "the kernel wrote 4 bytes past the end of sums (8 bytes), the first "
        "4 bytes behind it");
  const Outcome before = device->run(storing_at(kernels, -4));
  CHECK(before.status == OutcomeStatus::kernel_error);
  CHECK(before.message == "the kernel wrote 4 bytes before the start of sums");
  const Outcome inside = device->run(storing_at(kernels, 4));
  CHECK(inside.message == "");
  CHECK(inside.status == OutcomeStatus::success);
}

TEMPLATE_TEST_CASE("gpu device: a kernel with other parameters is refused",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job = doubling(kernels, {1}, 1);
  job.launches[0].arguments.pop_back();
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK(outcome.message ==
        "kernel double_words takes 3 parameters, the lab's contract has 2");
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: an unknown kernel's message names those there",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const Outcome outcome =
      device->run(without_arguments(kernels, "reduce_smem"));
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("reduce_smem") &&
                                  ContainsSubstring("double_words"));
}

TEMPLATE_TEST_CASE("gpu device: a program that is none is unsupported",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const Program cut{std::string(kernels_ptx).substr(0, 700), {}, "cut"};
  const Outcome outcome = device->run(without_arguments(cut, "traps"));
  CHECK(outcome.status == OutcomeStatus::unsupported);
  CHECK_THAT(outcome.message, ContainsSubstring("CUDA_ERROR_"));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: shared memory above 48 KiB is there on request",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  const std::uint32_t most = device->info().max_shared_bytes_per_block;
  // Some devices keep 1 KiB of it to themselves.
  const Outcome good = device->run(through_shared(kernels, most - 1024));
  CHECK(good.message == "");
  CHECK(words_of(good.buffers[0]) == std::vector<std::uint32_t>{7});
  const Outcome bad = device->run(through_shared(kernels, most + 1024));
  CHECK(bad.status == OutcomeStatus::kernel_error);
  CHECK_THAT(bad.message, ContainsSubstring("shared memory"));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: a block too large is refused by name",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job = doubling(kernels, {1}, 1);
  job.launches[0].block.x = 2048;
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("double_words") &&
                                  ContainsSubstring("(2048,1,1)"));
  check_well(*device, kernels);
}

TEMPLATE_TEST_CASE("gpu device: every repetition has a time and fresh data",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job = doubling(kernels, std::vector<std::uint32_t>(1000), 1000);
  job.buffers[0].initial.clear();
  job.buffers[0].fill_seed = 50;
  job.buffers[0].checksum = true;
  job.buffers[1].checksum = true;
  job.repetitions = 3;
  const Outcome outcome = device->run(job);
  REQUIRE(outcome.message == "");
  REQUIRE(outcome.milliseconds.size() == 3);
  for (const double time : outcome.milliseconds) CHECK(time > 0);
  REQUIRE(outcome.checksums.size() == 3);
  for (unsigned r = 0; r < 3; ++r) {
    std::vector<std::byte> in(4000);
    generate(in, 50 + r);
    CHECK(outcome.checksums[r][0] == checksum(in));
    auto words = words_of(in);
    for (auto& word : words) word *= 2;
    CHECK(outcome.checksums[r][1] == checksum(bytes_of(words)));
  }
  CHECK(words_of(outcome.buffers[1])[999] == 2 * generated_word(52, 999));
}

TEMPLATE_TEST_CASE("gpu device: outputs are poisoned for every repetition",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program kernels = program();
  Job job = doubling(kernels, {1, 2}, 4);
  job.repetitions = 2;
  job.launches[0].arguments[1] = BufferArgument{1, 8};
  const Outcome outcome = device->run(job);
  REQUIRE(outcome.message == "");
  CHECK(words_of(outcome.buffers[1]) ==
        std::vector<std::uint32_t>{0xfbfbfbfb, 0xfbfbfbfb, 2, 4});
}

TEMPLATE_TEST_CASE("gpu device: our own sweeps move whole tiles",
                   "[device][gpu]", BOTH_DRIVERS) {
  const auto device = TestType::open();
  const Program trusted{trusted_ptx(), {}, "trusted"};
  const std::uint64_t bytes = 2 * read_tile_bytes;
  Job job;
  job.program = &trusted;
  job.buffers = {output("in", bytes), output("out", bytes)};
  job.buffers[0].fill_seed = 8;
  job.launches = {launch("sweep_copy",
                         {BufferArgument{0, 0}, BufferArgument{1, 0}},
                         bytes / copy_tile_bytes, sweep_block_threads)};
  const Outcome outcome = device->run(job);
  REQUIRE(outcome.message == "");
  std::vector<std::byte> expected(bytes);
  generate(expected, 8);
  CHECK((outcome.buffers[0] == expected));
  CHECK((outcome.buffers[1] == expected));
}

TEST_CASE("gpu device: the roofs are measured", "[device][gpu]") {
  const auto device = RealGpu::open();
  const Roofs roofs = measure_roofs(*device);
  REQUIRE(roofs.message == "");
  WARN("copy " << roofs.copy_bytes_per_second / 1e12 << " TB/s, read "
               << roofs.read_bytes_per_second / 1e12 << " TB/s");
  CHECK(roofs.copy_bytes_per_second > 1e10);
  CHECK(roofs.copy_bytes_per_second < 1e14);
  CHECK(roofs.read_bytes_per_second > 1e10);
  CHECK(roofs.read_bytes_per_second < 1e14);
}

TEST_CASE("gpu device: a cubin runs as its PTX does", "[device][gpu]") {
  const auto device = RealGpu::open();
  namespace fs = std::filesystem;
  const fs::path base = fs::temp_directory_path() / "lockstep-gpu-test";
  std::ofstream(base.string() + ".ptx") << kernels_ptx;
  const std::string command =
      "PATH=$PATH:/usr/local/cuda/bin ptxas -arch=sm_" +
      std::to_string(device->info().compute_capability) + " -o " +
      base.string() + ".cubin " + base.string() + ".ptx 2>/dev/null";
  if (std::system(command.c_str()) != 0) SKIP("NOT RUN, needs ptxas");
  std::ifstream file(base.string() + ".cubin", std::ios::binary);
  const std::string cubin(std::istreambuf_iterator<char>(file), {});
  Program kernels{"", std::vector<std::byte>(cubin.size()), "cubin"};
  std::memcpy(kernels.cubin.data(), cubin.data(), cubin.size());
  check_well(*device, kernels);
}

TEST_CASE("roofs: a device without a clock has none", "[device]") {
  CHECK_FALSE(measure_roofs(*make_emulator_device()).message.empty());
}

}  // namespace lockstep
