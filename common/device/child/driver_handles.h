// SPDX-License-Identifier: Apache-2.0
// One owner for each kind of driver handle. Owners refer to the Api, which
// outlives them. Releasing never throws: after a fault the driver refuses
// it, and the process that holds the handles is about to end anyway.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "device/child/driver_api.h"

namespace lockstep::driver {

/// Device memory.
class Memory {
 public:
  Memory(const Api& api, std::size_t bytes) : api_(&api) {
    check(api, api.allocate(&address_, bytes), "cuMemAlloc");
  }
  ~Memory() {
    if (address_ != 0) api_->free_memory(address_);
  }
  Memory(Memory&& other) noexcept
      : api_(other.api_), address_(std::exchange(other.address_, 0)) {}
  Memory& operator=(Memory&&) = delete;

  Address address() const { return address_; }

 private:
  const Api* api_;
  Address address_ = 0;
};

class LoadedModule {
 public:
  /// `image` is a cubin, or PTX with its final zero byte. A Failure's message
  /// has what the driver's assembler says about PTX.
  LoadedModule(const Api& api, const void* image);
  ~LoadedModule() { api_->unload_module(module_); }
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  Module get() const { return module_; }
  /// Throws Failure when there is none of that name.
  Function function(const char* name) const;
  /// "a, b and c"; empty where the driver cannot tell.
  std::string kernel_names() const;

 private:
  const Api* api_;
  Module module_ = nullptr;
};

class TimedEvent {
 public:
  explicit TimedEvent(const Api& api) : api_(&api) {
    check(api, api.create_event(&event_, 0), "cuEventCreate");
  }
  ~TimedEvent() { api_->destroy_event(event_); }
  TimedEvent(const TimedEvent&) = delete;
  TimedEvent& operator=(const TimedEvent&) = delete;

  void record() {
    check(*api_, api_->record_event(event_, nullptr), "cuEventRecord");
  }
  /// Both must have happened.
  double milliseconds_since(const TimedEvent& begin) const {
    float time = 0;
    check(*api_, api_->elapsed_time(&time, begin.event_, event_),
          "cuEventElapsedTime");
    return time;
  }

 private:
  const Api* api_;
  Event event_ = nullptr;
};

}  // namespace lockstep::driver
