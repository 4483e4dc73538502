// SPDX-License-Identifier: Apache-2.0
// Random accesses and barriers of one block, judged by racecheck and by an
// oracle that keeps every access and a whole vector clock for each thread.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>
#include <utility>

#include "event_script.h"
#include "ptx/sanitizer/racecheck.h"

namespace lockstep::ptx {
namespace {

constexpr unsigned warps = 3, threads = warps * warp_size;
using Lines = std::set<std::pair<std::uint32_t, std::uint32_t>>;

class Oracle {
 public:
  void access(unsigned warp, LaneMask mask, std::uint32_t line, bool is_write,
              const std::array<std::uint64_t, warp_size>& words) {
    std::vector<Past> arrived;
    for_each_lane(mask, [&](unsigned lane) {
      const unsigned thread = warp * warp_size + lane;
      ++clocks_[thread][thread];
      arrived.push_back(
          {thread, clocks_[thread][thread], line, is_write, words[lane]});
    });
    for (std::size_t index = 0; index < arrived.size(); ++index) {
      for (const Past& then : past_) judge(then, arrived[index]);
      for (std::size_t other = 0; other < index; ++other)
        judge(arrived[other], arrived[index]);
    }
    past_.insert(past_.end(), arrived.begin(), arrived.end());
  }
  void barrier(const std::vector<unsigned>& members) {
    std::array<unsigned, threads> joined{};
    for (const unsigned member : members)
      for (unsigned other = 0; other < threads; ++other)
        joined[other] = std::max(joined[other], clocks_[member][other]);
    for (const unsigned member : members) clocks_[member] = joined;
  }
  const Lines& races() const { return races_; }

 private:
  struct Past {
    unsigned thread, time;
    std::uint32_t line;
    bool is_write;
    std::uint64_t word;
  };
  void judge(const Past& then, const Past& now) {
    if (then.thread == now.thread || then.word != now.word) return;
    if (!then.is_write && !now.is_write) return;
    if (clocks_[now.thread][then.thread] >= then.time) return;
    races_.insert(std::minmax(then.line, now.line));
  }

  std::array<std::array<unsigned, threads>, threads> clocks_{};
  std::vector<Past> past_;
  Lines races_;
};

struct Judges {
  Racecheck checker;
  EventScript script{{&checker}, {1, 1, 1}, {threads, 1, 1}};
  Oracle oracle;
  std::mt19937 random;

  explicit Judges(unsigned seed) : random(seed) { script.begin(); }

  LaneMask some_lanes() {
    return random() % 3 == 0 ? full_mask : (random() | 1u);
  }
  void random_access() {
    const unsigned warp = random() % warps;
    const LaneMask mask = some_lanes() & (random() % 2 ? 0xfu : full_mask);
    const bool is_write = random() % 4 == 0;
    // Each line always reads or always writes, as an instruction does.
    const std::uint32_t line = 2 * (1 + random() % 6) + is_write;
    const std::uint64_t first = random() % 48, stride = random() % 3;
    const bool is_random = random() % 2 == 0;
    std::array<std::uint64_t, warp_size> words{};
    for (std::uint64_t& word : words) {
      const auto lane = static_cast<unsigned>(&word - words.data());
      word = is_random ? random() % 160 : first + lane * stride;
    }
    oracle.access(warp, mask, line, is_write, words);
    script.shared(
        {0, warp, mask}, line, [&](unsigned lane) { return words[lane] * 4; },
        is_write ? store() : load());
  }
  void random_barrier() {
    std::vector<unsigned> members;
    std::vector<LaneMask> masks(warps, 0);
    const unsigned kind = random() % 4, only = random() % warps;
    for (unsigned warp = 0; warp < warps; ++warp) {
      if (kind < 2 && warp != only) continue;
      if (kind == 2 && warp == only) continue;
      masks[warp] = kind == 1 ? some_lanes() : full_mask;
      for_each_lane(masks[warp], [&](unsigned lane) {
        members.push_back(warp * warp_size + lane);
      });
    }
    oracle.barrier(members);
    if (kind < 2)
      script.warp_barrier({0, only, masks[only]});
    else if (kind == 2)
      script.named_barrier(0, masks);
    else
      script.block_barrier(0);
  }
  Lines found() {
    script.end();
    std::vector<Finding> findings;
    checker.findings().append_to(findings);
    Lines lines;
    for (const Finding& finding : findings)
      lines.insert(std::minmax(finding.place.line, finding.other.line));
    return lines;
  }
};

TEST_CASE("racecheck: agrees with full vector clocks on random programs",
          "[ptx][racecheck]") {
  std::size_t silent = 0, racy = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    Judges judges(seed);
    const unsigned barriers = 1 + judges.random() % 8;
    for (int step = 0; step < 40; ++step)
      if (judges.random() % 10 < barriers)
        judges.random_barrier();
      else
        judges.random_access();
    INFO("seed " << seed);
    CHECK(judges.found() == judges.oracle.races());
    (judges.oracle.races().empty() ? silent : racy) += 1;
  }
  CHECK(silent > 5);
  CHECK(racy > 100);
}

TEST_CASE(
    "racecheck: a loop of gathers without a barrier keeps its rows "
    "short",
    "[ptx][racecheck]") {
  // Each of them differs in which lanes meet in which words. A row that kept
  // them all would take hours.
  Judges judges(1);
  std::mt19937 random(5);
  const auto anywhere = [&](unsigned) { return random() % 64 * 4; };
  for (int step = 0; step < 30'000; ++step) {
    judges.script.shared({0, 0, full_mask}, 2, anywhere, load());
    if (step % 2 == 0) judges.script.warp_barrier({0, 0, full_mask});
    judges.script.shared({0, 1, full_mask}, 4, anywhere, atomic());
  }
  CHECK(judges.found() == Lines{{2, 4}});
}

}  // namespace
}  // namespace lockstep::ptx
