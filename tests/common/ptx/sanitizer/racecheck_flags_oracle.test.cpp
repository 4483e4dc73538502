// SPDX-License-Identifier: Apache-2.0
// Random fences, flags, barriers and accesses of several blocks, judged by
// racecheck and by an oracle that keeps every access and whole vector clocks.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "event_script.h"
#include "ptx/sanitizer/racecheck.h"

namespace lockstep::ptx {
namespace {

constexpr unsigned blocks = 3, warps = 2, lanes = 3;
constexpr unsigned threads = blocks * warps * lanes;
constexpr unsigned words_of_data = 4, flags = 3;
using Lines = std::set<std::pair<std::uint32_t, std::uint32_t>>;
using Clock = std::array<unsigned, threads>;

void join(Clock& into, const Clock& from) {
  for (unsigned at = 0; at < threads; ++at)
    into[at] = std::max(into[at], from[at]);
}

unsigned block_of(unsigned thread) { return thread / (warps * lanes); }

class Oracle {
 public:
  void access(unsigned thread, std::uint32_t line, bool is_write,
              std::uint64_t word) {
    Thread& self = threads_[thread];
    ++self.clock[thread];
    const Past now{thread, self.clock[thread], epoch_[block_of(thread)],
                   line,   is_write,           word};
    for (const Past& then : past_) judge(then, now);
    past_.push_back(now);
  }
  void fence(unsigned thread) {
    Thread& self = threads_[thread];
    join(self.clock, self.observed);
    join(self.clock, self.met);
    self.fenced = self.clock;
  }
  void load_flag(unsigned thread, unsigned flag) {
    join(threads_[thread].observed, flags_[flag].released);
    auto& over = over_[block_of(thread)];
    for (const auto& [block, epoch] : flags_[flag].over)
      over[block] = std::max(over[block], epoch);
  }
  void store_flag(unsigned thread, unsigned flag) {
    flags_[flag].released = threads_[thread].fenced;
    flags_[flag].over = over_[block_of(thread)];
    flags_[flag].over[block_of(thread)] = epoch_[block_of(thread)];
  }
  void update_flag(unsigned thread, unsigned flag, bool fails) {
    if (!fails) join(flags_[flag].released, threads_[thread].fenced);
    join(threads_[thread].met, flags_[flag].released);
  }
  void barrier(const std::vector<unsigned>& members, bool is_whole) {
    Thread all;
    for (const unsigned member : members) {
      join(all.clock, threads_[member].clock);
      join(all.clock, threads_[member].met);
      join(all.observed, threads_[member].observed);
      join(all.fenced, threads_[member].fenced);
    }
    for (const unsigned member : members) threads_[member] = all;
    if (is_whole) ++epoch_[block_of(members[0])];
  }
  const Lines& races() const { return races_; }

 private:
  struct Thread {
    Clock clock{}, fenced{}, observed{}, met{};
  };
  struct Flag {
    Clock released{};
    std::map<unsigned, unsigned> over;  ///< by block: reads of earlier epochs
  };
  struct Past {
    unsigned thread, time, epoch;
    std::uint32_t line;
    bool is_write;
    std::uint64_t word;
  };
  void judge(const Past& then, const Past& now) {
    if (then.thread == now.thread || then.word != now.word) return;
    if (!then.is_write && !now.is_write) return;
    if (threads_[now.thread].clock[then.thread] >= then.time) return;
    const auto& over = over_[block_of(now.thread)];
    const auto known = over.find(block_of(then.thread));
    if (!then.is_write && block_of(then.thread) != block_of(now.thread) &&
        known != over.end() && then.epoch < known->second)
      return;
    races_.insert(std::minmax(then.line, now.line));
  }

  std::array<Thread, threads> threads_{};
  std::array<Flag, flags> flags_{};
  std::array<unsigned, blocks> epoch_{};
  std::array<std::map<unsigned, unsigned>, blocks> over_;
  std::vector<Past> past_;
  Lines races_;
};

struct Judges {
  Racecheck checker;
  EventScript script{{&checker}, {blocks, 1, 1}, {warps * 32, 1, 1}};
  Oracle oracle;
  std::mt19937 random;

  explicit Judges(unsigned seed) : random(seed) { script.begin(); }

  unsigned below(unsigned bound) {
    return static_cast<unsigned>(random() % bound);
  }
  static Who who(unsigned thread) {
    return {block_of(thread), thread / lanes % warps, 1u << thread % lanes};
  }
  void access(unsigned thread) {
    const bool is_write = below(2) == 0;
    const std::uint64_t word = below(words_of_data);
    // Each line always reads or always writes, as an instruction does.
    const std::uint32_t line = 2 * (1 + below(4)) + is_write;
    oracle.access(thread, line, is_write, word);
    script.global(
        who(thread), line, [&](unsigned) { return word * 4; },
        is_write ? store() : load());
  }
  void use_flag(unsigned thread) {
    const unsigned flag = below(flags), how = below(4);
    const auto at = [&](unsigned) { return (1000 + flag) * 4; };
    if (how == 0) {
      oracle.store_flag(thread, flag);
      script.global(who(thread), 40, at, as_volatile(store()));
    } else if (how == 1) {
      oracle.load_flag(thread, flag);
      script.global(who(thread), 41, at, as_volatile(load()));
    } else {
      oracle.update_flag(thread, flag, how == 3);
      script.global(who(thread), 42, at,
                    how == 3 ? failing(atomic()) : atomic());
    }
  }
  void fence(unsigned thread) {
    oracle.fence(thread);
    script.fence(who(thread));
  }
  void barrier(unsigned thread) {
    const bool is_whole = below(2) == 0;
    const unsigned count = is_whole ? warps * lanes : lanes;
    std::vector<unsigned> members;
    for (unsigned at = 0; at < count; ++at)
      members.push_back(thread / count * count + at);
    oracle.barrier(members, is_whole);
    if (is_whole)
      script.block_barrier(block_of(thread));
    else
      script.warp_barrier(
          {block_of(thread), thread / lanes % warps, full_mask});
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

TEST_CASE("racecheck: agrees with full vector clocks on random flags",
          "[ptx][racecheck]") {
  std::size_t silent = 0, racy = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    Judges judges(seed);
    const unsigned accesses = 1 + judges.below(6);
    for (int step = 0; step < 60; ++step) {
      const unsigned thread = judges.below(threads);
      const unsigned what = judges.below(12);
      if (what < accesses)
        judges.access(thread);
      else if (what < 9)
        judges.use_flag(thread);
      else if (what < 11)
        judges.fence(thread);
      else
        judges.barrier(thread);
    }
    INFO("seed " << seed);
    CHECK(judges.found() == judges.oracle.races());
    (judges.oracle.races().empty() ? silent : racy) += 1;
  }
  CHECK(silent > 10);
  CHECK(racy > 100);
}

}  // namespace
}  // namespace lockstep::ptx
