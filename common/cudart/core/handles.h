// SPDX-License-Identifier: Apache-2.0
// Handles are numbers that look like addresses and are none. One that was
// destroyed is remembered, so that its use can be told.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "cudart/core/error.h"

namespace lockstep::cudart {

using Handle = const void*;

template <class T>
class Handles {
 public:
  /// `what` is what messages call one: "stream". Each table of a process
  /// needs another `first`, below 2^16.
  Handles(const char* what, std::uintptr_t first) : what_(what), next_(first) {}

  Handle add(T value) {
    next_ += std::uintptr_t{1} << 16;
    const auto handle = reinterpret_cast<Handle>(next_);
    entries_.insert_or_assign(handle, Entry{std::move(value), true});
    return handle;
  }
  /// Throw Failure for what is none, or none any more.
  T& get(Handle handle) { return live(handle).value; }
  const T& get(Handle handle) const {
    return const_cast<Handles*>(this)->live(handle).value;
  }
  void remove(Handle handle) {
    Entry& entry = live(handle);
    entry.is_live = false;
    entry.value = T();
  }
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& [handle, entry] : entries_)
      if (entry.is_live) visit(handle, entry.value);
  }

 private:
  struct Entry {
    T value;
    bool is_live = true;
  };
  Entry& live(Handle handle) {
    const auto found = entries_.find(handle);
    if (found == entries_.end()) {
      throw Failure(Error::invalid_handle, "invalid handle",
                    "the " + what_ + " was never created");
    }
    if (!found->second.is_live) {
      throw Failure(Error::invalid_handle, "use after destroy",
                    "the " + what_ + " has been destroyed");
    }
    return found->second;
  }

  std::string what_;
  std::uintptr_t next_;
  std::map<Handle, Entry> entries_;
};

}  // namespace lockstep::cudart
