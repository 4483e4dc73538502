// SPDX-License-Identifier: Apache-2.0
// Files that appear whole: replaced, never half written, nothing beside.
#include "cli/system/output_file.h"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>

#include "cli/system/failure.h"
#include "cli/system/temporary_folder.h"

using namespace lockstep::cli;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("output: asking leaves no trace, writing leaves one file", "[cli]") {
  const TemporaryFolder folder;
  const OutputFile file(folder.path() / "r.json");
  CHECK(entries(folder.path()) == 0);
  file.write("first");
  file.write("2");
  CHECK(content(folder.path() / "r.json") == "2");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("output: a link stays a link to the new content", "[cli]") {
  const TemporaryFolder folder;
  fs::create_symlink("target", folder.path() / "link");
  OutputFile(folder.path() / "link").write("x");
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(content(folder.path() / "target") == "x");
}

TEST_CASE("output: a device is written to, not replaced", "[cli]") {
  OutputFile("/dev/null").write("x");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_THROWS_AS(OutputFile("/dev/full").write("x"), Failure);
}

TEST_CASE("output: what cannot be written is refused at once", "[cli]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(OutputFile(folder.path()), Failure);
  CHECK_THROWS_AS(OutputFile(folder.path() / "no" / "r.json"), Failure);
  CHECK_THROWS_AS(OutputFile(""), Failure);
}
