// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, hang-up and a killed program leave nothing behind.
#include <signal.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <filesystem>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;

namespace {

/// Starts a check that hangs, and a second later sends it `signal`.
std::string interrupted_by(const std::string& signal) {
  return "$LOCKSTEP check 01 --json r.json & id=$!\n"
         "while [ ! -s pid ]; do sleep 0.05; done\n"
         "kill -" +
         signal + " $id; wait $id; echo $?";
}

bool is_gone(const Workplace& place) {
  return kill(std::stoi(place.read("pid")), 0) != 0;
}

}  // namespace

TEST_CASE("check: a signal ends the autograder and leaves no file", "[cli]") {
  const auto [signal, code] = GENERATE(table<std::string, std::string>(
      {{"INT", "130\n"}, {"TERM", "143\n"}, {"HUP", "129\n"}}));
  const Workplace place("hang");
  const ProcessResult result = place.shell(interrupted_by(signal));
  CHECK(result.output == code);
  CHECK(result.seconds < 30);
  CHECK(is_gone(place));
  CHECK(place.leftovers().empty());
  CHECK_FALSE(std::filesystem::exists(place.path("r.json")));
}

TEST_CASE("check: what nohup ignores does not end it", "[cli]") {
  const Workplace place("pass");
  const ProcessResult result = place.shell(
      "trap '' HUP; ${LOCKSTEP#env --default-signal } check 01 & id=$!\n"
      "for i in 1 2 3; do kill -HUP $id 2>/dev/null; done; wait $id; echo $?");
  CHECK(result.output.ends_with("\n0\n"));
}

TEST_CASE("check: the autograder does not outlive a killed program", "[cli]") {
  const Workplace place("hang");
  place.shell(interrupted_by("KILL") + "; sleep 0.5");
  CHECK(is_gone(place));
}
