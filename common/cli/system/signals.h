// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and hang-up as something to poll for, so that
// every ending takes the same path and leaves nothing behind.
#pragma once

#include <csignal>
#include <optional>

#include "process/descriptor.h"

namespace lockstep::cli {

/// While one lives, SIGINT, SIGTERM and SIGHUP are not delivered but
/// read here. One that arrives unread ends the process when it dies.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// Readable when a signal is there.
  int descriptor() const { return descriptor_.get(); }

  /// Reads all that have arrived; the first request to stop is kept.
  void read();

  /// The signal that asked this program to stop, if any has.
  std::optional<int> stop_signal() const { return stop_signal_; }

 private:
  sigset_t old_mask_{};
  Descriptor descriptor_;
  std::optional<int> stop_signal_;
};

}  // namespace lockstep::cli
