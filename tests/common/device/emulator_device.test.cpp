// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>

#include "device/device.h"
#include "device/generated_data.h"
#include "test_kernels.h"

namespace lockstep {
namespace {

using Catch::Matchers::ContainsSubstring;
using namespace test;

std::vector<std::uint32_t> some_values(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = generated_word(9, i);
  return values;
}

bool has_finding(const Outcome& outcome, std::string_view tool,
                 std::string_view variable) {
  return std::ranges::any_of(outcome.findings, [&](const auto& finding) {
    return finding.tool == tool && finding.variable == variable;
  });
}

/// Everything of an outcome that a report could show.
std::string transcript(const Outcome& outcome) {
  std::string text = outcome.message + outcome.output;
  for (const auto& bytes : outcome.buffers) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  for (const auto& finding : outcome.findings) {
    text += finding.tool + finding.kind + finding.message + finding.label +
            finding.block + std::to_string(finding.count);
    for (const auto& thread : finding.threads) text += thread;
  }
  for (const auto& launch : outcome.counters) {
    for (const auto& [name, value] : launch.values) {
      text += name + std::to_string(value);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("emulator device: a kernel's results come back", "[device]") {
  const Program kernels = program();
  const auto device = make_emulator_device();
  const auto values = some_values(130);
  const Outcome outcome = device->run(doubling(kernels, values, 130));
  REQUIRE(outcome.message == "");
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(outcome.findings.empty());
  CHECK(outcome.buffers[0].empty());
  const auto out = words_of(outcome.buffers[1]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE(out[i] == 2 * values[i]);
  }
  REQUIRE(outcome.counters.size() == 1);
  CHECK(outcome.counters[0].kernel == "double_words");
}

TEST_CASE("emulator device: without checking nothing is observed", "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, some_values(5), 6);
  job.is_checked = false;
  const Outcome outcome = make_emulator_device()->run(job);
  CHECK(outcome.status == OutcomeStatus::success);
  CHECK(outcome.findings.empty());
  CHECK(outcome.counters.empty());
}

TEST_CASE("emulator device: launches run in order on the same buffers",
          "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, {1, 2, 3}, 3);
  job.launches.push_back(job.launches[0]);
  std::swap(job.launches[1].arguments[0], job.launches[1].arguments[1]);
  job.buffers[0].read_back = true;
  const Outcome outcome = make_emulator_device()->run(job);
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(words_of(outcome.buffers[0]) == std::vector<std::uint32_t>{4, 8, 12});
  CHECK(outcome.counters.size() == 2);
}

TEST_CASE("emulator device: an argument may begin inside a buffer",
          "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, {5, 6, 7, 8}, 2);
  job.launches[0].arguments[0] = BufferArgument{0, 8};
  job.launches[0].arguments[2] = value_argument(2u);
  const Outcome outcome = make_emulator_device()->run(job);
  CHECK(words_of(outcome.buffers[1]) == std::vector<std::uint32_t>{14, 16});
}

TEST_CASE("emulator device: a kernel with other parameters is refused",
          "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, {1}, 1);
  SECTION("too few arguments") {
    job.launches[0].arguments.pop_back();
    const Outcome outcome = make_emulator_device()->run(job);
    CHECK(outcome.status == OutcomeStatus::kernel_error);
    CHECK(outcome.message ==
          "kernel double_words takes 3 parameters, the lab's contract has 2");
  }
  SECTION("an argument of another size") {
    job.launches[0].arguments[2] = value_argument(std::uint64_t{1});
    const Outcome outcome = make_emulator_device()->run(job);
    CHECK(outcome.status == OutcomeStatus::kernel_error);
    CHECK_THAT(outcome.message, ContainsSubstring("parameter 3"));
  }
}

TEST_CASE("emulator device: an unknown kernel's message names those there",
          "[device]") {
  const Program kernels = program();
  const Outcome outcome =
      make_emulator_device()->run(without_arguments(kernels, "reduce_smem"));
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("reduce_smem") &&
                                  ContainsSubstring("double_words, store_at"));
}

TEST_CASE("emulator device: PTX that cannot be read is refused by line",
          "[device]") {
  const Program cut{std::string(kernels_ptx).substr(0, 700), {}, "cut.cu"};
  const Outcome outcome =
      make_emulator_device()->run(without_arguments(cut, "traps"));
  CHECK(outcome.status == OutcomeStatus::unsupported);
  CHECK_THAT(outcome.message, ContainsSubstring("line"));
}

TEST_CASE("emulator device: one word past the end is a finding, none inside",
          "[device]") {
  const Program kernels = program();
  const auto device = make_emulator_device();
  const Outcome bad = device->run(storing_at(kernels, 8));
  CHECK(bad.status == OutcomeStatus::kernel_error);
  CHECK(has_finding(bad, "memcheck", "sums"));
  CHECK(bad.buffers[0].size() == 8);
  const Outcome good = device->run(storing_at(kernels, 4));
  CHECK(good.status == OutcomeStatus::success);
  CHECK_FALSE(has_finding(good, "memcheck", "sums"));
}

TEST_CASE("emulator device: output that nobody wrote is found, and poison",
          "[device]") {
  const Program kernels = program();
  const auto device = make_emulator_device();
  const Outcome partial = device->run(doubling(kernels, {1, 2, 3}, 4));
  CHECK(has_finding(partial, "initcheck", "out"));
  CHECK(std::ranges::all_of(std::span(partial.buffers[1]).last(4),
                            [](std::byte b) { return b == poison_byte; }));
  const Outcome whole = device->run(doubling(kernels, {1, 2, 3}, 3));
  CHECK(whole.findings.empty());
}

TEST_CASE("emulator device: an endless loop ends by its budget or its time",
          "[device]") {
  const Program kernels = program();
  Job job = without_arguments(kernels, "never_ends");
  SECTION("budget") { job.limits.instruction_budget = 10'000; }
  SECTION("time") {
    job.limits.instruction_budget = UINT64_MAX;
    job.limits.seconds = 0.2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = make_emulator_device()->run(job);
  CHECK(outcome.status == OutcomeStatus::timeout);
  CHECK_FALSE(outcome.message.empty());
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("emulator device: a trap is the kernel's error", "[device]") {
  const Program kernels = program();
  const Outcome outcome =
      make_emulator_device()->run(without_arguments(kernels, "traps"));
  CHECK(outcome.status == OutcomeStatus::kernel_error);
}

TEST_CASE("emulator device: after a launch that fails none follows",
          "[device]") {
  const Program kernels = program();
  Job job = counting_calls(kernels);
  job.launches.insert(job.launches.begin(), launch("traps", {}));
  const Outcome outcome = make_emulator_device()->run(job);
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK(outcome.buffers[0] == std::vector<std::byte>(4, poison_byte));
}

TEST_CASE("emulator device: symbols are read, also without a launch",
          "[device]") {
  const Program kernels = program();
  Job job;
  job.program = &kernels;
  job.symbols = {"block_threads", "no_such_variable"};
  const Outcome outcome = make_emulator_device()->run(job);
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(words_of(outcome.symbols[0]) == std::vector<std::uint32_t>{192});
  CHECK(outcome.symbols[1].empty());
}

TEST_CASE("emulator device: shared memory above 48 KiB is there on request",
          "[device]") {
  const Program kernels = program();
  const auto device = make_emulator_device();
  const Outcome good = device->run(through_shared(kernels, 100 * 1024));
  CHECK(good.message == "");
  CHECK(words_of(good.buffers[0]) == std::vector<std::uint32_t>{7});
  const Outcome bad = device->run(through_shared(kernels, 200 * 1024));
  CHECK(bad.status == OutcomeStatus::kernel_error);
  CHECK_FALSE(bad.message.empty());
}

TEST_CASE("emulator device: generated data and checksums are the host's",
          "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, std::vector<std::uint32_t>(100), 100);
  job.buffers[0].initial.clear();
  job.buffers[0].fill_seed = 3;
  job.buffers[0].checksum = true;
  const Outcome outcome = make_emulator_device()->run(job);
  REQUIRE(outcome.status == OutcomeStatus::success);
  CHECK(words_of(outcome.buffers[1])[42] == 2 * generated_word(3, 42));
  std::vector<std::byte> expected(400);
  generate(expected, 3);
  CHECK(outcome.checksums[0][0] == checksum(expected));
}

TEST_CASE("emulator device: variables of one job do not reach the next",
          "[device]") {
  const Program kernels = program();
  const auto device = make_emulator_device();
  for (int turn = 0; turn < 2; ++turn) {
    const Outcome outcome = device->run(counting_calls(kernels));
    CHECK(words_of(outcome.buffers[0]) == std::vector<std::uint32_t>{0});
  }
}

TEST_CASE("emulator device: a job's outcome does not depend on earlier ones",
          "[device]") {
  const Program kernels = program();
  Job job = doubling(kernels, some_values(100), 101);
  job.schedule.seed = 7;
  const Outcome fresh = make_emulator_device()->run(job);
  REQUIRE_FALSE(fresh.findings.empty());

  const auto used = make_emulator_device();
  used->run(storing_at(kernels, 8));
  used->run(without_arguments(kernels, "traps"));
  used->run(doubling(kernels, some_values(300), 300));
  CHECK(transcript(used->run(job)) == transcript(fresh));
  CHECK(transcript(used->run(job)) == transcript(fresh));
}

TEST_CASE("emulator device: a program of the same name but other text counts",
          "[device]") {
  Program kernels = program();
  const auto device = make_emulator_device();
  Job job;
  job.program = &kernels;
  job.symbols = {"block_threads"};
  device->run(job);
  kernels.ptx.replace(kernels.ptx.find("192"), 3, "224");
  CHECK(words_of(device->run(job).symbols[0]) ==
        std::vector<std::uint32_t>{224});
}

TEST_CASE("emulator device: a job that is itself wrong is nobody's fault",
          "[device]") {
  const Outcome outcome = make_emulator_device()->run(Job{});
  CHECK(outcome.status == OutcomeStatus::infra_error);
}

}  // namespace lockstep
