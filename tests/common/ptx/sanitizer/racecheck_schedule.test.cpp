// SPDX-License-Identifier: Apache-2.0
// Where only barriers order accesses, every schedule gives the same verdict.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <set>
#include <string>
#include <tuple>

#include "event_script.h"
#include "ptx/sanitizer/racecheck.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint32_t warps = 4;
constexpr std::uint64_t seeds = 20;

using Verdict = std::set<std::tuple<std::uint32_t, std::uint32_t, std::string,
                                    Severity, std::string>>;
using Program = std::vector<std::vector<Step>> (*)(EventScript&, int);

Verdict verdict(Program program, int removed, std::uint64_t seed) {
  Racecheck checker;
  EventScript script({&checker}, {1, 1, 1}, {warps * warp_size, 1, 1});
  auto steps = program(script, removed);
  script.begin();
  interleave(script, 0, std::move(steps), seed);
  script.end();
  std::vector<Finding> findings;
  checker.findings().append_to(findings);
  Verdict result;
  for (const Finding& finding : findings)
    result.emplace(finding.place.line, finding.other.line, finding.kind,
                   finding.severity, finding.variable);
  return result;
}

LaneMask lanes_below(std::uint32_t warp, std::uint32_t threads) {
  if (threads >= (warp + 1) * warp_size) return full_mask;
  if (threads <= warp * warp_size) return 0;
  return (LaneMask{1} << (threads - warp * warp_size)) - 1;
}

/// Tree over 128 elements: store 2, barrier 3, then in a loop from 5 loads 6
/// and 7, store 8, barrier 9. `removed` is a barrier by number; -2 those of
/// the loop.
std::vector<std::vector<Step>> tree(EventScript& script, int removed) {
  script.loop(5, 10);
  std::vector<std::vector<Step>> steps(warps);
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    auto& mine = steps[warp];
    int barrier = 0;
    const auto meet = [&](bool in_loop) {
      if (barrier++ != removed && !(in_loop && removed == -2))
        mine.emplace_back();
    };
    const auto at = [=](std::uint64_t plus) {
      return words(warp * warp_size + plus);
    };
    const Who all{0, warp, full_mask};
    mine.emplace_back(
        [&script, all, at] { script.shared(all, 2, at(0), store()); });
    meet(false);
    for (std::uint32_t stride = warps * warp_size / 2; stride > 0;
         stride /= 2) {
      const Who who{0, warp, lanes_below(warp, stride)};
      if (who.mask != 0) {
        mine.emplace_back([&script, who, at, stride] {
          script.shared(who, 6, at(stride), load());
        });
        mine.emplace_back(
            [&script, who, at] { script.shared(who, 7, at(0), load()); });
        mine.emplace_back(
            [&script, who, at] { script.shared(who, 8, at(0), store()); });
      }
      meet(true);
    }
  }
  return steps;
}

/// Two buffers of 128 words: store 2, barrier, then per step loads 5 and 6
/// from one, store 7 to the other, barrier 8.
std::vector<std::vector<Step>> double_buffer_scan(EventScript& script,
                                                  int removed) {
  script.loop(4, 9);
  std::vector<std::vector<Step>> steps(warps);
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    auto& mine = steps[warp];
    int barrier = 0;
    const auto meet = [&] {
      if (barrier++ != removed) mine.emplace_back();
    };
    const std::uint64_t own = warp * warp_size;
    const Who all{0, warp, full_mask};
    mine.emplace_back(
        [&script, all, own] { script.shared(all, 2, words(own), store()); });
    meet();
    std::uint64_t from = 0, to = 128;
    for (std::uint32_t stride = 1; stride < 128; stride *= 2) {
      const Who reaching{0, warp, ~lanes_below(warp, stride)};
      if (reaching.mask != 0)
        mine.emplace_back([=, &script] {
          script.shared(reaching, 5, words(from + own - stride), load());
        });
      mine.emplace_back([=, &script] {
        script.shared(all, 6, words(from + own), load());
        script.shared(all, 7, words(to + own), store());
      });
      std::swap(from, to);
      meet();
    }
  }
  return steps;
}

/// Kogge-Stone in one buffer: loads 4, barrier, store 6, barrier, in a loop.
/// `removed` 0 takes the first barrier of every step away, 1 the second.
std::vector<std::vector<Step>> single_buffer_scan(EventScript& script,
                                                  int removed) {
  script.loop(3, 8);
  std::vector<std::vector<Step>> steps(warps);
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    auto& mine = steps[warp];
    const std::uint64_t own = warp * warp_size;
    const Who all{0, warp, full_mask};
    mine.emplace_back(
        [&script, all, own] { script.shared(all, 1, words(own), store()); });
    mine.emplace_back();
    for (std::uint32_t stride = 1; stride < 128; stride *= 2) {
      const Who reaching{0, warp, ~lanes_below(warp, stride)};
      if (reaching.mask != 0)
        mine.emplace_back([=, &script] {
          script.shared(reaching, 4, words(own - stride), load());
        });
      if (removed != 0) mine.emplace_back();
      if (reaching.mask != 0)
        mine.emplace_back(
            [=, &script] { script.shared(reaching, 6, words(own), store()); });
      if (removed != 1) mine.emplace_back();
    }
  }
  return steps;
}

void is_silent(Program program) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    REQUIRE(verdict(program, -1, seed).empty());
}

TEST_CASE(
    "racecheck: a tree reduction with its barriers is silent under "
    "every schedule",
    "[ptx][racecheck]") {
  is_silent(tree);
}

TEST_CASE("racecheck: a double-buffered scan is silent under every schedule",
          "[ptx][racecheck]") {
  is_silent(double_buffer_scan);
}

TEST_CASE("racecheck: a single-buffered scan is silent under every schedule",
          "[ptx][racecheck]") {
  is_silent(single_buffer_scan);
}

TEST_CASE(
    "racecheck: a tree without one of its barriers fires alike under "
    "every schedule",
    "[ptx][racecheck]") {
  // The last barrier orders nothing: nobody reads after it here.
  const int removed = GENERATE(-2, 0, 1, 2, 3, 4, 5, 6);
  const Verdict first = verdict(tree, removed, 0);
  REQUIRE(!first.empty());
  for (const auto& [line, other, kind, severity, variable] : first) {
    CHECK(variable == "tile");
    CHECK((line == 6 || line == 8));
  }
  for (std::uint64_t seed = 1; seed < seeds; ++seed)
    CHECK(verdict(tree, removed, seed) == first);
}

TEST_CASE(
    "racecheck: a tree whose loop has no barrier reads what another "
    "step wrote",
    "[ptx][racecheck]") {
  const Verdict found = verdict(tree, -2, 3);
  CHECK(found == Verdict{{6, 8, "read-after-write", Severity::error, "tile"}});
}

TEST_CASE(
    "racecheck: a double-buffered scan without one of its barriers "
    "fires alike under every schedule",
    "[ptx][racecheck]") {
  const int removed = GENERATE(0, 1, 2, 3, 4, 5, 6);
  const Verdict first = verdict(double_buffer_scan, removed, 0);
  REQUIRE(!first.empty());
  for (std::uint64_t seed = 1; seed < seeds; ++seed)
    CHECK(verdict(double_buffer_scan, removed, seed) == first);
}

TEST_CASE(
    "racecheck: the two barriers of a single-buffered scan prevent two "
    "hazards",
    "[ptx][racecheck]") {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    CHECK(verdict(single_buffer_scan, 0, seed) ==
          Verdict{{6, 4, "write-after-read", Severity::error, "tile"}});
    CHECK(verdict(single_buffer_scan, 1, seed) ==
          Verdict{{4, 6, "read-after-write", Severity::error, "tile"}});
  }
}

}  // namespace
}  // namespace lockstep::ptx
