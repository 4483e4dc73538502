// SPDX-License-Identifier: Apache-2.0
// JUnit XML: statuses, points, and XML whatever the text.
#include "report/junit.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "process/process.h"

using namespace lockstep;
using namespace lockstep::report;
using Catch::Matchers::ContainsSubstring;

namespace {

Task task_of(Status status) {
  Task task;
  task.name = "smem";
  task.title = "In shared memory";
  task.status = status;
  task.max_points = 10;
  task.message = "what happened";
  return task;
}

Report report_of(std::vector<Task> tasks) {
  Report report;
  report.lab = "01_reduction";
  report.tasks = std::move(tasks);
  return report;
}

/// By a real parser where there is one.
void require_well_formed(const std::string& xml) {
  if (!find_program("xmllint")) SKIP("xmllint is not installed");
  ProcessRequest request;
  request.command = {"xmllint", "--noout", "-"};
  request.input = xml;
  request.seconds = 60;
  const ProcessResult result = run_process(request);
  INFO(result.errors);
  REQUIRE(result.is_success());
}

}  // namespace

TEST_CASE("junit: each status has its element", "[report]") {
  const auto [status, element] = GENERATE(table<Status, std::string>({
      {Status::fail, "<failure message=\"what happened\" type=\"fail\">"},
      {Status::compile_error,
       "<error message=\"what happened\" type=\"compile_error\">"},
      {Status::timeout, "<error message=\"what happened\" type=\"timeout\">"},
      {Status::crash, "<error message=\"what happened\" type=\"crash\">"},
      {Status::infra_error,
       "<error message=\"what happened\" type=\"infra_error\">"},
      {Status::not_run, "<skipped message=\"what happened\"/>"},
  }));
  const std::string xml = junit_text({report_of({task_of(status)})});
  CHECK_THAT(xml, ContainsSubstring(element));
  CHECK_THAT(xml, ContainsSubstring("classname=\"01_reduction.smem\""));
  require_well_formed(xml);
}

TEST_CASE("junit: a pass has no element, and counts add up", "[report]") {
  Report report = report_of({task_of(Status::pass)});
  CHECK_THAT(junit_text({report}), !ContainsSubstring("what happened"));
  report.tasks.push_back(task_of(Status::fail));
  report.tasks.push_back(task_of(Status::not_run));
  CHECK_THAT(junit_text({report, report}),
             ContainsSubstring("<testsuites name=\"lockstep\" tests=\"6\" "
                               "failures=\"2\" errors=\"0\" skipped=\"2\">"));
}

TEST_CASE("junit: points are properties", "[report]") {
  Task task = task_of(Status::pass);
  task.points = 7;
  const std::string xml = junit_text({report_of({task})});
  CHECK_THAT(xml, ContainsSubstring("<property name=\"points\" value=\"7\"/>"));
  CHECK_THAT(xml,
             ContainsSubstring("<property name=\"max_points\" value=\"10\"/>"));
}

TEST_CASE("junit: hostile text stays text", "[report]") {
  std::string text =
      GENERATE(as<std::string>{}, "]]>", "<script>alert(1)</script>", "&#0;",
               "\x1b[31m\x01\x7f", "\xff\xfe\xed\xa0\x80", "\"' onload='x",
               "<!--", "<?xml version=\"1.0\"?>", "\uffff\ufffe", "random");
  if (text == "random") {
    std::mt19937 random(11);
    text.assign(4096, '\0');
    for (char& c : text) c = static_cast<char>(random());
  }
  Task task = task_of(Status::fail);
  task.name = task.title = task.message = text;
  task.hints = {text};
  ptx::Finding finding;
  finding.message = finding.label = finding.place.file = text;
  task.findings = {finding};
  Report report = report_of({task});
  report.lab = report.device = text;
  const std::string xml = junit_text({report});
  CHECK_THAT(xml, !ContainsSubstring("<script>"));
  require_well_formed(xml);
}
