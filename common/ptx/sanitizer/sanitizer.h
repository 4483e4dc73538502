// SPDX-License-Identifier: Apache-2.0
// The four checkers as one observer: memcheck, initcheck, racecheck and
// synccheck at once, findings aggregated and in a fixed order.
#pragma once

#include <memory>
#include <vector>

#include "ptx/observer/finding.h"
#include "ptx/observer/observer.h"

namespace lockstep::ptx {

class Sanitizer {
 public:
  Sanitizer();
  ~Sanitizer();
  Sanitizer(const Sanitizer&) = delete;
  Sanitizer& operator=(const Sanitizer&) = delete;

  /// The observers to attach to a Context, in order.
  std::vector<Observer*> observers();
  /// What all of them found since `clear`, most severe first, then by place.
  std::vector<Finding> findings() const;
  void clear();

 private:
  struct Checkers;
  std::unique_ptr<Checkers> checkers_;
};

}  // namespace lockstep::ptx
