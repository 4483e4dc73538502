// SPDX-License-Identifier: Apache-2.0
// There is one device, number 0, and it has no peers.
#include "cudart/core/device.h"

#include <cstdio>
#include <map>

#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

void require_device(int which) { require(which == 0, Error::invalid_device); }

/// What programs set is what they get back; only the heap's size is obeyed.
std::map<cudaLimit, size_t>& limits() {
  static std::map<cudaLimit, size_t> values{
      {cudaLimitStackSize, 1024},
      {cudaLimitPrintfFifoSize, 1 << 20},
      {cudaLimitMallocHeapSize, 8 << 20},
      {cudaLimitDevRuntimeSyncDepth, 2},
      {cudaLimitDevRuntimePendingLaunchCount, 2048},
      {cudaLimitMaxL2FetchGranularity, 64},
      {cudaLimitPersistingL2CacheSize, 0},
  };
  return values;
}

unsigned& device_flags() {
  static unsigned flags = 0;
  return flags;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return LOCKSTEP_CALL {
    require(count != nullptr);
    *count = 1;
  };
}

cudaError_t cudaGetDevice(int* which) {
  return LOCKSTEP_CALL {
    require(which != nullptr);
    *which = 0;
  };
}

cudaError_t cudaSetDevice(int which) {
  return LOCKSTEP_CALL { require_device(which); };
}

#if CUDART_VERSION >= 12000
cudaError_t cudaInitDevice(int which, unsigned, unsigned) {
  return LOCKSTEP_CALL { require_device(which); };
}
#endif

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return LOCKSTEP_CALL {
    for (int i = 0; i < count; ++i) require_device(devices[i]);
  };
}

cudaError_t cudaChooseDevice(int* which, const cudaDeviceProp*) {
  return LOCKSTEP_CALL {
    require(which != nullptr);
    *which = 0;
  };
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return LOCKSTEP_CALL { device_flags() = flags; };
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return LOCKSTEP_CALL {
    require(flags != nullptr);
    *flags = device_flags() | cudaDeviceMapHost;
  };
}

cudaError_t cudaDeviceSynchronize() { return LOCKSTEP_CALL{}; }

cudaError_t cudaDeviceReset() {
  return LOCKSTEP_CALL { s.reset(); };
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return LOCKSTEP_CALL {
    require(limits().contains(limit));
    limits()[limit] = value;
    if (limit == cudaLimitMallocHeapSize) s.set_heap_limit(value);
  };
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return LOCKSTEP_CALL {
    require(value != nullptr && limits().contains(limit));
    *value = limits()[limit];
  };
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return LOCKSTEP_CALL {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
  };
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return LOCKSTEP_CALL{}; }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return LOCKSTEP_CALL {
    require(config != nullptr);
    *config = cudaFuncCachePreferNone;
  };
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int which) {
  return LOCKSTEP_CALL {
    require(text != nullptr && length > 12);
    require_device(which);
    std::snprintf(text, static_cast<size_t>(length), "0000:00:00.0");
  };
}

cudaError_t cudaDeviceGetByPCIBusId(int* which, const char* text) {
  return LOCKSTEP_CALL {
    require(which != nullptr && text != nullptr);
    *which = 0;
  };
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int which, int peer) {
  return LOCKSTEP_CALL {
    require(can != nullptr);
    require_device(which);
    require_device(peer);
    *can = 0;
  };
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return LOCKSTEP_CALL { throw Failure(Error::invalid_device); };
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return LOCKSTEP_CALL { throw Failure(Error::peer_access_off); };
}

cudaError_t cudaProfilerStart() { return LOCKSTEP_CALL{}; }

cudaError_t cudaProfilerStop() { return LOCKSTEP_CALL{}; }

}  // extern "C"
