// SPDX-License-Identifier: Apache-2.0
// A signalfd behind a blocked mask.
#include "cli/system/signals.h"

#include <sys/signalfd.h>

#include "cli/system/failure.h"

namespace lockstep::cli {
namespace {

/// nohup, or a shell that put us in the background, wants it so.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

}  // namespace

SignalWatch::SignalWatch() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  sigprocmask(SIG_BLOCK, &watched, &old_mask_);
  descriptor_ = Descriptor(signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC));
  if (descriptor_.is_open()) return;
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
  throw Failure(missing_thing, "the system gives no signalfd");
}

SignalWatch::~SignalWatch() { sigprocmask(SIG_SETMASK, &old_mask_, nullptr); }

void SignalWatch::read() {
  signalfd_siginfo info{};
  while (::read(descriptor_.get(), &info, sizeof info) == sizeof info)
    if (!stop_signal_) stop_signal_ = static_cast<int>(info.ssi_signo);
}

}  // namespace lockstep::cli
