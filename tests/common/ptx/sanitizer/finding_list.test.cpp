// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/finding_list.h"

#include <catch2/catch_test_macros.hpp>

namespace lockstep::ptx {
namespace {

Finding at(std::uint32_t line, const std::string& label) {
  Finding finding;
  finding.place = {"kernel.cu", line, 1};
  finding.label = label;
  return finding;
}

std::vector<Finding> all(const FindingList& list) {
  std::vector<Finding> findings;
  list.append_to(findings);
  return findings;
}

TEST_CASE("finding_list: counts what happens again and shows the first",
          "[ptx][sanitizer]") {
  FindingList list("memcheck");
  int made = 0;
  for (const char* label : {"first", "second"})
    list.add({0, 5, 0, 1}, 0, 3, [&] {
      ++made;
      return at(5, label);
    });
  REQUIRE(all(list).size() == 1);
  CHECK(all(list)[0].label == "first");
  CHECK(all(list)[0].count == 6);
  CHECK(made == 1);
}

TEST_CASE("finding_list: shows the gravest example of one pair of lines",
          "[ptx][sanitizer]") {
  FindingList list("racecheck");
  Finding one = at(5, "mild"), two = at(9, "grave");
  one.other = two.place;
  two.other = one.place;
  two.severity = Severity::error;
  one.severity = Severity::warning;
  list.add({0, 5, 9, 1}, 1, 1, [&] { return one; });
  list.add({0, 9, 5, 1}, 2, 1, [&] { return two; });
  list.add({0, 9, 5, 1}, 1, 1, [&] { return one; });
  REQUIRE(all(list).size() == 1);
  CHECK(all(list)[0].label == "grave");
  CHECK(all(list)[0].count == 3);
}

TEST_CASE("finding_list: keeps a bounded number and says how many more",
          "[ptx][sanitizer]") {
  FindingList list("memcheck", 50);
  for (std::uint32_t line = 1; line <= 62; ++line)
    for (int again = 0; again < 2; ++again)
      list.add({0, line, 0, 0}, 0, 1, [&] { return at(line, ""); });
  const auto findings = all(list);
  REQUIRE(findings.size() == 51);
  CHECK(findings.back().kind == "more");
  CHECK(findings.back().count == 12);
  CHECK(findings.back().severity == Severity::error);
}

TEST_CASE("finding_list: launches share findings, not sites",
          "[ptx][sanitizer]") {
  FindingList list("memcheck");
  list.add({0, 5, 0, 1}, 0, 1, [] { return at(5, "old"); });
  list.begin_launch();
  list.add({0, 5, 0, 1}, 0, 1, [] { return at(6, "of another module"); });
  list.begin_launch();
  list.add({0, 7, 0, 1}, 0, 1, [] { return at(5, "again"); });
  REQUIRE(all(list).size() == 2);
  CHECK(all(list)[0].count == 2);
  list.clear();
  CHECK(all(list).empty());
}

}  // namespace
}  // namespace lockstep::ptx
