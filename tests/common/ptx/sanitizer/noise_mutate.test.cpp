// SPDX-License-Identifier: Apache-2.0
// The mutator, and how observations are held against expectations.
#include <catch2/catch_test_macros.hpp>

#include "noise/verdict.h"

namespace lockstep::noise {
namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;

/// Key and new text of each change of `source`.
Changes changes_of(const std::string& source) {
  Changes changes;
  for (const Mutant& mutant :
       mutants_of("__global__ void k() {" + source + "}"))
    changes.emplace_back(mutant.key, mutant.is);
  return changes;
}

TEST_CASE("mutate: a barrier or fence is removed, a fence also narrowed",
          "[noise]") {
  CHECK(changes_of("a(); __syncthreads(); b();") ==
        Changes{{"barrier", "((void)0)"}});
  CHECK(changes_of("n = __syncthreads_count(x);") ==
        Changes{{"barrier", "!!"}});
  CHECK(changes_of("tile.sync();") == Changes{{"barrier", "((void)0)"}});
  CHECK(changes_of(R"(asm volatile("bar.sync 1, 64;" ::: "memory");)") ==
        Changes{{"barrier", "((void)0)"}});
  CHECK(
      changes_of("__threadfence();") ==
      Changes{{"fence", "((void)0)"}, {"fence.narrow", "__threadfence_block"}});
  CHECK(changes_of("__threadfence_block();") ==
        Changes{{"fence", "((void)0)"}});
}

TEST_CASE("mutate: a line keeps its number", "[noise]") {
  const auto mutants =
      mutants_of("void k() {\n  f(a,\n    __syncthreads());\n}");
  REQUIRE(mutants.size() == 1);
  CHECK(mutants[0].line == 3);
  CHECK(mutants[0].text == "void k() {\n  f(a,\n    ((void)0));\n}");
}

TEST_CASE("mutate: an atomic becomes a load, a change and a store", "[noise]") {
  CHECK(changes_of("atomicAdd(&n[f(1, 2)], 3);") ==
        Changes{{"atomic",
                 "({ auto* p = &n[f(1, 2)]; auto o = *p; *p = o + (3); o; })"},
                {"atomic.narrow", "atomicAdd_block"}});
}

TEST_CASE("mutate: masks lose a lane or a half", "[noise]") {
  CHECK(changes_of("x = __ballot_sync(m, y);") ==
        Changes{{"mask.lane", "__ballot_sync((m) & ((m) - 1)"},
                {"mask.half", "__ballot_sync((m) & 0xffffu"}});
  CHECK(changes_of("__syncwarp();")[1].second ==
        "__syncwarp((0xffffffffu) & ((0xffffffffu) - 1)");
}

TEST_CASE("mutate: a bound is passed always, or by one more", "[noise]") {
  CHECK(changes_of("if (i < n && p) f();") ==
        Changes{{"bound", "true"}, {"bound.off", "<="}});
  CHECK(changes_of("if (i >= n) return;") ==
        Changes{{"bound", "false"}, {"bound.off", ">"}});
  CHECK(changes_of("if (p || i < n) f();") ==
        Changes{{"bound", "false"}, {"bound.off", "+ 1 <"}});
  CHECK(changes_of("x = i > 0 ? y : 0;") ==
        Changes{{"bound", "true"}, {"bound.off", ">="}});
  CHECK(changes_of("while (i < n) f();") == Changes{{"bound.off", "<="}});
  CHECK(changes_of("for (; i < n;) f();") == Changes{{"bound.off", "<="}});
  CHECK(changes_of("if (i == n) f<3>();").empty());
  CHECK(changes_of("x = i < n;").empty());
}

TEST_CASE("mutate: first values are left out", "[noise]") {
  CHECK(changes_of("__shared__ int a[4]; a[t] = x; a[t] = y;") ==
        Changes{{"init", ""}});
  CHECK(changes_of("a[t] = 0;") == Changes{{"init", ""}});
  CHECK(changes_of("int sum = 0; sum += x;") == Changes{{"init", ""}});
  CHECK(changes_of("int sum = 0; f(sum);").empty());
  CHECK(changes_of("for (int i = 0; f(i); ++i) g();").empty());
  CHECK(changes_of("a[t] = x;").empty());
}

TEST_CASE("mutate: inline PTX loses its order, strength or scope", "[noise]") {
  CHECK(changes_of(R"(asm volatile("ld.acquire.gpu.s32 %0, [%1];" : x);)") ==
        Changes{{"order", "\"ld.relaxed.gpu.s32 %0, [%1];\""},
                {"order.weak", "\"ld.s32 %0, [%1];\""},
                {"order.narrow", "\"ld.acquire.cta.s32 %0, [%1];\""}});
  CHECK(changes_of("volatile int* p = q;") == Changes{{"volatile", ""}});
}

ptx::Finding finding(const std::string& tool, unsigned line, unsigned other) {
  ptx::Finding finding;
  finding.tool = tool;
  finding.place.line = line;
  finding.other.line = other;
  return finding;
}

Expectation race_of_3_and_5() {
  return {Expectation::Kind::report, {{"racecheck", {3}, {5}}}, {}, ""};
}

TEST_CASE("verdict: a report at the right lines is what is asked", "[noise]") {
  Observation observation{{{{finding("racecheck", 5, 3)}, false}}};
  CHECK(judge(observation, race_of_3_and_5()).is_as_expected);
  SECTION("not one at other lines") {
    observation.runs[0].findings[0].place.line = 6;
    CHECK(judge(observation, race_of_3_and_5()).what == "at other lines");
  }
  SECTION("not one more at other lines") {
    observation.runs[0].findings.push_back(finding("memcheck", 9, 0));
    CHECK(judge(observation, race_of_3_and_5()).what == "at other lines");
  }
  SECTION("nor information") {
    observation.runs[0].findings[0].severity = ptx::Severity::information;
    CHECK(judge(observation, race_of_3_and_5()).what == "missed");
  }
  SECTION("nor silence") {
    observation.runs[0].findings.clear();
    CHECK(judge(observation, race_of_3_and_5()).what == "missed");
  }
  SECTION("of some schedules it says so") {
    observation.runs.push_back({});
    CHECK(judge(observation, race_of_3_and_5()).what ==
          "reported (1 of 2 seeds)");
  }
}

TEST_CASE("verdict: no harm means silence and the right result", "[noise]") {
  const Expectation fine{Expectation::Kind::fine, {}, {}, "why"};
  const Expectation result{Expectation::Kind::result, {}, {}, "why"};
  const Observation right{{{{}, true}}}, wrong{{{{}, false}}};
  CHECK(judge(right, fine).is_as_expected);
  CHECK_FALSE(judge(wrong, fine).is_as_expected);
  CHECK(judge(wrong, result).is_as_expected);
  CHECK_FALSE(judge(right, result).is_as_expected);
  const Observation loud{{{{finding("memcheck", 1, 0)}, true}}};
  CHECK_FALSE(judge(loud, fine).is_as_expected);
  CHECK(fault_of_original(right).empty());
  CHECK_FALSE(fault_of_original(wrong).empty());
  CHECK_FALSE(fault_of_original(loud).empty());
}

}  // namespace
}  // namespace lockstep::noise
