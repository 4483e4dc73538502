// SPDX-License-Identifier: Apache-2.0
// The checkers as one: memcheck, initcheck, racecheck and synccheck at once,
// on request leaks and portability too; findings aggregated and in a fixed
// order.
#pragma once

#include <memory>
#include <vector>

#include "ptx/observer/finding.h"
#include "ptx/observer/observer.h"

namespace lockstep::ptx {

/// Which of them run. One that does not costs nothing.
struct SanitizerOptions {
  bool memcheck = true;
  bool initcheck = true;
  bool racecheck = true;
  bool synccheck = true;
  bool leaks = false;        ///< needs `program_ends` to be called
  bool portability = false;  ///< for unoptimised modules only
};

class Sanitizer {
 public:
  explicit Sanitizer(SanitizerOptions options = {});
  ~Sanitizer();
  Sanitizer(const Sanitizer&) = delete;
  Sanitizer& operator=(const Sanitizer&) = delete;

  /// The observers to attach to a Context, in order.
  std::vector<Observer*> observers();
  /// No more will be freed: allocations that are live now are leaks.
  void program_ends();
  /// What all of them found since `clear`, most severe first, then by place.
  std::vector<Finding> findings() const;
  void clear();

 private:
  struct Checkers;
  std::unique_ptr<Checkers> checkers_;
};

}  // namespace lockstep::ptx
