// SPDX-License-Identifier: Apache-2.0
// Graphs made from what is enqueued in streams.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

cudaStreamCaptureStatus status_of(const Stream& stream) {
  return stream.capture ? cudaStreamCaptureStatusActive
                        : cudaStreamCaptureStatusNone;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  return LOCKSTEP_CALL { s.streams.begin_capture(stream); };
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return LOCKSTEP_CALL {
    require(graph != nullptr);
    *graph =
        handle_as<cudaGraph_t>(s.graphs.add(s.streams.end_capture(stream)));
  };
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  cudaStreamCaptureStatus* status) {
  return LOCKSTEP_CALL {
    require(status != nullptr);
    *status = status_of(s.streams.get(stream));
  };
}

#if CUDART_VERSION >= 13000
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes,
                                     const cudaGraphEdgeData** edges,
                                     size_t* count) {
  return LOCKSTEP_CALL {
    require(status != nullptr);
    const Stream& found = s.streams.get(stream);
    *status = status_of(found);
    if (id != nullptr) *id = address_of(found.capture.get());
    if (!found.capture) return;
    if (graph != nullptr || nodes != nullptr || edges != nullptr ||
        count != nullptr)
      throw Failure(Error::not_supported, "unsupported",
                    "the graph of a capture that goes on");
  };
}
#elif CUDART_VERSION < 12000
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     cudaStreamCaptureStatus* status,
                                     unsigned long long* id) {
  return LOCKSTEP_CALL {
    require(status != nullptr);
    const Stream& found = s.streams.get(stream);
    *status = status_of(found);
    if (id != nullptr) *id = address_of(found.capture.get());
  };
}
#endif

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return LOCKSTEP_CALL {
    static cudaStreamCaptureMode present = cudaStreamCaptureModeGlobal;
    require(mode != nullptr);
    std::swap(*mode, present);
  };
}

}  // extern "C"
