// SPDX-License-Identifier: Apache-2.0
// What is taken as a student's file, and what each other thing is told.
#include "cli/lab/submission.h"

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>

#include "cli/system/failure.h"
#include "cli/system/temporary_folder.h"

using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

void refused(const std::filesystem::path& path, const std::string& why) {
  CHECK_THROWS_MATCHES(read_submission(path), Failure,
                       MessageMatches(ContainsSubstring(why)));
}

}  // namespace

TEST_CASE("submission: each thing that is no source file gets its remedy",
          "[cli]") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder.path() / name, std::ios::binary) << content;
    return folder.path() / name;
  };
  refused(folder.path() / "none.cu", "no such file");
  refused(folder.path(), "this is a folder");
  refused("/dev/null", "no regular file");
  refused("", "no such file");
  refused(file("empty.cu", ""), "the file is empty");
  refused(file("blank.cu", " \n\t\r\n"), "the file is empty");
  refused(file("binary.cu", std::string("\x7f"
                                        "ELF\0",
                                        5)),
          "binary");
  refused(file("huge.cu", std::string((1 << 20) + 1, ' ')), "larger than");
  const auto pipe = folder.path() / "pipe.cu";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  refused(pipe, "no regular file");
  const auto loop = folder.path() / "loop.cu";
  std::filesystem::create_symlink(loop, loop);
  refused(loop, "cannot be reached");
}

TEST_CASE("submission: the fingerprint changes with the content", "[cli]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.cu";
  std::ofstream(path) << "a";
  const std::string first = read_submission(path).fingerprint();
  CHECK(read_submission(path).fingerprint() == first);
  std::ofstream(path) << "b";
  CHECK(read_submission(path).fingerprint() != first);
}
