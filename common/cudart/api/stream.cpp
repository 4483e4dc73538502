// SPDX-License-Identifier: Apache-2.0
// Streams.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return LOCKSTEP_CALL {
    require(stream != nullptr);
    *stream = handle_as<cudaStream_t>(s.streams.create(cudaStreamDefault, 0));
  };
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return LOCKSTEP_CALL {
    require(stream != nullptr && flags <= cudaStreamNonBlocking);
    *stream = handle_as<cudaStream_t>(s.streams.create(flags, 0));
  };
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                         int priority) {
  return LOCKSTEP_CALL {
    require(stream != nullptr && flags <= cudaStreamNonBlocking);
    *stream = handle_as<cudaStream_t>(s.streams.create(flags, priority));
  };
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.destroy(stream); };
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.get_to_wait(stream); };
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return LOCKSTEP_CALL { s.streams.get_to_wait(stream); };
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned) {
  return LOCKSTEP_CALL { s.streams.wait(stream, event); };
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
    s.streams.enqueue(stream, NodeKind::host,
                      [=] { callback(stream, cudaSuccess, data); });
  };
}

}  // extern "C"
