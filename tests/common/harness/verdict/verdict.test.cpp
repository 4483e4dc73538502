// SPDX-License-Identifier: Apache-2.0
// From what a device reports to pass or fail.
#include "harness/verdict/verdict.h"

#include <catch2/catch_test_macros.hpp>

#include "../fake_device.h"

using namespace lockstep;

namespace {

const Kernel copy_kernel("copy(const int* in, int* out, unsigned n)");

Experiment copy_experiment() {
  Experiment experiment;
  const std::vector<int> in{4, -7, 9};
  const auto from = experiment.input("in", in);
  const auto to = experiment.output("out", Expected<int>{.values = in});
  experiment.launch(copy_kernel, {.blocks = 1, .threads = 32}, from, to, 3u);
  return experiment;
}

Verdict judged(const FakeDevice::FakeKernel& kernel) {
  FakeDevice device;
  device.kernels["copy"] = kernel;
  const Experiment experiment = copy_experiment();
  return judge(experiment, device.run(experiment.job()));
}

void copy(FakeLaunch launch) {
  const auto in = launch.buffer<int>(0);
  for (unsigned i = 0; i < launch.value<unsigned>(2); ++i)
    launch.buffer<int>(1)[i] = in[i];
}

ptx::Finding finding(ptx::Severity severity) {
  ptx::Finding result;
  result.tool = "racecheck";
  result.message = "a race";
  result.severity = severity;
  return result;
}

}  // namespace

TEST_CASE("verdict: right output passes", "[harness][verdict]") {
  CHECK(judged(copy).passed());
}

TEST_CASE("verdict: an untouched output is never written",
          "[harness][verdict]") {
  const Verdict verdict = judged([](FakeLaunch) {});
  CHECK(verdict.status == Status::fail);
  CHECK(verdict.symptom == "never_written");
}

TEST_CASE("verdict: a changed input fails although the output is right",
          "[harness][verdict]") {
  const Verdict verdict = judged([](FakeLaunch launch) {
    copy(launch);
    launch.buffer<int>(0)[1] = 0;
  });
  CHECK(verdict.status == Status::fail);
  CHECK(verdict.symptom == "input_changed");
}

TEST_CASE("verdict: findings of warning and error fail, information does not",
          "[harness][verdict]") {
  const auto with = [](ptx::Severity severity) {
    return judged([severity](FakeLaunch launch) {
      copy(launch);
      launch.outcome().findings.push_back(finding(severity));
    });
  };
  CHECK(with(ptx::Severity::error).symptom == "race");
  CHECK(with(ptx::Severity::warning).status == Status::fail);
  CHECK(with(ptx::Severity::information).passed());
  CHECK(with(ptx::Severity::information).findings.size() == 1);
}

TEST_CASE("verdict: the symptom is that of the cause, whatever its place",
          "[harness][verdict]") {
  const auto with = [](const std::string& first, const std::string& second) {
    return judged([=](FakeLaunch launch) {
      copy(launch);
      for (const std::string& tool : {first, second}) {
        launch.outcome().findings.push_back(finding(ptx::Severity::error));
        launch.outcome().findings.back().tool = tool;
      }
    });
  };
  CHECK(with("initcheck", "racecheck").symptom == "race");
  CHECK(with("racecheck", "synccheck").symptom == "barrier");
  CHECK(with("synccheck", "memcheck").symptom == "out_of_bounds");
}

TEST_CASE("verdict: a launch that ends badly says how", "[harness][verdict]") {
  const auto with = [](OutcomeStatus status) {
    return judged([status](FakeLaunch launch) {
      copy(launch);
      launch.outcome().status = status;
      launch.outcome().message = "what happened";
    });
  };
  CHECK(with(OutcomeStatus::timeout).status == Status::timeout);
  CHECK(with(OutcomeStatus::infra_error).status == Status::infra_error);
  CHECK(with(OutcomeStatus::unsupported).status == Status::infra_error);
  const Verdict crash = with(OutcomeStatus::kernel_error);
  CHECK(crash.status == Status::crash);
  CHECK(crash.message.find("what happened") == 0);
  CHECK(crash.message.find(copy_kernel.declaration()) != std::string::npos);
}

TEST_CASE("verdict: a fault that a checker explains is a failure",
          "[harness][verdict]") {
  const Verdict verdict = judged([](FakeLaunch launch) {
    launch.outcome().status = OutcomeStatus::kernel_error;
    launch.outcome().findings.push_back(finding(ptx::Severity::error));
  });
  CHECK(verdict.status == Status::fail);
  CHECK(verdict.symptom == "race");
}

TEST_CASE("experiment: the job tells a device no expected value",
          "[harness][verdict]") {
  const Experiment experiment = copy_experiment();
  CHECK(experiment.job().buffers[1].initial.empty());
  CHECK(experiment.job().buffers[1].bytes == 12);
  CHECK(experiment.job().buffers[1].read_back);
}

TEST_CASE("experiment: the instruction budget grows with the work",
          "[harness][verdict]") {
  Experiment large;
  const auto data = large.work_space("data", std::vector<int>(1 << 20, 1));
  large.launch(copy_kernel, {.blocks = 4096, .threads = 256}, data, data, 0u);
  CHECK(large.job().limits.instruction_budget >
        copy_experiment().job().limits.instruction_budget * 10);
}
