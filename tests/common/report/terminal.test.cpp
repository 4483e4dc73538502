// SPDX-License-Identifier: Apache-2.0
// What people read: findings, groups of tasks, the table.
#include "report/terminal.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "report/finding_text.h"

using namespace lockstep;
using namespace lockstep::report;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

const Page wide{200, false};
const SourceText source("a.cu",
                        "tile[t] += tile[t + s];\nif (t < 8)\n\tbarrier();\n");

ptx::Finding race() {
  ptx::Finding finding;
  finding.tool = "racecheck";
  finding.message = "read-after-write hazard on tile";
  finding.place = {"a.cu", 1, 12};
  finding.label = "thread 0 reads tile[8]";
  finding.other = {"a.cu", 1, 9};
  finding.other_label = "thread 8 writes tile[8]";
  finding.variable = "tile";
  return finding;
}

Task failed(const std::string& name) {
  Task task;
  task.name = name;
  task.max_points = 10;
  task.message = "wrong from index 1024 on";
  return task;
}

}  // namespace

TEST_CASE("finding: two places on one line share the line", "[report]") {
  CHECK(finding_text(race(), source, {}, wide) ==
        "error[racecheck]: read-after-write hazard on tile\n"
        "  --> a.cu:1\n"
        "   |\n"
        " 1 | tile[t] += tile[t + s];\n"
        "   |            ^^^^^^^^^^^ thread 0 reads tile[8]\n"
        "   | ------- thread 8 writes tile[8]\n");
}

TEST_CASE("finding: what cannot be quoted is said in words", "[report]") {
  ptx::Finding finding = race();
  finding.place.file = finding.other.file = "/etc/shadow";
  finding.count = 32;
  const std::string text = finding_text(finding, source, {}, wide);
  CHECK_THAT(text, ContainsSubstring("  --> /etc/shadow:1\n"));
  CHECK_THAT(text, ContainsSubstring("/etc/shadow:1: thread 0 reads tile[8]"));
  CHECK_THAT(text, ContainsSubstring("32 times"));
  CHECK_THAT(text, !ContainsSubstring("tile[t + s]"));
}

TEST_CASE("finding: severity and tool are the headline", "[report]") {
  ptx::Finding finding = race();
  finding.severity = ptx::Severity::warning;
  CHECK_THAT(finding_text(finding, source, {}, wide),
             StartsWith("warning[racecheck]: "));
  finding.tool = "compiler";
  CHECK_THAT(finding_text(finding, source, {}, wide), StartsWith("warning: "));
}

TEST_CASE("finding: a narrow page moves labels below their mark", "[report]") {
  const std::string text = finding_text(race(), source, {}, Page{40, false});
  CHECK_THAT(text, ContainsSubstring("^^^^^^^^^^^\n"));
  CHECK_THAT(text, ContainsSubstring("thread 0 reads tile[8]"));
}

TEST_CASE("finding: hostile names do not reach the terminal", "[report]") {
  ptx::Finding finding = race();
  finding.message = "\x1b]0;owned\x07";
  finding.variable = "\x1b[2J";
  finding.place.file = "a\n\x1b.cu";
  const std::string text = finding_text(finding, source, {"hint: \x1b"}, wide);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
}

TEST_CASE("task: message, then findings, then hints and replay", "[report]") {
  Task task = failed("smem");
  task.findings = {race()};
  task.hints = {"look there"};
  task.replay = "lockstep check 01 --task smem";
  const std::string text = task_text(task, source, wide);
  CHECK_THAT(text, StartsWith("error: wrong from index 1024 on\n"));
  CHECK_THAT(text, EndsWith("   = hint: look there\n"
                            "   = replay: lockstep check 01 --task smem\n"));
}

TEST_CASE("task: of a flood of findings the first are shown", "[report]") {
  Task task = failed("smem");
  task.findings.assign(1000, race());
  const std::string text = task_text(task, source, wide);
  CHECK_THAT(text, ContainsSubstring("= 997 more findings"));
  CHECK(text.size() < 10'000);
}

TEST_CASE("task: a command stays on one line, a hint is wrapped", "[report]") {
  Task task = failed("smem");
  task.hints = {std::string(50, 'h') + ' ' + std::string(50, 'i')};
  task.replay = "lockstep check 01 --task smem --seed 1 --size 1048576";
  const std::string text = task_text(task, source, Page{50, false});
  CHECK_THAT(text, ContainsSubstring("= replay: " + task.replay + '\n'));
  CHECK_THAT(text, !ContainsSubstring(task.hints[0]));
}

TEST_CASE("problems: one compile error is said once for all tasks",
          "[report]") {
  Report report;
  for (const char* name : {"gmem", "smem"}) {
    report.tasks.push_back(failed(name));
    report.tasks.back().status = Status::compile_error;
    report.tasks.back().message = "expected ';'";
  }
  const std::string text = problems_text(report, source, wide);
  CHECK_THAT(text, StartsWith("gmem, smem\ncompile error: expected ';'\n"));
  CHECK(text.find("expected ';'") == text.rfind("expected ';'"));
}

TEST_CASE("problems: failed tasks keep a text each", "[report]") {
  Report report;
  report.tasks = {failed("gmem"), failed("smem")};
  const std::string text = problems_text(report, source, wide);
  CHECK(text.find("wrong from") != text.rfind("wrong from"));
}

TEST_CASE("table: no verdict is not shown as zero", "[report]") {
  Report report;
  report.tasks = {failed("gmem"), failed("fast"), failed("op")};
  report.tasks[1].status = Status::not_run;
  report.tasks[1].message = "needs a GPU\nsecond line";
  report.tasks[2].status = Status::infra_error;
  sum_points(report);
  const std::string text = table_text(report, wide);
  CHECK_THAT(text, ContainsSubstring("-/10  not run: needs a GPU\n"));
  CHECK_THAT(text, ContainsSubstring("?/10  infra error"));
  CHECK_THAT(text, ContainsSubstring("0/10\n"));
  CHECK_THAT(text, ContainsSubstring("10 more points"));
  CHECK_THAT(text, ContainsSubstring("10 points have no verdict"));
}

TEST_CASE("table: on a narrow page the titles give way", "[report]") {
  Report report;
  report.tasks = {failed("gmem")};
  report.tasks[0].title = std::string(100, 't');
  for (const unsigned width : {40U, 60U, 80U}) {
    const std::string text = table_text(report, Page{width, false});
    std::size_t begin = text.find("task");
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      CHECK(display_width(text.substr(begin, end - begin)) <= width);
  }
}
