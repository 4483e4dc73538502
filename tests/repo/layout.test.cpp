// SPDX-License-Identifier: Apache-2.0
// Where files are and how they begin.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <regex>
#include <set>

#include "repository.h"

using namespace lockstep;

namespace {

std::string joined(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += path + '\n';
  return text;
}

template <class Predicate>
std::vector<std::string> files_that(Predicate predicate) {
  std::vector<std::string> found = repo::files();
  std::erase_if(found, [&](const auto& path) { return !predicate(path); });
  return found;
}

bool ends_with_one_of(const std::string& path,
                      std::initializer_list<const char*> endings) {
  for (const char* ending : endings)
    if (path.ends_with(ending)) return true;
  return false;
}

bool is_code(const std::string& path) {
  return ends_with_one_of(path, {".cpp", ".h", ".cu", ".def", ".sh", ".cmake"});
}

bool may_be_at_the_top(const std::string& name) {
  static const std::set<std::string> allowed{
      "CMakeLists.txt", "LICENSE", "Makefile",  "README.md", "common",
      "docs",           "labs",    "solutions", "tests"};
  return name.starts_with('.') || allowed.contains(name);
}

// Put together here, so that this file does not hold what it looks for.
bool has_stray_word(const std::string& text) {
  static const std::regex stray(
      "\\b(FIX"
      "ME|XX"
      "X|HA"
      "CK)\\b"
      "|\\bTO"
      "DO\\b(?!\\(student\\))"
      "|\\.\\./sha"
      "red/"
      "|/wo"
      "rk/");
  return std::regex_search(text, stray);
}

}  // namespace

TEST_CASE("layout: the top level holds what the design names", "[repo]") {
  CHECK(may_be_at_the_top("common"));
  CHECK_FALSE(may_be_at_the_top("src"));
  const auto others = files_that([](const std::string& path) {
    return !may_be_at_the_top(path.substr(0, path.find('/')));
  });
  INFO(joined(others));
  CHECK(others.empty());
}

TEST_CASE("layout: code opens with its licence", "[repo]") {
  const auto without = files_that([](const std::string& path) {
    const std::string text = repo::text_of(path);
    return is_code(path) &&
           text.substr(0, 400).find("SPDX-License-Identifier: Apache-2.0") ==
               std::string::npos;
  });
  INFO(joined(without));
  CHECK(without.empty());
}

TEST_CASE("layout: no file leaves work or a private path behind", "[repo]") {
  CHECK(
      has_stray_word("// TO"
                     "DO: later"));
  CHECK(
      has_stray_word("see ../sha"
                     "red/notes.md"));
  CHECK_FALSE(
      has_stray_word("// TO"
                     "DO(student): load"));
  CHECK_FALSE(has_stray_word("a workspace, a hackathon"));
  const auto stray = files_that([](const std::string& path) {
    return has_stray_word(repo::text_of(path));
  });
  INFO(joined(stray));
  CHECK(stray.empty());
}

TEST_CASE("layout: work for students is in labs only", "[repo]") {
  const auto elsewhere = files_that([](const std::string& path) {
    return (path.ends_with(".cu") || path.starts_with("solutions/")) &&
           !path.starts_with("labs/") &&
           repo::text_of(path).find(
               "TO"
               "DO(student)") != std::string::npos;
  });
  INFO(joined(elsewhere));
  CHECK(elsewhere.empty());
}

TEST_CASE("layout: no file has a name that says nothing", "[repo]") {
  const auto vague = files_that([](const std::string& path) {
    static const std::set<std::string> names{
        "utils", "util", "helpers", "helper", "misc", "manager", "impl"};
    return names.contains(std::filesystem::path(path).stem().string());
  });
  INFO(joined(vague));
  CHECK(vague.empty());
}

TEST_CASE("layout: a test lies where the file that it tests lies", "[repo]") {
  const auto stray = files_that([](const std::string& path) {
    if (!path.starts_with("tests/common/") || !path.ends_with(".test.cpp"))
      return false;
    const auto folder = std::filesystem::path(path).parent_path().string();
    return !repo::exists(folder.substr(std::string("tests/").size()));
  });
  INFO(joined(stray));
  CHECK(stray.empty());
}

TEST_CASE("layout: C++ files are formatted", "[repo]") {
  const auto version = repo::run({"clang-format", "--version"});
  if (version.output.find("version 14.") == std::string::npos)
    SKIP("clang-format 14, whose layout is the reference, is not installed");
  std::vector<std::string> command{"clang-format", "--dry-run", "-Werror"};
  for (const std::string& path : files_that([](const std::string& file) {
         return ends_with_one_of(file, {".cpp", ".h", ".cu"});
       }))
    command.push_back(path);
  const auto result = repo::run(command);
  INFO(result.errors.substr(0, 4000));
  CHECK(result.is_success());
}
