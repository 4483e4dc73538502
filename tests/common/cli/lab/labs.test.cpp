// SPDX-License-Identifier: Apache-2.0
// The list of labs: its names, and what is no list.
#include "cli/lab/labs.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>

#include "cli/system/failure.h"
#include "cli/system/temporary_folder.h"

using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

struct Registry {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "labs.json";
  explicit Registry(const std::string& text) { std::ofstream(path) << text; }
};

constexpr const char* two_labs = R"({"version": 1, "labs": [
  {"name": "01_reduction", "title": "Reduction", "executable": "lab_01",
   "submission": "/src/labs/01_reduction/reduction.cu"},
  {"name": "10_sort", "executable": "lab_10", "submission": "sort.cu"}]})";

}  // namespace

TEST_CASE("labs: found by number, name and stem, and nothing else", "[cli]") {
  const Registry registry(two_labs);
  const Labs labs(registry.path);
  for (const char* name : {"01", "1", "001", "01_reduction", "reduction"})
    CHECK(labs.named(name).name == "01_reduction");
  CHECK(labs.named("10").name == "10_sort");
  for (const char* name : {"", "0", "2", "01_", "_reduction", "../01", "100"})
    CHECK_THROWS_AS(labs.named(name), Failure);
}

TEST_CASE("labs: paths are taken from where the list is", "[cli]") {
  const Registry registry(two_labs);
  const Labs labs(registry.path);
  CHECK(labs.named("1").executable == registry.folder.path() / "lab_01");
  CHECK(labs.named("1").submission == "/src/labs/01_reduction/reduction.cu");
}

TEST_CASE("labs: what is no list of labs is refused with a remedy", "[cli]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "[]", "{}", R"({"labs": 3})",
               R"({"labs": [{}]})", R"({"labs": [{"name": 1}]})");
  const Registry registry(text);
  CHECK_THROWS_MATCHES(Labs(registry.path), Failure,
                       MessageMatches(ContainsSubstring("\"make\"")));
}
