// SPDX-License-Identifier: Apache-2.0
// `.loc` directives to Module::locations. Equal chains are stored once.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ptx/module/module.h"
#include "ptx/syntax/syntax_tree.h"

namespace lockstep::ptx {

class LocationTable {
 public:
  /// Reads `module.files`, fills `module.locations`.
  explicit LocationTable(Module& module);

  /// Forgets the current place: a function never inherits another's.
  void begin_function();
  /// Makes `loc` the current place. Line 0, by which a compiler says that it
  /// does not know, leaves the last known line.
  void enter(const LocSyntax& loc);
  /// Index into Module::locations of the current place.
  std::uint32_t current() const { return current_; }

 private:
  SourceLocation known(SourceLocation place) const;
  std::uint32_t index_of(LocationChain chain);

  Module& module_;
  std::uint32_t current_ = 0;
  std::unordered_map<std::string, std::uint32_t> indices_;
  /// The last chain of this function that began at a place.
  std::unordered_map<std::string, std::uint32_t> latest_;
};

}  // namespace lockstep::ptx
