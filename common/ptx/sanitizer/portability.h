// SPDX-License-Identifier: Apache-2.0
// portability: what C++ leaves undefined although this hardware gives it a
// value: a shift by the width of the value or more, an integer division by
// zero. Only for unoptimised modules (`nvcc -G`, `clang -O0`): an optimising
// compiler moves such operations to where the program has none. Code of the
// toolchain's own headers is not judged.
#pragma once

#include "ptx/observer/launch_names.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class Portability : public Observer {
 public:
  bool wants_instructions() const override { return true; }
  void launch_begins(const LaunchEvent& event) override;
  void instruction(const InstructionEvent& event) override;

  const FindingList& findings() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  bool is_students(const Instruction& instruction) const;
  void report(const InstructionEvent& event, LaneMask lanes);
  Finding describe(const InstructionEvent& event, LaneMask lanes) const;

  LaunchNames names_;
  FindingList findings_{"portability"};
};

}  // namespace lockstep::ptx
