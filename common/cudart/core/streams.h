// SPDX-License-Identifier: Apache-2.0
// Streams and events. Work is done when it is enqueued, which is one of the
// orders that streams allow; so a stream is idle whenever it is asked, and an
// event has happened once it is recorded. A stream that is being captured
// collects its work in a graph instead.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "cudart/core/graph.h"
#include "cudart/core/handles.h"

namespace lockstep::cudart {

using StreamHandle = Handle;
using EventHandle = Handle;

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  std::shared_ptr<Graph> capture;  ///< that its work goes to; null: none
};

struct Event {
  using Clock = std::chrono::steady_clock;
  unsigned flags = 0;
  bool is_recorded = false;
  Clock::time_point time;
  std::shared_ptr<Graph> capture;  ///< that it was recorded in
};

class Streams {
 public:
  StreamHandle create(unsigned flags, int priority);
  void destroy(StreamHandle stream);
  /// The default streams too. Throw Failure for what is no stream.
  Stream& get(StreamHandle stream);
  /// The same, for a call that waits: not while it is captured.
  Stream& get_to_wait(StreamHandle stream);

  /// Does the work now, or makes it a node of the stream's graph.
  void enqueue(StreamHandle stream, NodeKind kind, std::function<void()> work);

  EventHandle create_event(unsigned flags);
  void destroy_event(EventHandle event);
  Event& event(EventHandle event);
  void record(EventHandle event, StreamHandle stream);
  void wait(StreamHandle stream, EventHandle event);
  /// Milliseconds of wall time between the two.
  float elapsed(EventHandle begin, EventHandle end);

  void begin_capture(StreamHandle stream);
  std::shared_ptr<Graph> end_capture(StreamHandle stream);

 private:
  Stream default_;
  Handles<Stream> streams_{"stream", 0x100};
  Handles<Event> events_{"event", 0x200};
};

}  // namespace lockstep::cudart
