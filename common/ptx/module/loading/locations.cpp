// SPDX-License-Identifier: Apache-2.0
// A `.loc` names one level of inlining; further levels are found through the
// earlier `.loc` of the place that it was inlined at.
#include "ptx/module/loading/locations.h"

#include <utility>

namespace lockstep::ptx {
namespace {

constexpr std::size_t max_inlining = 16;

std::string key_of(const SourceLocation& place) {
  return std::string(reinterpret_cast<const char*>(&place), sizeof place);
}

}  // namespace

LocationTable::LocationTable(Module& module) : module_(module) {
  module_.locations.assign(1, {});
}

void LocationTable::begin_function() {
  current_ = 0;
  latest_.clear();
}

/// A file that no `.file` declares is not known.
SourceLocation LocationTable::known(SourceLocation place) const {
  if (place.file >= module_.files.size()) place.file = 0;
  return place;
}

std::uint32_t LocationTable::index_of(LocationChain chain) {
  std::string key = key_of(chain.place);
  for (const SourceLocation& outer : chain.inlined_at) key += key_of(outer);
  const auto next = static_cast<std::uint32_t>(module_.locations.size());
  const auto [entry, is_new] = indices_.emplace(std::move(key), next);
  if (is_new) module_.locations.push_back(std::move(chain));
  return entry->second;
}

void LocationTable::enter(const LocSyntax& loc) {
  if (loc.place.line == 0) return;
  LocationChain chain;
  chain.place = known(loc.place);
  if (loc.is_inlined) {
    const SourceLocation outer = known(loc.inlined_at);
    chain.inlined_at.push_back(outer);
    const auto found = latest_.find(key_of(outer));
    if (found != latest_.end()) {
      const auto& further = module_.locations[found->second].inlined_at;
      for (const SourceLocation& place : further)
        if (chain.inlined_at.size() < max_inlining)
          chain.inlined_at.push_back(place);
    }
  }
  std::string place_key = key_of(chain.place);
  current_ = index_of(std::move(chain));
  latest_[std::move(place_key)] = current_;
}

}  // namespace lockstep::ptx
