// SPDX-License-Identifier: Apache-2.0
#include "compile/source_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "submission.h"

namespace lockstep {
namespace {

std::string problem_of(const std::filesystem::path& path) {
  return read_source_file(path, "a.cu").problem;
}

TEST_CASE("source file: a text is read whole", "[compile]") {
  const TemporaryFolder folder;
  const std::string text = "// größer → ∑\nint x;\n";
  const SourceFile source = read_source_file(folder.write("a.cu", text), "");
  CHECK(source.problem.empty());
  CHECK(source.text == text);
}

TEST_CASE("source file: what is no source is refused with a remedy",
          "[compile]") {
  const TemporaryFolder folder;
  CHECK(problem_of(folder.path() / "no.cu") ==
        "there is no file a.cu; check the path");
  CHECK(problem_of(folder.path()) ==
        "a.cu is a directory; name the .cu file that is to be checked");
  CHECK(problem_of(folder.write("empty.cu", "")) ==
        "a.cu is empty; start again from the skeleton in labs/");
  CHECK(problem_of(folder.write("blank.cu", " \n\t\n")) ==
        "a.cu is empty; start again from the skeleton in labs/");
  CHECK(problem_of(folder.write("b.cu", std::string("ELF\0\1", 5))) ==
        "a.cu is a binary file; name the .cu source instead");
  CHECK(problem_of(folder.write("latin.cu", "// gr\xF6\xDF")) ==
        "a.cu is not UTF-8 text; save it as UTF-8");
}

TEST_CASE("source file: one mebibyte is the limit", "[compile]") {
  const TemporaryFolder folder;
  CHECK(problem_of(folder.write("a.cu", std::string(max_source_bytes, 'x')))
            .empty());
  CHECK(problem_of(folder.write("a.cu", std::string(max_source_bytes + 1, 'x')))
            .find("larger than 1024 KiB") != std::string::npos);
}

TEST_CASE("source file: FIFOs and devices do not block", "[compile]") {
  const TemporaryFolder folder;
  const auto fifo = folder.path() / "fifo.cu";
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  const std::string refusal =
      "a.cu is not a regular file; name a .cu source file";
  CHECK(problem_of(fifo) == refusal);
  CHECK(problem_of("/dev/zero") == refusal);
}

TEST_CASE("source file: UTF-8 is checked strictly", "[compile]") {
  CHECK(is_valid_utf8("a\u00e9\u20ac\U0001F600"));
  CHECK_FALSE(is_valid_utf8("\x80"));
  CHECK_FALSE(is_valid_utf8("\xC0\xAF"));          // overlong
  CHECK_FALSE(is_valid_utf8("\xE2\x82"));          // cut off
  CHECK_FALSE(is_valid_utf8("\xED\xA0\x80"));      // a surrogate
  CHECK_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));  // beyond Unicode
}

}  // namespace
}  // namespace lockstep
