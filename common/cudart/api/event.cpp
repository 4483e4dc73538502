// SPDX-License-Identifier: Apache-2.0
// Events.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return LOCKSTEP_CALL {
    require(event != nullptr);
    *event = handle_as<cudaEvent_t>(s.streams.create_event(cudaEventDefault));
  };
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return LOCKSTEP_CALL {
    require(event != nullptr);
    *event = handle_as<cudaEvent_t>(s.streams.create_event(flags));
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
