// SPDX-License-Identifier: Apache-2.0
// The command line as a whole.
#include "cli/verbs.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("every verb explains itself", "[cli]") {
  const std::string verb = GENERATE(as<std::string>{}, "check", "watch", "run",
                                    "bench", "grade", "status");
  const ProcessResult result = Workplace().run({verb, "--help"});
  CHECK(result.code == 0);
  CHECK_THAT(result.output, ContainsSubstring(verb));
}

TEST_CASE("help and version are no errors, no verb at all is one", "[cli]") {
  const Workplace place;
  CHECK(place.run({"--help"}).code == 0);
  CHECK_THAT(place.run({"--help"}).output, ContainsSubstring("Examples:"));
  CHECK(place.run({"--version"}).code == 0);
  CHECK_THAT(place.run({"--version"}).output, ContainsSubstring("lockstep 0"));
  CHECK(place.run({}).code == 2);
}

TEST_CASE("a mistyped verb gets a suggestion", "[cli]") {
  const ProcessResult result = Workplace().run({"chek", "01"});
  CHECK(result.code == 2);
  CHECK_THAT(result.errors, ContainsSubstring("did you mean \"check\"?"));
  CHECK_THAT(Workplace().run({"\x1b[31mx"}).errors,
             ContainsSubstring("\\x1b[31mx"));
}

TEST_CASE("verbs that come later say so", "[cli]") {
  const std::string verb = "grade";
  const ProcessResult result =
      Workplace().run({verb, "--jobs", "2", "--", "x"});
  CHECK(result.code == 2);
  CHECK_THAT(
      result.errors,
      ContainsSubstring("\"" + verb + "\" is not available in this version"));
}

TEST_CASE("colour comes on demand and goes with never", "[cli]") {
  const Workplace place("fail");
  CHECK_THAT(place.run({"--color", "always", "check", "01"}).output,
             ContainsSubstring("\x1b["));
  CHECK_THAT(place.run({"check", "01", "--color", "never"}).output,
             !ContainsSubstring("\x1b["));
}

TEST_CASE("a terminal gets colour and progress, unless it asks for none",
          "[cli]") {
  if (!find_program("script")) SKIP("script is not installed");
  const auto [settings, is_coloured] = GENERATE(table<std::string, bool>({
      {"", true},
      {"NO_COLOR=1 ", false},
      {"TERM=dumb ", false},
  }));
  const std::string text =
      Workplace("fail")
          .shell(settings + "script -qec \"$LOCKSTEP check 01\" /dev/null")
          .output;
  CHECK((text.find("\x1b[1;31merror") != std::string::npos) == is_coloured);
  const bool has_progress = text.find("01_reduction: compiling") != text.npos;
  CHECK(has_progress == (settings != "TERM=dumb "));
}

TEST_CASE("lines are as long as the terminal is wide", "[cli]") {
  if (!find_program("script")) SKIP("script is not installed");
  const std::string text =
      Workplace("fail")
          .shell(
              "script -qec \"stty cols 50; $LOCKSTEP check 01 --color "
              "never 2>/dev/null\" /dev/null")
          .output;
  CHECK_THAT(text, ContainsSubstring("hazard in\r\nshared memory\r\n"));
}

TEST_CASE("a full disk behind standard output is said", "[cli]") {
  const ProcessResult result =
      Workplace().shell("$LOCKSTEP check 01 >/dev/full; echo $?");
  CHECK(result.output == "2\n");
  CHECK_THAT(result.errors, ContainsSubstring("No space left"));
}
