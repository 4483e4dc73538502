// SPDX-License-Identifier: Apache-2.0
// The findings of one checker. What happens at one pair of places to one
// variable is one finding, however often: counted, with one example shown.
// A text is made only when an example is new or better, so that a kernel
// with a million hazards costs little more than a clean one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ptx/observer/finding.h"

namespace lockstep::ptx {

/// What tells occurrences apart without making their text.
struct FindingSite {
  std::uint32_t kind = 0;
  std::uint32_t pc = 0;
  std::uint32_t other_pc = 0;
  std::uint64_t variable = 0;

  friend bool operator==(const FindingSite&, const FindingSite&) = default;
};

struct FindingSiteHash {
  std::size_t operator()(const FindingSite& site) const;
};

class FindingList {
 public:
  /// At most `most` findings are kept; one more says how many there were.
  explicit FindingList(std::string tool, std::size_t most = 50);

  /// Sites belong to one launch: pcs mean something else in another module.
  void begin_launch() { sites_.clear(); }
  void clear();

  /// Counts `count` more at `site`. `make` gives the Finding; it is called
  /// only for a site that is new, or whose examples all had a lower `rank`.
  /// Findings that agree in lines, variable and kind (hazards: whatever
  /// kind) become one, which shows its first example of the highest rank.
  template <class Make>
  void add(const FindingSite& site, unsigned rank, std::uint64_t count,
           Make&& make) {
    const auto known = sites_.find(site);
    if (known != sites_.end() && rank <= known->second.rank)
      return count_more(known->second.entry, count);
    const std::size_t entry = merge(std::forward<Make>(make)(), rank, count);
    sites_[site] = {entry, rank};
  }

  void append_to(std::vector<Finding>& findings) const;

 private:
  struct Entry {
    Finding finding;
    unsigned rank = 0;
  };
  struct Known {
    std::size_t entry = 0;
    unsigned rank = 0;
  };
  /// Kernel, kind (empty where hazards of all kinds are one), the two lines
  /// in a fixed order, variable.
  using Key = std::tuple<std::string, std::string, std::string, std::string,
                         std::string>;

  static Key key_of(const Finding& finding);
  void count_more(std::size_t entry, std::uint64_t count);
  std::size_t merge(Finding finding, unsigned rank, std::uint64_t count);

  std::string tool_;
  std::size_t most_;
  std::unordered_map<FindingSite, Known, FindingSiteHash> sites_;
  std::map<Key, std::size_t> by_key_;
  std::vector<Entry> entries_;
  std::map<Key, Severity> dropped_;
};

}  // namespace lockstep::ptx
