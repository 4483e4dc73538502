// SPDX-License-Identifier: Apache-2.0
// Programs built with clang alone and run on the emulator.
#include "compile/whole_program.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstring>

#include "compile/toolchain.h"
#include "process/process.h"
#include "submission.h"

namespace lockstep {
namespace {

using Catch::Matchers::ContainsSubstring;

class BuiltProgram {
 public:
  explicit BuiltProgram(const std::string& source) {
    if (!find_clang()) SKIP("not run: clang is not installed");
    built = lockstep({"build", source, "-o", program()});
  }
  ProcessResult run(const std::vector<std::string>& arguments = {}) const {
    std::vector<std::string> command = {"run", "--", program()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return lockstep(std::move(command));
  }

  ProcessResult built;

 private:
  static ProcessResult lockstep(std::vector<std::string> command) {
    command.insert(command.begin(), LOCKSTEP_PROGRAM);
    ProcessRequest request;
    request.command = std::move(command);
    request.seconds = 120;
    return run_process(std::move(request));
  }
  std::string program() const { return folder_.path() / "program"; }

  TemporaryFolder folder_;
};

std::string of_test(const std::string& name) {
  return std::string(LOCKSTEP_TEST_PROGRAMS) + "/" + name;
}

TEST_CASE("whole programs: host and device code do what they say",
          "[compile][clang][run]") {
  const BuiltProgram program(of_test("features.cu"));
  INFO(program.built.errors);
  REQUIRE(program.built.code == 0);
  CHECK(program.built.errors.empty());
  const ProcessResult result = program.run();
  INFO(result.errors);
  CHECK(result.code == 0);
  CHECK(result.output ==
        "7 13 1024 13\nfrom the device: 4\n4\n3c00 4000\n13 5 10\nfits\n");
  CHECK_THAT(result.errors, ContainsSubstring("no findings"));
}

TEST_CASE("whole programs: the solution of lab 01 adds up",
          "[compile][clang][run]") {
  const BuiltProgram program(LOCKSTEP_SOLUTIONS "/01_reduction/main.cu");
  INFO(program.built.errors);
  REQUIRE(program.built.code == 0);
  const ProcessResult result = program.run({"5000"});
  INFO(result.output);
  CHECK(result.code == 0);
  CHECK_THAT(result.output, !ContainsSubstring("wrong"));
  CHECK_THAT(result.errors, ContainsSubstring("no findings"));
}

TEST_CASE("whole programs: a finding has the line of the kernel",
          "[compile][clang][run]") {
  const BuiltProgram program(of_test("overrun.cu"));
  REQUIRE(program.built.code == 0);
  const ProcessResult result = program.run();
  CHECK(result.code != 0);
  CHECK_THAT(result.errors, ContainsSubstring("overrun.cu:6"));
}

TEST_CASE("whole programs: what is not there is refused by name",
          "[compile][clang][run]") {
  const BuiltProgram refused(of_test("refused.cu"));
  CHECK(refused.built.code == 1);
  CHECK_THAT(refused.built.errors, ContainsSubstring("refused.cu:3"));
  CHECK_THAT(refused.built.errors,
             ContainsSubstring("a library that does the lab's work"));
  const BuiltProgram missing("nowhere.cu");
  CHECK(missing.built.code == 2);
}

TEST_CASE("whole programs: a fatbin holds the PTX with its length",
          "[compile]") {
  const std::string ptx =
      GENERATE(std::string(), std::string("1234567"), std::string("12345678"));
  const std::string fatbin = fatbin_of(ptx);
  std::uint64_t size = 0, payload = 0;
  std::memcpy(&size, fatbin.data() + 8, sizeof size);
  std::memcpy(&payload, fatbin.data() + 24, sizeof payload);
  CHECK(size + 16 == fatbin.size());
  CHECK(payload + 64 == size);
  CHECK(payload % 8 == 0);
  CHECK(fatbin.substr(80, ptx.size()) == ptx);
  CHECK(fatbin.back() == '\0');
}

}  // namespace
}  // namespace lockstep
