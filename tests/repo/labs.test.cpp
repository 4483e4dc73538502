// SPDX-License-Identifier: Apache-2.0
// Every lab has all its parts, at the same path everywhere, and a skeleton
// that differs from its solution only where students write.
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "repository.h"

using namespace lockstep;

namespace {

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> found;
  for (const std::string& path : repo::files())
    if (path.starts_with(folder + "/"))
      found.push_back(path.substr(folder.size() + 1));
  return found;
}

/// "01_reduction" -> "reduction"
std::string name_of(const std::string& lab) {
  return lab.substr(lab.find('_') + 1);
}

bool says_what_to_expect(const std::string& text) {
  static const std::regex opening(
      R"(// expect: (task=\w+ )?status=[\w|]+( \w+=[\w|-]+)*\n// why: [^]+)");
  return std::regex_match(text, opening);
}

}  // namespace

TEST_CASE("labs: skeleton and solution are the same files", "[repo]") {
  REQUIRE_FALSE(repo::labs().empty());
  for (const std::string& lab : repo::labs()) {
    CAPTURE(lab);
    CHECK(files_in("labs/" + lab) == files_in("solutions/" + lab));
    CHECK(repo::exists("labs/" + lab + "/" + name_of(lab) + ".cu"));
    CHECK(repo::exists("labs/" + lab + "/main.cu"));
  }
}

TEST_CASE("labs: a skeleton differs from its solution in marked regions only",
          "[repo]") {
  for (const std::string& lab : repo::labs()) {
    for (const std::string& file : files_in("labs/" + lab)) {
      CAPTURE(lab, file);
      const auto skeleton =
          repo::marked_text(repo::text_of("labs/" + lab + "/" + file));
      const auto solution =
          repo::marked_text(repo::text_of("solutions/" + lab + "/" + file));
      CHECK(skeleton.outside == solution.outside);
      CHECK_FALSE(skeleton.regions.empty());
      for (const auto& [name, text] : skeleton.regions) {
        CAPTURE(name);
        CHECK(text.find("TO"
                        "DO(student): ") != std::string::npos);
        CHECK(text != solution.regions.at(name));
      }
    }
  }
}

TEST_CASE("labs: each has its grader, its note and its hints", "[repo]") {
  for (const std::string& lab : repo::labs()) {
    CAPTURE(lab);
    CHECK(repo::exists("tests/labs/" + lab + ".test.cpp"));
    CHECK(repo::exists("docs/labs/" + lab + ".md"));
    CHECK(repo::exists("docs/labs/" + lab + ".hints.json"));
  }
}

TEST_CASE("labs: hints come in four levels, none empty", "[repo]") {
  for (const std::string& lab : repo::labs()) {
    const auto hints = nlohmann::json::parse(
        repo::text_of("docs/labs/" + lab + ".hints.json"));
    for (const auto& [task, by_symptom] : hints.items()) {
      CAPTURE(lab, task);
      CHECK(by_symptom.contains("default"));
      for (const auto& [symptom, levels] : by_symptom.items()) {
        CAPTURE(symptom);
        CHECK(levels.size() == 4);
        for (const auto& level : levels)
          CHECK_FALSE(level.get<std::string>().empty());
      }
    }
  }
}

TEST_CASE("labs: wrong and other right kernels say what is expected of them",
          "[repo]") {
  CHECK(says_what_to_expect(
      "// expect: task=smem status=fail tool=racecheck\n// why: a race.\n"));
  CHECK(says_what_to_expect("// expect: status=pass\n// why: right.\n"));
  CHECK_FALSE(says_what_to_expect("// a wrong kernel\n"));
  CHECK_FALSE(says_what_to_expect("// expect: status=fail\nint a;\n"));
  for (const std::string& lab : repo::labs()) {
    const auto wrong = files_in("tests/labs/mutants/" + lab);
    const auto right = files_in("tests/labs/accepted/" + lab);
    CHECK(wrong.size() >= 8);
    CHECK(right.size() >= 2);
    for (const std::string& file : wrong) {
      CAPTURE(lab, file);
      const std::string path = "tests/labs/mutants/" + lab + "/" + file;
      CHECK(says_what_to_expect(repo::text_of(path)));
    }
    for (const std::string& file : right) {
      CAPTURE(lab, file);
      const std::string path = "tests/labs/accepted/" + lab + "/" + file;
      CHECK(says_what_to_expect(repo::text_of(path)));
    }
  }
}
