// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/streams.h"

#include <utility>

#include "cudart/core/error.h"

namespace lockstep::cudart {
namespace {

constexpr unsigned without_timing = 2;  // cudaEventDisableTiming

/// 0, cudaStreamLegacy and cudaStreamPerThread.
bool is_default(StreamHandle stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2;
}

}  // namespace

StreamHandle Streams::create(unsigned flags, int priority) {
  return streams_.add({flags, priority, nullptr});
}

void Streams::destroy(StreamHandle stream) { streams_.remove(stream); }

Stream& Streams::get(StreamHandle stream) {
  return is_default(stream) ? default_ : streams_.get(stream);
}

Stream& Streams::get_to_wait(StreamHandle stream) {
  Stream& found = get(stream);
  if (found.capture) throw Failure(Error::capture_unsupported);
  return found;
}

void Streams::enqueue(StreamHandle stream, NodeKind kind,
                      std::function<void()> work) {
  if (const auto& graph = get(stream).capture) {
    graph->append(kind, std::move(work));
  } else {
    work();
  }
}

EventHandle Streams::create_event(unsigned flags) {
  return events_.add({flags, false, {}, nullptr});
}

void Streams::destroy_event(EventHandle event) { events_.remove(event); }

Event& Streams::event(EventHandle event) { return events_.get(event); }

void Streams::record(EventHandle handle, StreamHandle stream) {
  Event& recorded = event(handle);
  recorded.capture = get(stream).capture;
  if (recorded.capture) return;
  recorded.is_recorded = true;
  recorded.time = Event::Clock::now();
}

void Streams::wait(StreamHandle stream, EventHandle handle) {
  const Event& awaited = event(handle);
  Stream& waiting = get(stream);
  // The stream joins the capture that the event belongs to.
  if (awaited.capture && awaited.capture->is_capturing)
    waiting.capture = awaited.capture;
}

float Streams::elapsed(EventHandle begin, EventHandle end) {
  const Event &first = event(begin), &last = event(end);
  if (!first.is_recorded || !last.is_recorded) {
    throw Failure(Error::invalid_handle, "event not recorded",
                  "an event was never recorded");
  }
  if (((first.flags | last.flags) & without_timing) != 0) {
    throw Failure(Error::invalid_handle, "event without time",
                  "an event was created with cudaEventDisableTiming");
  }
  const std::chrono::duration<float, std::milli> time = last.time - first.time;
  return time.count();
}

void Streams::begin_capture(StreamHandle handle) {
  Stream& stream = get(handle);
  if (is_default(handle)) throw Failure(Error::capture_unsupported);
  if (stream.capture) throw Failure(Error::illegal_state);
  stream.capture = std::make_shared<Graph>();
  stream.capture->is_capturing = true;
}

std::shared_ptr<Graph> Streams::end_capture(StreamHandle handle) {
  const std::shared_ptr<Graph> graph = get(handle).capture;
  if (!graph) throw Failure(Error::illegal_state);
  streams_.for_each([&](Handle, Stream& stream) {
    if (stream.capture == graph) stream.capture = nullptr;
  });
  graph->is_capturing = false;
  return graph;
}

}  // namespace lockstep::cudart
