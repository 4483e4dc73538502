// SPDX-License-Identifier: Apache-2.0
// A whole check with kernels of our own: what it runs, reports and exits with.
#include "harness/session/session.h"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>

#include "../fake_device.h"
#include "harness/session/task.h"

using namespace lockstep;

namespace {

const Kernel add_one("add_one(const int* in, int* out, unsigned n)");

Experiment adds_one(const Case& one) {
  Experiment experiment;
  const auto in = one.integers();
  Expected<int> right{.values = in, .size = one.size};
  for (int& value : right.values)
    value = static_cast<int>(static_cast<unsigned>(value) + 1u);
  const auto from = experiment.input("in", in);
  const auto to = experiment.output("out", right);
  experiment.launch(add_one, {.blocks = 1, .threads = one.block_threads}, from,
                    to, one.size);
  return experiment;
}

CaseGrid grid(const Task& task) {
  return {.sizes = task.sizes(1025), .block_threads = {64}};
}

void adds(Task& task) { task.check(grid(task), adds_one); }
void gated(Task& task) {
  task.gate(grid(task), 128, adds_one, [](const Case& one) {
    return std::vector{global_loads_at_most(one.size, "each once")};
  });
}
void guesses(Task& task) {
  task.answers("question 1", {{"answer", {42}, "the answer"}});
}
void impossible(Task&) { throw std::runtime_error("must not run"); }

LabInfo lab() {
  return {.name = "09_example",
          .root = "/nowhere",
          .tasks = {{"adds", "Adds one", 10, false, adds},
                    {"gated", "Loads once", 5, false, gated},
                    {"guesses", "Knows", 5, false, guesses},
                    {"fast", "Is fast", 10, true, impossible}},
          .hidden = {}};
}

CompileResult compiled(const CompileRequest&) {
  CompileResult result;
  result.compiler = "none";
  result.ptx = ".visible .entry add_one(\n";
  return result;
}

template <CompileStatus status>
CompileResult ends_with(const CompileRequest&) {
  CompileResult result;
  result.status = status;
  return result;
}

/// Kernel behaviour for one element, and the counter of the gate.
void run_add_one(FakeLaunch launch, auto element) {
  const auto in = launch.buffer<int>(0);
  const auto out = launch.buffer<int>(1);
  for (std::size_t i = 0; i < in.size(); ++i)
    out[i] = element(static_cast<unsigned>(in[i]), i);
  launch.outcome().counters.back().values["lockstep__global_bytes_loaded.sum"] =
      in.size_bytes();
}

struct Checked {
  std::vector<nlohmann::json> events;
  std::vector<report::Task> tasks;
  int exit_code = 0;
};

class Check {
 public:
  Options options;
  using Compile = CompileResult (*)(const CompileRequest&);
  Compile compile_with = compiled;
  CompileResult opinion;  ///< the second one
  FakeDevice::FakeKernel kernel = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t) { return v + 1; });
  };
  int answer = 42;

  Checked run() {
    const auto file = std::filesystem::temp_directory_path() /
                      ("events-" + std::to_string(getpid()));
    options.events = file;
    Checked result;
    {
      const LabInfo info = lab();
      Session session(info, options, devices(),
                      {compile_with, [this] { return opinion; }});
      session.begin();
      for (const TaskInfo& task : info.tasks)
        if (options.task.empty() || options.task == task.name)
          result.tasks.push_back(session.grade(task));
      result.exit_code = session.end();
    }
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
      result.events.push_back(nlohmann::json::parse(line));
    std::filesystem::remove(file);
    return result;
  }

 private:
  Devices devices() const {
    Devices list;
    for (int worker = 0; worker < 2; ++worker) {
      auto device = std::make_unique<FakeDevice>();
      device->kernels["add_one"] = kernel;
      device->symbols["answer"] = bytes_of<int>({answer});
      list.emulators.push_back(std::move(device));
    }
    return list;
  }
};

/// Results wait for the second compiler, so tasks may begin before the result
/// of an earlier one is there: only those of one kind are in order.
using Events = decltype(Checked::events);
Events of_kind(const Events& events, const std::string& kind) {
  Events those;
  for (const auto& event : events)
    if (event["event"] == kind) those.push_back(event);
  return those;
}

}  // namespace

TEST_CASE("session: a right submission gets all points that can be judged",
          "[harness][session]") {
  const Checked checked = Check().run();
  CHECK(checked.exit_code == 0);
  REQUIRE(checked.tasks.size() == 4);
  CHECK(checked.tasks[0].points == 10);
  CHECK(checked.tasks[0].status == Status::pass);
  CHECK(checked.tasks[3].status == Status::not_run);
  CHECK(checked.tasks[3].message == "not run: needs a GPU");
  CHECK(checked.events.back()["points"] == 20);
  CHECK(checked.events.back()["max_points"] == 20);
}

TEST_CASE("session: events are one JSON object a line, in order",
          "[harness][session]") {
  const Checked checked = Check().run();
  REQUIRE(checked.events.size() == 10);
  CHECK(checked.events[0]["event"] == "begin");
  CHECK(checked.events[0]["total_points"] == 30);
  CHECK(checked.events[9]["event"] == "end");
  for (const char* kind : {"task_begin", "task"}) {
    const auto those = of_kind(checked.events, kind);
    REQUIRE(those.size() == 4);
    CHECK(those[0]["name"] == "adds");
    CHECK(those[1]["name"] == "gated");
  }
}

TEST_CASE("session: the same seed gives the same events, byte for byte",
          "[harness][session]") {
  Check check;
  check.kernel = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t i) { return v + i % 2; });
  };
  const Events once = check.run().events, again = check.run().events;
  for (const char* kind : {"begin", "task_begin", "task", "end"})
    CHECK(of_kind(once, kind) == of_kind(again, kind));
}

TEST_CASE("session: a wrong kernel is reported from its smallest size",
          "[harness][session]") {
  Check check;
  check.kernel = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t i) { return v + (i < 40); });
  };
  const Checked checked = check.run();
  CHECK(checked.exit_code == 1);
  CHECK(checked.tasks[0].status == Status::fail);
  CHECK(checked.tasks[0].points == 0);
  CHECK(checked.tasks[0].message.find("add_one, n = 41,") == 0);
  CHECK(checked.tasks[0].replay.find("--task adds --seed 1 --size 41") !=
        std::string::npos);
}

TEST_CASE("session: a replay runs that case alone and fails the same way",
          "[harness][session]") {
  Check check;
  check.options.task = "adds";
  check.kernel = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t i) { return v + (i < 40); });
  };
  const std::string message = check.run().tasks[0].message;
  check.options.replay.size = 41;
  const std::string replay = check.run().tasks[0].replay;
  if (const auto at = replay.find("--inputs "); at != std::string::npos)
    check.options.replay.inputs = input_kind(replay.substr(at + 9));
  CHECK(check.run().tasks[0].message.substr(0, 25) == message.substr(0, 25));
  check.options.replay.size = 40;
  CHECK(check.run().tasks[0].status == Status::pass);
}

TEST_CASE("session: hidden cases belong to their task", "[harness][session]") {
  LabInfo info = lab();
  info.hidden = {{"adds", [](Task& task) {
                    task.fail(Status::fail, "hidden", "a hidden case");
                  }}};
  Devices devices;
  auto device = std::make_unique<FakeDevice>();
  device->kernels["add_one"] = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t) { return v + 1; });
  };
  devices.emulators.push_back(std::move(device));
  Session session(info, {}, std::move(devices),
                  {compiled, [] { return CompileResult{}; }});
  CHECK(session.grade(info.tasks[0]).message == "a hidden case");
  CHECK(session.grade(info.tasks[1]).status == Status::pass);
}

TEST_CASE("session: a gate names measured and allowed", "[harness][session]") {
  Check check;
  check.options.task = "gated";
  check.kernel = [](FakeLaunch launch) {
    run_add_one(launch, [](unsigned v, std::size_t) { return v + 1; });
    launch.outcome()
        .counters.back()
        .values["lockstep__global_bytes_loaded.sum"] *= 3;
  };
  const Checked checked = check.run();
  REQUIRE(checked.tasks.size() == 1);
  CHECK(checked.tasks[0].symptom == "gate_loads");
  CHECK(checked.tasks[0].message.find("384 elements") != std::string::npos);
  CHECK(checked.tasks[0].message.find("at most 128") != std::string::npos);
}

TEST_CASE("session: a wrong answer fails its task with the question",
          "[harness][session]") {
  Check check;
  check.answer = -1;
  const Checked checked = check.run();
  CHECK(checked.tasks[2].symptom == "unanswered");
  CHECK(checked.tasks[2].message.find("question 1: answer[0]") == 0);
}

TEST_CASE("session: a missing kernel is answered by its declaration",
          "[harness][session]") {
  Check check;
  check.compile_with = [](const CompileRequest&) {
    CompileResult result;
    result.ptx = ".visible .entry another(\n";
    return result;
  };
  const Checked checked = check.run();
  CHECK(checked.tasks[0].symptom == "kernel_missing");
  CHECK(checked.tasks[0].hints.empty());
  CHECK(checked.tasks[0].message.find(add_one.declaration()) !=
        std::string::npos);
}

TEST_CASE("session: a file of host code alone is told so",
          "[harness][session]") {
  Check check;
  check.compile_with = [](const CompileRequest&) { return CompileResult{}; };
  CHECK(check.run().tasks[2].message.find("no kernel at all") !=
        std::string::npos);
}

TEST_CASE("session: what does not compile is a compile error of every task",
          "[harness][session]") {
  Check check;
  check.compile_with = [](const CompileRequest&) {
    CompileResult result;
    result.status = CompileStatus::compile_error;
    result.message = "1 error";
    result.diagnostics = {{"error", "example.cu", 3, 1, "expected ';'"}};
    return result;
  };
  const Checked checked = check.run();
  CHECK(checked.exit_code == 1);
  for (const report::Task& task : checked.tasks)
    CHECK(task.status == Status::compile_error);
  CHECK(checked.tasks[0].findings.size() == 1);
  CHECK(checked.tasks[1].findings.empty());
}

TEST_CASE("session: what the second opinion rejects is a compile error",
          "[harness][session]") {
  Check check;
  check.opinion.status = CompileStatus::compile_error;
  check.opinion.message = "nvcc says no";
  const Checked checked = check.run();
  CHECK(checked.exit_code == 1);
  int judged = 0;
  for (const auto& event : checked.events) {
    if (event["event"] != "task") continue;
    ++judged;
    CHECK(event["status"] == "compile_error");
    CHECK(event["points"] == 0);
    CHECK(event["message"] == "nvcc says no");
  }
  CHECK(judged == 4);
}

TEST_CASE("session: bad input and missing tools have their exit codes",
          "[harness][session]") {
  Check check;
  const auto code = [&] {
    try {
      check.run();
    } catch (const CannotCheck& problem) {
      return problem.exit_code();
    }
    return 0;
  };
  check.compile_with = ends_with<CompileStatus::bad_input>;
  CHECK(code() == 2);
  check.compile_with = ends_with<CompileStatus::missing_tool>;
  CHECK(code() == 3);
  check.compile_with = compiled;
  check.options.task = "no_such_task";
  CHECK(code() == 2);
}

TEST_CASE("session: no further case starts after the time limit",
          "[harness][session]") {
  Check check;
  check.options.seconds = -1;
  CHECK(check.run().tasks[0].status == Status::timeout);
}

TEST_CASE("session: the compiler learns the question, not the seed",
          "[harness][session]") {
  Check check;
  check.options.seed = 123456789;
  check.compile_with = [](const CompileRequest& request) {
    REQUIRE(request.definitions.size() == 1);
    CHECK(request.definitions[0] ==
          "LOCKSTEP_QUESTION=" + std::to_string(question_of(123456789)));
    return compiled(request);
  };
  check.run();
}
