// SPDX-License-Identifier: Apache-2.0
// lockstep watch: checks at each way of saving, and ends on Ctrl-C.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* prologue =
    "saw() { n=0; while [ $(grep -c \"$1\" out) -lt $2 ]; do sleep 0.05;\n"
    "n=$((n + 1)); [ $n -lt 400 ] || exit 9; done; }\n"
    "$LOCKSTEP watch 01 >out 2>&1 & id=$!\n"
    "while [ ! -e out ]; do sleep 0.05; done\n";
constexpr const char* epilogue = "kill -INT $id; wait $id; echo $?";

}  // namespace

TEST_CASE("watch: each way of saving starts one more check", "[cli]") {
  const std::string save = GENERATE(
      as<std::string>{},
      "sed 's/pass/fail/' reduction.cu >new; mv new "
      "reduction.cu\n",
      "sed 's/pass/fail/' reduction.cu >new; cat new >reduction.cu\n",
      "sed 's/pass/fail/' reduction.cu >new; mv reduction.cu reduction.cu~;\n"
      "cp new reduction.cu\n");
  const Workplace place;
  const ProcessResult result =
      place.shell(prologue + std::string("saw Ctrl-C 1\n") + save +
                  "saw Ctrl-C 2\n" + epilogue);
  CHECK(result.output == "0\n");
  CHECK_THAT(place.read("out"), ContainsSubstring("error[racecheck]"));
  CHECK(place.leftovers().empty());
}

TEST_CASE("watch: other files of the folder start nothing", "[cli]") {
  const Workplace place;
  const ProcessResult result =
      place.shell(prologue +
                  std::string("saw Ctrl-C 1\ntouch .reduction.cu.swp 4913\n"
                              "sleep 0.5; grep -c Ctrl-C out\n") +
                  epilogue);
  CHECK(result.output == "1\n0\n");
}

TEST_CASE("watch: a save gives up the check that runs", "[cli]") {
  const Workplace place("hang");
  const ProcessResult result =
      place.shell(prologue +
                  std::string("while [ ! -s pid ]; do sleep 0.05; done\n"
                              "sed -i 's/hang/pass/' reduction.cu\n"
                              "saw Ctrl-C 1\nkill -0 $(cat pid) 2>/dev/null &&"
                              " echo alive\n") +
                  epilogue);
  CHECK(result.output == "0\n");
}

TEST_CASE("watch: Ctrl-C while a check runs ends both", "[cli]") {
  const Workplace place("hang");
  const ProcessResult result = place.shell(
      prologue + std::string("while [ ! -s pid ]; do sleep 0.05; done\n") +
      epilogue + "; kill -0 $(cat pid) 2>/dev/null && echo alive");
  CHECK(result.output == "0\n");
  CHECK(place.leftovers().empty());
}

TEST_CASE("watch: a file that is gone for a while is waited for", "[cli]") {
  const Workplace place;
  const ProcessResult result =
      place.shell(prologue +
                  std::string("saw Ctrl-C 1\nmv reduction.cu away\n"
                              "saw 'no such file' 1\nmv away reduction.cu\n"
                              "saw Ctrl-C 2\n") +
                  epilogue);
  CHECK(result.output == "0\n");
}

TEST_CASE("watch: needs a lab, and a file that is there", "[cli]") {
  CHECK(Workplace().run({"watch"}).code == 2);
  CHECK(Workplace().run({"watch", "09"}).code == 2);
  CHECK(Workplace().run({"watch", "01", "--submission", "none"}).code == 2);
}
