// SPDX-License-Identifier: Apache-2.0
// Reports survive the way to JSON and back; wrong JSON is refused by name.
#include "report/json.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace lockstep::report;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Json = nlohmann::ordered_json;

namespace {

Report sample() {
  Task task;
  task.name = "smem";
  task.title = "Shared memory";
  task.max_points = 10;
  task.status = Status::fail;
  task.message = "racecheck found a hazard";
  task.symptom = "race";
  task.replay = "lockstep check 01 --task smem --seed 7 --size 64";
  task.hints = {"Look at the barrier."};
  lockstep::ptx::Finding finding;
  finding.tool = "racecheck";
  finding.kind = "write-after-read";
  finding.place = {"reduction.cu", 27, 5};
  finding.block = "(0,0,0)";
  finding.threads = {"(31,0,0)", "(32,0,0)"};
  finding.other = {"reduction.cu", 25, 9};
  finding.other_label = "thread 32 reads tile[31]";
  finding.variable = "tile";
  task.findings = {finding};
  task.counters["smsp__inst_executed.sum"] = 12;
  Report report;
  report.lab = "01_reduction";
  report.device = "emulator";
  report.compiler = "clang 14.0.6";
  report.seed = 18446744073709551615U;
  report.total_points = 100;
  report.tasks = {task};
  sum_points(report);
  return report;
}

}  // namespace

TEST_CASE("a report read back from its JSON gives the same bytes", "[report]") {
  const std::string text = file_text(to_json(sample()));
  const Report again = report_from_json(Json::parse(text));
  CHECK(file_text(to_json(again)) == text);
  CHECK(again.seed == 18446744073709551615U);
  CHECK(again.tasks.at(0).findings.at(0).other.line == 25);
}

TEST_CASE("the members of a report are those that are documented", "[report]") {
  const Json json = to_json(sample());
  for (const char* member : {"version", "lab", "device", "compiler", "seed",
                             "points", "max_points", "total_points", "tasks"})
    CHECK(json.contains(member));
  const Json& task = json["tasks"][0];
  for (const char* member :
       {"name", "points", "max_points", "status", "message", "symptom",
        "replay", "hints", "findings", "counters"})
    CHECK(task.contains(member));
  const Json& finding = task["findings"][0];
  for (const char* member :
       {"tool", "kind", "message", "file", "line", "block", "threads", "other"})
    CHECK(finding.contains(member));
  CHECK(finding["other"]["file"] == "reduction.cu");
}

TEST_CASE("text that is not UTF-8 still gives JSON that parses", "[report]") {
  Report report = sample();
  report.tasks[0].message = "\xff\xc0 \x1b[31m ]]>";
  const std::string text = file_text(to_json(report));
  const Json json = Json::parse(text);
  CHECK_THAT(json["tasks"][0]["message"].get<std::string>(),
             ContainsSubstring("]]>"));
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("tasks that were not judged count in no sum", "[report]") {
  Report report;
  report.tasks.resize(3);
  report.tasks[0].points = report.tasks[0].max_points = 10;
  report.tasks[0].status = Status::pass;
  report.tasks[1].max_points = 10;
  report.tasks[1].status = Status::not_run;
  report.tasks[2].max_points = 10;
  report.tasks[2].status = Status::infra_error;
  sum_points(report);
  CHECK(report.points == 10);
  CHECK(report.max_points == 10);
}

TEST_CASE("a task with a member of the wrong kind is refused by its name",
          "[report]") {
  const auto [text, member] = GENERATE(table<std::string, std::string>({
      {R"({"status":"pass"})", "name"},
      {R"({"name":"a","status":"great"})", "status"},
      {R"({"name":"a"})", "status"},
      {R"({"name":"a","status":"pass","points":-1})", "points"},
      {R"({"name":"a","status":"pass","points":1e99})", "points"},
      {R"({"name":"a","status":"pass","points":99999999999})", "points"},
      {R"({"name":"a","status":"pass","points":2,"max_points":1})", "points"},
      {R"({"name":"a","status":"pass","hints":[1]})", "hints"},
      {R"({"name":"a","status":"pass","findings":{}})", "findings"},
      {R"({"name":"a","status":"pass","counters":[]})", "counters"},
  }));
  CHECK_THROWS_MATCHES(task_from_json(Json::parse(text)), std::runtime_error,
                       MessageMatches(ContainsSubstring(member)));
}
