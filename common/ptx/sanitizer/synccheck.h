// SPDX-License-Identifier: Apache-2.0
// synccheck: barriers and collectives that not everybody reaches who should.
// The machine notices them; here they get both source lines and the threads.
#pragma once

#include "ptx/observer/launch_names.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class Synccheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void sync_misuse(const SyncMisuseEvent& event) override;

  const FindingList& findings() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  Finding describe(const SyncMisuseEvent& event) const;

  LaunchNames names_;
  FindingList findings_{"synccheck"};
};

}  // namespace lockstep::ptx
