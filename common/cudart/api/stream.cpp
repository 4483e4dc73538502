// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

cudaStream_t handle_of(StreamHandle stream) {
  return static_cast<cudaStream_t>(const_cast<void*>(stream));
}
cudaEvent_t event_of(EventHandle event) {
  return static_cast<cudaEvent_t>(const_cast<void*>(event));
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return LOCKSTEP_CALL {
    require(stream != nullptr);
    *stream = handle_of(s.streams.create(cudaStreamDefault, 0));
  };
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return LOCKSTEP_CALL {
    require(stream != nullptr && flags <= cudaStreamNonBlocking);
    *stream = handle_of(s.streams.create(flags, 0));
  };
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                         int priority) {
  return LOCKSTEP_CALL {
    require(stream != nullptr && flags <= cudaStreamNonBlocking);
    *stream = handle_of(s.streams.create(flags, priority));
  };
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.destroy(stream); };
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.get(stream); };
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.get(stream); };
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned) {
  return LOCKSTEP_CALL {
    s.streams.get(stream);
    s.streams.event(event);
  };
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return LOCKSTEP_CALL {
    require(flags != nullptr);
    *flags = s.streams.get(stream).flags;
  };
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return LOCKSTEP_CALL {
    require(priority != nullptr);
    *priority = s.streams.get(stream).priority;
  };
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  return LOCKSTEP_CALL {
    require(callback != nullptr && flags == 0);
    s.streams.get(stream);
    callback(stream, cudaSuccess, data);
  };
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return LOCKSTEP_CALL {
    require(event != nullptr);
    *event = event_of(s.streams.create_event(cudaEventDefault));
  };
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return LOCKSTEP_CALL {
    require(event != nullptr);
    *event = event_of(s.streams.create_event(flags));
  };
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return LOCKSTEP_CALL { s.streams.destroy_event(event); };
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.record(event, stream); };
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned) {
  return LOCKSTEP_CALL { s.streams.record(event, stream); };
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return LOCKSTEP_CALL { s.streams.event(event); };
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return LOCKSTEP_CALL { s.streams.event(event); };
}

cudaError_t cudaEventElapsedTime(float* time, cudaEvent_t begin,
                                 cudaEvent_t end) {
  return LOCKSTEP_CALL {
    require(time != nullptr);
    *time = s.streams.elapsed(begin, end);
  };
}

}  // extern "C"
