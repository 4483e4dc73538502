// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA driver API that we call, as a table of functions, so
// that building needs no CUDA header and running needs no driver. Types and
// numbers are those of the driver's ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace lockstep::driver {

using Result = int;
using Device = int;
using Address = unsigned long long;
using Context = struct ContextHandle*;
using Module = struct ModuleHandle*;
using Function = struct FunctionHandle*;
using Event = struct EventHandle*;
using Stream = struct StreamHandle*;

// What cuDeviceGetAttribute, cuFuncSetAttribute and cuModuleLoadDataEx take.
inline constexpr int multiprocessor_count = 16;
inline constexpr int l2_cache_size = 38;
inline constexpr int compute_capability_major = 75;
inline constexpr int compute_capability_minor = 76;
inline constexpr int max_shared_memory_per_block_optin = 97;
inline constexpr int max_dynamic_shared_size_bytes = 8;
inline constexpr int jit_error_log_buffer = 5;
inline constexpr int jit_error_log_buffer_size_bytes = 6;

// Results that we tell apart.
inline constexpr Result success = 0;
inline constexpr Result invalid_value = 1;
inline constexpr Result out_of_memory = 2;
inline constexpr Result invalid_image = 200;
inline constexpr Result no_binary_for_gpu = 209;
inline constexpr Result invalid_ptx = 218;
inline constexpr Result unsupported_ptx_version = 222;
inline constexpr Result invalid_source = 300;
inline constexpr Result not_found = 500;
inline constexpr Result illegal_address = 700;
inline constexpr Result launch_out_of_resources = 701;
inline constexpr Result launch_timeout = 702;
inline constexpr Result assert_failed = 710;
inline constexpr Result hardware_stack_error = 714;
inline constexpr Result illegal_instruction = 715;
inline constexpr Result misaligned_address = 716;
inline constexpr Result invalid_address_space = 717;
inline constexpr Result invalid_pc = 718;
inline constexpr Result launch_failed = 719;

/// One row a function: member, exported name, parameters.
#define LOCKSTEP_DRIVER_FUNCTIONS(ROW)                                         \
  ROW(init, "cuInit", (unsigned flags))                                        \
  ROW(driver_version, "cuDriverGetVersion", (int* version))                    \
  ROW(device_count, "cuDeviceGetCount", (int* count))                          \
  ROW(device_get, "cuDeviceGet", (Device * device, int ordinal))               \
  ROW(device_name, "cuDeviceGetName", (char* name, int bytes, Device device))  \
  ROW(device_memory, "cuDeviceTotalMem_v2",                                    \
      (std::size_t * bytes, Device device))                                    \
  ROW(device_attribute, "cuDeviceGetAttribute",                                \
      (int* value, int attribute, Device device))                              \
  ROW(retain_context, "cuDevicePrimaryCtxRetain",                              \
      (Context * context, Device device))                                      \
  ROW(set_context, "cuCtxSetCurrent", (Context context))                       \
  ROW(synchronize, "cuCtxSynchronize", ())                                     \
  ROW(load_module, "cuModuleLoadDataEx",                                       \
      (Module * module, const void* image, unsigned options, int* names,       \
       void** values))                                                         \
  ROW(unload_module, "cuModuleUnload", (Module module))                        \
  ROW(get_function, "cuModuleGetFunction",                                     \
      (Function * function, Module module, const char* name))                  \
  ROW(get_global, "cuModuleGetGlobal_v2",                                      \
      (Address * address, std::size_t * bytes, Module module,                  \
       const char* name))                                                      \
  ROW(set_function_attribute, "cuFuncSetAttribute",                            \
      (Function function, int attribute, int value))                           \
  ROW(allocate, "cuMemAlloc_v2", (Address * address, std::size_t bytes))       \
  ROW(free_memory, "cuMemFree_v2", (Address address))                          \
  ROW(copy_to_device, "cuMemcpyHtoD_v2",                                       \
      (Address to, const void* from, std::size_t bytes))                       \
  ROW(copy_from_device, "cuMemcpyDtoH_v2",                                     \
      (void* to, Address from, std::size_t bytes))                             \
  ROW(set_bytes, "cuMemsetD8_v2",                                              \
      (Address to, unsigned char value, std::size_t bytes))                    \
  ROW(launch, "cuLaunchKernel",                                                \
      (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,   \
       unsigned block_x, unsigned block_y, unsigned block_z,                   \
       unsigned shared_bytes, Stream stream, void** parameters, void** extra)) \
  ROW(create_event, "cuEventCreate", (Event * event, unsigned flags))          \
  ROW(destroy_event, "cuEventDestroy_v2", (Event event))                       \
  ROW(record_event, "cuEventRecord", (Event event, Stream stream))             \
  ROW(elapsed_time, "cuEventElapsedTime",                                      \
      (float* milliseconds, Event begin, Event end))                           \
  ROW(error_name, "cuGetErrorName", (Result error, const char** name))         \
  ROW(error_string, "cuGetErrorString", (Result error, const char** text))

/// Newer than the oldest driver that we accept; null where missing.
#define LOCKSTEP_DRIVER_EXTRAS(ROW)                                \
  ROW(parameter_info, "cuFuncGetParamInfo",                        \
      (Function function, std::size_t index, std::size_t * offset, \
       std::size_t * bytes))                                       \
  ROW(function_count, "cuModuleGetFunctionCount",                  \
      (unsigned* count, Module module))                            \
  ROW(enumerate_functions, "cuModuleEnumerateFunctions",           \
      (Function * functions, unsigned count, Module module))       \
  ROW(function_name, "cuFuncGetName", (const char** name, Function function))

struct Api {
#define LOCKSTEP_DRIVER_MEMBER(member, name, parameters) \
  Result(*member) parameters = nullptr;
  LOCKSTEP_DRIVER_FUNCTIONS(LOCKSTEP_DRIVER_MEMBER)
  LOCKSTEP_DRIVER_EXTRAS(LOCKSTEP_DRIVER_MEMBER)
#undef LOCKSTEP_DRIVER_MEMBER
};

/// A call that the driver refused, or work that failed on the device. The
/// message is "CUDA_ERROR_…: what the driver says (in call)".
class Failure : public std::runtime_error {
 public:
  Failure(const Api& api, Result result, const char* call);
  Result result() const { return result_; }

 private:
  Result result_;
};

/// Throws Failure unless `result` is success.
inline void check(const Api& api, Result result, const char* call) {
  if (result != success) throw Failure(api, result, call);
}

/// Opens the driver's library, which then stays open. Throws
/// std::runtime_error with a sentence where there is none or it is too old.
Api load_api(const char* library = "libcuda.so.1");

/// What to do about it, one sentence; empty where we know none.
std::string advice_for(Result result);

}  // namespace lockstep::driver
