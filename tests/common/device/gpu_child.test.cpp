// SPDX-License-Identifier: Apache-2.0
// The parent's side against children that crash, hang and lie.
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "device/gpu_device.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

/// The misbehaving child under the name of what it does wrong.
class NamedChild {
 public:
  explicit NamedChild(const std::string& way)
      : folder_(fs::temp_directory_path() /
                ("lockstep-child-" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
    fs::create_symlink(LOCKSTEP_MISBEHAVING_CHILD, folder_ / way);
    options_.program = folder_ / way;
    options_.start_seconds = 0.5;
  }
  ~NamedChild() { fs::remove_all(folder_); }
  NamedChild(const NamedChild&) = delete;
  NamedChild& operator=(const NamedChild&) = delete;

  const GpuChildOptions& options() const { return options_; }

 private:
  fs::path folder_;
  GpuChildOptions options_;
};

}  // namespace

TEST_CASE("gpu device: a child that cannot start gives null and a sentence",
          "[device]") {
  const auto [way, sentence] =
      GENERATE(std::pair{"crashes_at_once", "killed by signal 6"},
               std::pair{"hangs_at_once", "did not answer within 0.5 s"},
               std::pair{"greets_with_garbage", "nonsense"},
               std::pair{"has_no_gpu", "no GPU in this test"});
  const NamedChild child(way);
  std::string why;
  CHECK(make_gpu_device(child.options(), why) == nullptr);
  CHECK_THAT(why, ContainsSubstring(sentence));
}

TEST_CASE("gpu device: a program that is not there gives null and its name",
          "[device]") {
  std::string why;
  CHECK(make_gpu_device({"/nonexistent/child", 1}, why) == nullptr);
  CHECK_THAT(why, ContainsSubstring("/nonexistent/child"));
}

TEST_CASE("gpu device: a child that fails at every job is nobody's fault",
          "[device]") {
  const auto [way, sentence] =
      GENERATE(std::pair{"crashes_at_jobs", "killed by signal 6"},
               std::pair{"exits_at_jobs", "exited with code 3"},
               std::pair{"sends_garbage", "nonsense"},
               std::pair{"sends_wrong_sizes", "nonsense"},
               std::pair{"sends_too_much", "sent too much"});
  const NamedChild child(way);
  std::string why;
  const auto device = make_gpu_device(child.options(), why);
  REQUIRE(device);
  const Program program;
  Job job;
  job.program = &program;
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::infra_error);
  CHECK_THAT(outcome.message, ContainsSubstring(sentence));
}

TEST_CASE("gpu device: a child that fails at this kernel only blames it",
          "[device]") {
  const NamedChild child("crashes_at_launches");
  std::string why;
  const auto device = make_gpu_device(child.options(), why);
  REQUIRE(device);
  const Program program;
  Job job;
  job.program = &program;
  CHECK(device->run(job).status == OutcomeStatus::success);
  job.launches.resize(1);
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::kernel_error);
  CHECK_THAT(outcome.message, ContainsSubstring("killed by signal 6") &&
                                  ContainsSubstring("this kernel"));
  job.launches.clear();
  CHECK(device->run(job).status == OutcomeStatus::success);
}

TEST_CASE("gpu device: a job that hangs ends at its time limit", "[device]") {
  const NamedChild child("hangs_at_jobs");
  std::string why;
  const auto device = make_gpu_device(child.options(), why);
  REQUIRE(device);
  const Program program;
  Job job;
  job.program = &program;
  job.limits.seconds = 0.3;
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = device->run(job);
  CHECK(outcome.status == OutcomeStatus::timeout);
  CHECK_THAT(outcome.message, ContainsSubstring("0.3 s"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("gpu device: a child does not get the caller's environment",
          "[device]") {
  const NamedChild child("obeys");
  std::string why;
  setenv("LOCKSTEP_TEST_SECRET", "x", 1);
  const auto device = make_gpu_device(child.options(), why);
  unsetenv("LOCKSTEP_TEST_SECRET");
  REQUIRE(device);
  CHECK(device->info().name == "fake GPU");
}

TEST_CASE("gpu device: a job that is itself wrong never reaches a child",
          "[device]") {
  const NamedChild child("crashes_at_jobs");
  std::string why;
  const auto device = make_gpu_device(child.options(), why);
  REQUIRE(device);
  const Outcome outcome = device->run(Job{});
  CHECK(outcome.status == OutcomeStatus::infra_error);
  CHECK(outcome.message == "the job has no program");
}

TEST_CASE("gpu device: the real child says what this machine lacks",
          "[device]") {
  std::string why;
  const auto device = make_gpu_device(why);
  if (device) {
    CHECK(device->info().is_gpu);
    CHECK_FALSE(device->info().name.empty());
  } else {
    CHECK_THAT(why, !ContainsSubstring("signal") && !ContainsSubstring("code"));
    CHECK_FALSE(why.empty());
  }
}

}  // namespace lockstep
