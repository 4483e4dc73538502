// SPDX-License-Identifier: Apache-2.0
// The observers of one context, called in the order in which they were
// attached. `any()` is the one branch that an unobserved machine pays.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "ptx/observer/observer.h"

namespace lockstep::ptx {

class Observers {
 public:
  void attach(Observer& observer) {
    all_.push_back(&observer);
    if (observer.wants_instructions()) instructions_.push_back(&observer);
    if (observer.wants_stretches()) stretches_.push_back(&observer);
  }

  bool any() const { return !all_.empty(); }
  bool wants_instructions() const { return !instructions_.empty(); }
  bool wants_stretches() const { return !stretches_.empty(); }

  bool can_fork() const {
    return std::all_of(all_.begin(), all_.end(),
                       [](const Observer* one) { return one->fork(); });
  }
  /// One part of each, in their order.
  std::vector<std::unique_ptr<Observer>> fork() const {
    std::vector<std::unique_ptr<Observer>> parts;
    for (const Observer* observer : all_) parts.push_back(observer->fork());
    return parts;
  }
  void join(const std::vector<std::unique_ptr<Observer>>& parts) const {
    for (std::size_t i = 0; i < all_.size(); ++i) all_[i]->join(*parts[i]);
  }

  /// Calls `method` of each: `notify(&Observer::memory, event)`.
  template <class Method, class Event>
  void notify(Method method, const Event& event) const {
    for (Observer* observer : all_) (observer->*method)(event);
  }
  void instruction(const InstructionEvent& event) const {
    for (Observer* observer : instructions_) observer->instruction(event);
  }
  void stretch(const StretchEvent& event) const {
    for (Observer* observer : stretches_) observer->stretch(event);
  }

 private:
  std::vector<Observer*> all_;
  std::vector<Observer*> instructions_;
  std::vector<Observer*> stretches_;
};

}  // namespace lockstep::ptx
