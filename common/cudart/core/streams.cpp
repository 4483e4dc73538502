// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/streams.h"

#include "cudart/core/error.h"

namespace lockstep::cudart {
namespace {

constexpr std::uintptr_t first_handle = 0x10000;
constexpr unsigned without_timing = 2;  // cudaEventDisableTiming

/// 0, cudaStreamLegacy and cudaStreamPerThread.
bool is_default(StreamHandle stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2;
}

const void* handle(std::uint64_t number) {
  return reinterpret_cast<const void*>(first_handle + 16 * number);
}

/// The live entry, or a Failure that says what the handle is instead.
template <class Entries>
auto& live(Entries& entries, const void* key, const char* what) {
  const auto found = entries.find(key);
  if (found == entries.end()) {
    throw Failure(Error::invalid_handle, "invalid handle",
                  std::string("the ") + what + " was never created");
  }
  if (!found->second.is_live) {
    throw Failure(Error::invalid_handle, "use after destroy",
                  std::string("the ") + what + " has been destroyed");
  }
  return found->second;
}

}  // namespace

StreamHandle Streams::create(unsigned flags, int priority) {
  const StreamHandle made = handle(++made_);
  streams_[made] = {{flags, priority, made_}, true};
  return made;
}

void Streams::destroy(StreamHandle stream) {
  live(streams_, stream, "stream").is_live = false;
}

const Stream& Streams::get(StreamHandle stream) const {
  static const Stream default_stream;
  if (is_default(stream)) return default_stream;
  return live(streams_, stream, "stream").value;
}

EventHandle Streams::create_event(unsigned flags) {
  const EventHandle made = handle(++made_);
  events_[made] = {{flags, false, {}}, true};
  return made;
}

void Streams::destroy_event(EventHandle event) {
  live(events_, event, "event").is_live = false;
}

Event& Streams::event(EventHandle event) {
  return live(events_, event, "event").value;
}

void Streams::record(EventHandle handle, StreamHandle stream) {
  get(stream);
  Event& recorded = event(handle);
  recorded.is_recorded = true;
  recorded.time = Event::Clock::now();
}

float Streams::elapsed(EventHandle begin, EventHandle end) {
  const Event &first = event(begin), &last = event(end);
  if (!first.is_recorded || !last.is_recorded) {
    throw Failure(Error::invalid_handle, "event not recorded",
                  "cudaEventElapsedTime of an event that was never recorded");
  }
  if (((first.flags | last.flags) & without_timing) != 0) {
    throw Failure(Error::invalid_handle, "event without time",
                  "cudaEventElapsedTime of an event that was created with "
                  "cudaEventDisableTiming");
  }
  const std::chrono::duration<float, std::milli> time = last.time - first.time;
  return time.count();
}

}  // namespace lockstep::cudart
