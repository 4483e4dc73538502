// SPDX-License-Identifier: Apache-2.0
// Every wrong kernel is caught for its stated reason, every right one gets
// full points, skeletons earn nothing: through the program `lockstep`, as a
// student uses it.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "process/process.h"
#include "report/json.h"
#include "verdicts/expectation.h"

using namespace lockstep;
namespace fs = std::filesystem;

namespace {

const fs::path root = LOCKSTEP_SOURCE_DIR;
constexpr int nothing_to_judge_with = 3;

struct Check {
  int exit_code = -1;
  report::Report report;
  std::string text;  ///< what people see
};

/// lockstep check LAB --submission FILE and more options.
Check check(const std::string& lab, const fs::path& file,
            const std::vector<std::string>& options = {}) {
  ProcessRequest request;
  request.command = {fs::path(LOCKSTEP_BINARY_DIR) / "lockstep",
                     "check",
                     lab,
                     "--submission",
                     file,
                     "--json",
                     "-"};
  request.command.insert(request.command.end(), options.begin(), options.end());
  request.directory = root;
  request.seconds = 300;
  const ProcessResult result = run_process(std::move(request));
  INFO(result.message << result.errors);
  REQUIRE(result.status == ProcessStatus::exited);
  Check done{result.code, {}, result.errors};
  if (!result.output.empty())
    done.report =
        report::report_from_json(nlohmann::ordered_json::parse(result.output));
  return done;
}

std::vector<std::string> labs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "labs"))
    if (entry.is_directory()) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::string main_file(const std::string& lab) {
  return lab.substr(lab.find('_') + 1) + ".cu";
}

std::vector<fs::path> kernels(const std::string& kind, const std::string& lab) {
  std::vector<fs::path> files;
  for (const auto& it :
       fs::directory_iterator(root / "tests/labs" / kind / lab))
    files.push_back(it.path());
  std::ranges::sort(files);
  return files;
}

verdicts::Expectation expectation_of(const fs::path& file) {
  std::ifstream stream(file);
  return verdicts::expectation_of(
      std::string{std::istreambuf_iterator<char>(stream), {}});
}

/// Empty if the file gets the verdict that its first line states.
std::string disagreement(const Check& done,
                         const verdicts::Expectation& expected) {
  if (done.report.tasks.size() != 1)
    return fmt::format("{} tasks judged, exit code {}\n{}",
                       done.report.tasks.size(), done.exit_code, done.text);
  return verdicts::disagreement(expected, done.report.tasks[0]);
}

void require_full_points(const Check& done) {
  INFO(done.text);
  for (const report::Task& task : done.report.tasks) {
    INFO(task.name << ": " << task.message);
    if (task.status == report::Status::not_run) continue;
    CHECK(task.status == report::Status::pass);
    CHECK(task.findings.empty());
  }
  CHECK(done.exit_code == 0);
  CHECK(done.report.points > 0);
  CHECK(done.report.points == done.report.max_points);
}

}  // namespace

TEST_CASE("verdicts: every wrong kernel is caught for its stated reason",
          "[verdicts]") {
  for (const std::string& lab : labs())
    for (const fs::path& file : kernels("mutants", lab)) {
      CAPTURE(lab, file.filename().string());
      const auto expected = expectation_of(file);
      if (expected.needs_gpu) continue;
      const Check done = check(lab, file, {"--task", expected.task});
      const std::string disagrees = disagreement(done, expected);
      INFO(disagrees);
      CHECK(disagrees.empty());
      CHECK(done.exit_code == 1);
    }
}

TEST_CASE("verdicts: wrong kernels that need a GPU are caught on one",
          "[verdicts][gpu]") {
  for (const std::string& lab : labs())
    for (const fs::path& file : kernels("mutants", lab)) {
      const auto expected = expectation_of(file);
      if (!expected.needs_gpu) continue;
      CAPTURE(lab, file.filename().string());
      const Check done =
          check(lab, file, {"--task", expected.task, "--device", "gpu"});
      if (done.exit_code == nothing_to_judge_with)
        SKIP("no GPU, or no nvcc, on this machine");
      const std::string disagrees = disagreement(done, expected);
      INFO(disagrees);
      CHECK(disagrees.empty());
    }
}

TEST_CASE("verdicts: every other right kernel gets full points", "[verdicts]") {
  for (const std::string& lab : labs())
    for (const fs::path& file : kernels("accepted", lab)) {
      CAPTURE(lab, file.filename().string());
      require_full_points(check(lab, file));
    }
}

TEST_CASE("verdicts: a solution gets full points from each compiler",
          "[verdicts]") {
  for (const std::string& lab : labs()) {
    const fs::path file = root / "solutions" / lab / main_file(lab);
    CAPTURE(lab);
    require_full_points(check(lab, file));
    const Check with_nvcc = check(lab, file, {"--compiler", "nvcc"});
    if (with_nvcc.exit_code == nothing_to_judge_with)
      WARN("nvcc is not installed: judged with clang only");
    else
      require_full_points(with_nvcc);
  }
}

TEST_CASE("verdicts: a solution answers the question of every seed",
          "[verdicts]") {
  for (const std::string& lab : labs())
    for (const char* seed : {"2", "77", "18446744073709551615"}) {
      CAPTURE(lab, seed);
      require_full_points(check(lab, root / "solutions" / lab / main_file(lab),
                                {"--task", "predict", "--seed", seed}));
    }
}

TEST_CASE("verdicts: a skeleton earns nothing and says what to do",
          "[verdicts]") {
  for (const std::string& lab : labs()) {
    const Check done = check(lab, root / "labs" / lab / main_file(lab));
    CAPTURE(lab, done.text);
    CHECK(done.exit_code == 1);
    CHECK(done.report.points == 0);
    CHECK(done.report.tasks.size() > 1);
    for (const report::Task& task : done.report.tasks) {
      CAPTURE(task.name);
      if (task.status == report::Status::not_run) continue;
      CHECK(task.status == report::Status::fail);
      CHECK_FALSE(task.message.empty());
      CHECK_FALSE(task.replay.empty());
    }
  }
}
