// SPDX-License-Identifier: Apache-2.0
// The main program of every autograder: a Catch2 program whose cases are the
// tasks of a lab. Exit codes: 0 every task that could be judged has passed,
// 1 some did not, 2 wrong usage or input, 3 something is missing here.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/lab/command_line.h"
#include "harness/lab/lab_place.h"
#include "harness/lab/lab_task.h"

namespace {

using namespace lockstep;

constexpr int passed = 0, wrong_usage = 2, missing = 3;

/// The check that the test cases belong to, while it runs.
Session*& running_check() {
  static Session* check = nullptr;
  return check;
}

void print_lab(const LabInfo& lab) {
  nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
  for (const TaskInfo& info : lab.tasks)
    tasks.push_back({{"name", info.name},
                     {"title", info.title},
                     {"max_points", info.max_points},
                     {"needs_gpu", info.needs_gpu}});
  const nlohmann::ordered_json json{{"lab", lab.name},
                                    {"title", lab.title()},
                                    {"source", lab.source()},
                                    {"tasks", tasks}};
  fmt::print("{}\n", json.dump(2));
}

bool only_lists(const Catch::ConfigData& config) {
  return config.showHelp || config.libIdentify || config.listTests ||
         config.listTags || config.listReporters || config.listListeners;
}

void use(const Options& options, Catch::ConfigData& config) {
  if (!options.task.empty()) config.testsOrTags = {"[" + options.task + "]"};
  // Who reads events wants no second account of the same thing.
  if (!options.events.empty()) config.defaultOutputFilename = "/dev/null";
}

int bench(Session& session) {
  if (session.compiled().status != CompileStatus::success)
    throw CannotCheck(1, session.compiled().message);
  if (session.lab().bench == nullptr)
    throw CannotCheck(2, "this lab has nothing to measure");
  fmt::print("{}\n", bench_json(session).dump(2));
  return passed;
}

int check(Catch::Session& catch_session, const CommandLine& line) {
  const Options& options = line.options;
  std::optional<Compilation> compilation;
  const CompileSteps compile{[&](const CompileRequest& request) {
                               return compilation.emplace(request).ptx();
                             },
                             [&] { return compilation->second_opinion(); }};
  Session session(registered_lab(), options, make_devices(options.device),
                  compile);
  if (line.bench) return bench(session);
  use(options, catch_session.configData());
  running_check() = &session;
  session.begin();
  catch_session.run();
  running_check() = nullptr;
  return session.end();
}

}  // namespace

void lockstep::run_registered(const char* task) {
  const report::Task result =
      running_check()->grade(*registered_lab().find(task));
  const std::string text = result.message + "\n" + result.replay;
  if (result.status == Status::pass) {
    SUCCEED();
  } else if (result.status == Status::not_run) {
    SKIP(result.message);
  } else {
    FAIL(text);
  }
}

int main(int argc, char** argv) try {
  LabInfo& lab = registered_lab();
  lab.name = lab_place.name;
  lab.root = lab_place.root;
  lab.build_folder = lab_place.build_folder;
  CommandLine line;
  Catch::Session session;
  add_options(session, line);
  if (session.applyCommandLine(argc, argv) != 0) return wrong_usage;
  if (only_lists(session.configData())) return session.run();
  if (line.list_lab) {
    print_lab(lab);
    return passed;
  }
  return check(session, line);
} catch (const CannotCheck& problem) {
  fmt::print(stderr, "error: {}\n", problem.what());
  return problem.exit_code();
} catch (const std::exception& problem) {
  fmt::print(stderr, "error: {}\n", problem.what());
  return missing;
}
