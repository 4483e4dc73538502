// SPDX-License-Identifier: Apache-2.0
// Hints by task, symptom and level.
#include "harness/hints/hints.h"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <stdexcept>

using namespace lockstep;

namespace {

/// A file of this test alone, removed at its end.
class HintsFile {
 public:
  explicit HintsFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("hints-" + std::to_string(getpid()) + ".json")) {
    std::ofstream(path_) << text;
  }
  ~HintsFile() { std::filesystem::remove(path_); }
  Hints read() const { return Hints(path_); }

 private:
  std::filesystem::path path_;
};

const std::string valid = R"({"smem": {"race": ["r1", "r2", "r3", "r4"],
                                       "default": ["d1", "d2", "d3", "d4"]},
                              "fast": {}})";

}  // namespace

TEST_CASE("hints: the symptom's own come first, else the default ones",
          "[harness][hints]") {
  const Hints hints = HintsFile(valid).read();
  CHECK(hints.choose("smem", "race", 1) == std::vector<std::string>{"r1"});
  CHECK(hints.choose("smem", "doubled", 2) ==
        std::vector<std::string>{"d1", "d2"});
  CHECK(hints.choose("smem", "race", 9).size() == 4);
  CHECK(hints.choose("smem", "race", 0).empty());
  CHECK(hints.choose("fast", "race", 1).empty());
  CHECK(hints.choose("other", "race", 1).empty());
}

TEST_CASE("hints: a missing file has none, a broken one is refused",
          "[harness][hints]") {
  CHECK(Hints("/no/such/file.json").choose("smem", "race", 1).empty());
  CHECK_THROWS_AS(HintsFile("{").read(), std::runtime_error);
  CHECK_THROWS_AS(HintsFile("[]").read(), std::runtime_error);
  CHECK_THROWS_AS(HintsFile(R"({"smem": {"race": ["only one"]}})").read(),
                  std::runtime_error);
  CHECK_THROWS_AS(HintsFile(R"({"smem": {"race": [1, 2, 3, 4]}})").read(),
                  std::runtime_error);
}

TEST_CASE("hints: common symptoms say what to do next, unknown ones nothing",
          "[harness][hints]") {
  CHECK_FALSE(next_step("never_written").empty());
  CHECK(next_step("no such symptom").empty());
}
