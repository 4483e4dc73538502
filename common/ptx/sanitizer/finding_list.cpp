// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/finding_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::ptx {
namespace {

constexpr std::size_t beyond_the_limit = ~std::size_t{0};
/// How many dropped findings are told apart; the rest are not counted.
constexpr std::size_t most_dropped = 10'000;

std::string text(const Place& place) {
  return fmt::format("{}:{:08}", place.file, place.line);
}

}  // namespace

std::size_t FindingSiteHash::operator()(const FindingSite& site) const {
  std::uint64_t hash = site.variable + site.kind;
  for (const std::uint64_t part : {site.pc, site.other_pc})
    hash = (hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15u + part;
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

FindingList::FindingList(std::string tool, std::size_t most)
    : tool_(std::move(tool)), most_(most) {}

void FindingList::clear() {
  sites_.clear();
  by_key_.clear();
  entries_.clear();
  dropped_.clear();
}

FindingList::Key FindingList::key_of(const Finding& finding) {
  std::string first = text(finding.place), second = text(finding.other);
  // A hazard is the same whichever of its accesses came first in this run.
  const bool is_hazard =
      finding.tool == "racecheck" && !finding.kind.starts_with("gave up");
  if (is_hazard && second < first) std::swap(first, second);
  return {finding.kernel, is_hazard ? std::string() : finding.kind, first,
          second, finding.variable};
}

void FindingList::count_more(std::size_t entry, std::uint64_t count) {
  if (entry != beyond_the_limit) entries_[entry].finding.count += count;
}

std::size_t FindingList::merge(Finding finding, unsigned rank,
                               std::uint64_t count) {
  finding.tool = tool_;
  finding.count = count;
  const Key key = key_of(finding);
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    Entry& entry = entries_[found->second];
    finding.count += entry.finding.count;
    if (rank > entry.rank)
      entry = {std::move(finding), rank};
    else
      entry.finding.count = finding.count;
    return found->second;
  }
  if (entries_.size() >= most_) {
    if (dropped_.size() < most_dropped || dropped_.contains(key)) {
      Severity& severity = dropped_[key];
      severity = std::max(severity, finding.severity);
    }
    return beyond_the_limit;
  }
  by_key_.emplace(key, entries_.size());
  entries_.push_back({std::move(finding), rank});
  return entries_.size() - 1;
}

void FindingList::append_to(std::vector<Finding>& findings) const {
  for (const Entry& entry : entries_) findings.push_back(entry.finding);
  if (dropped_.empty()) return;
  Finding more;
  more.tool = tool_;
  more.kind = "more";
  more.severity = Severity::information;
  for (const auto& [key, severity] : dropped_)
    more.severity = std::max(more.severity, severity);
  more.message = fmt::format("{}{} more findings at other places are not shown",
                             dropped_.size() < most_dropped ? "" : "at least ",
                             dropped_.size());
  more.count = dropped_.size();
  findings.push_back(std::move(more));
}

}  // namespace lockstep::ptx
