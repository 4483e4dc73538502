// SPDX-License-Identifier: Apache-2.0
// Streams and events. Work is done when it is enqueued, which is one of the
// orders that streams allow; so a stream is idle whenever it is asked, and an
// event has happened once it is recorded.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>

namespace lockstep::cudart {

using StreamHandle = const void*;
using EventHandle = const void*;

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  std::uint64_t id = 0;
};

struct Event {
  using Clock = std::chrono::steady_clock;
  unsigned flags = 0;
  bool is_recorded = false;
  Clock::time_point time;
};

/// Handles are numbers that look like addresses and are none.
class Streams {
 public:
  StreamHandle create(unsigned flags, int priority);
  void destroy(StreamHandle stream);
  /// The default streams too. Throws Failure for what is no stream.
  const Stream& get(StreamHandle stream) const;

  EventHandle create_event(unsigned flags);
  void destroy_event(EventHandle event);
  Event& event(EventHandle event);
  void record(EventHandle event, StreamHandle stream);
  /// Milliseconds of the emulator's wall time between the two.
  float elapsed(EventHandle begin, EventHandle end);

 private:
  template <class T>
  struct Entry {
    T value;
    bool is_live = true;
  };
  std::map<StreamHandle, Entry<Stream>> streams_;
  std::map<EventHandle, Entry<Event>> events_;
  std::uint64_t made_ = 0;
};

}  // namespace lockstep::cudart
