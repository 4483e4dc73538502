// SPDX-License-Identifier: Apache-2.0
// What the runtime tells `lockstep run`, a line of JSON an event, each
// written at once: a program that crashes loses nothing of what was found.
//   {"event":"begin"}
//   {"event":"kernel","name","grid","block","counters","lines"?}
//   {"event":"finding", …as report/json.h writes it…,
//   "call":{"file","offsets"}}
//       one that differs in its count only replaces the one before
//   {"event":"refused"}        a kernel or call that the emulator lacks
//   {"event":"allocation","name","call"}
//   {"event":"end"}            the program ended by itself
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "cudart/core/stack.h"
#include "process/descriptor.h"
#include "ptx/counters/counters.h"
#include "ptx/observer/finding.h"

namespace lockstep::cudart {

class Record {
 public:
  /// Appends to this file; an empty path records nothing.
  explicit Record(const std::string& path);

  bool is_open() const { return file_.is_open(); }
  void begin();
  void kernel(const ptx::LaunchCounters& launch);
  /// Counts it where the same was found before.
  void finding(const ptx::Finding& finding, const Stack& stack);
  void allocation(const std::string& name, const Stack& stack);
  void refused();
  /// Writes counts that have grown, and the end.
  void end();

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string,
                         std::string, std::string>;
  struct Known {
    ptx::Finding finding;
    Stack stack;
    std::uint64_t written = 0;  ///< the count of the last line about it
  };
  static Key key_of(const ptx::Finding& finding, const Stack& stack);
  void write(const nlohmann::ordered_json& event);
  void write(Known& known);

  Descriptor file_;
  std::map<Key, Known> known_;
};

}  // namespace lockstep::cudart
