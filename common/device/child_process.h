// SPDX-License-Identifier: Apache-2.0
// A child process at the other end of a channel. It inherits nothing but that
// channel and the few environment variables that the driver needs; it is
// killed and reaped at the latest when its owner goes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "device/wire/wire_channel.h"

namespace lockstep {

class ChildProcess {
 public:
  /// Throws std::system_error where the program cannot be started.
  explicit ChildProcess(const std::filesystem::path& program);
  ~ChildProcess() { end(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  WireChannel& channel() { return channel_; }
  /// Waits `grace` for it to end, then kills it: "exited with code 1", "was
  /// killed by signal 11 (Segmentation fault)".
  std::string end(std::chrono::milliseconds grace = {});

 private:
  pid_t pid_ = -1;
  WireChannel channel_;
};

}  // namespace lockstep
