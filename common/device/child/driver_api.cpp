// SPDX-License-Identifier: Apache-2.0
#include "device/child/driver_api.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace lockstep::driver {
namespace {

std::string describe(const Api& api, Result result, const char* call) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (api.error_name) api.error_name(result, &name);
  if (api.error_string) api.error_string(result, &text);
  return fmt::format("{}: {} (in {})", name ? name : "CUDA error",
                     text ? text : std::to_string(result), call);
}

template <class FunctionPointer>
bool find(void* library, const char* name, FunctionPointer& function) {
  function = reinterpret_cast<FunctionPointer>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

Failure::Failure(const Api& api, Result result, const char* call)
    : std::runtime_error(describe(api, result, call)), result_(result) {}

Api load_api(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    throw std::runtime_error(
        fmt::format("no NVIDIA driver: {} not found", library));
  }
  Api api;
#define LOCKSTEP_DRIVER_FIND(member, name, parameters)             \
  if (!find(handle, name, api.member)) {                           \
    throw std::runtime_error(                                      \
        fmt::format("the NVIDIA driver is too old: no {}", name)); \
  }
  LOCKSTEP_DRIVER_FUNCTIONS(LOCKSTEP_DRIVER_FIND)
#undef LOCKSTEP_DRIVER_FIND
#define LOCKSTEP_DRIVER_FIND(member, name, parameters) \
  find(handle, name, api.member);
  LOCKSTEP_DRIVER_EXTRAS(LOCKSTEP_DRIVER_FIND)
#undef LOCKSTEP_DRIVER_FIND
  return api;
}

std::string advice_for(Result result) {
  switch (result) {
    case illegal_address:
    case invalid_address_space:
      return "The kernel touches memory outside every buffer; the emulator "
             "(--device emulator) names line, thread and element.";
    case misaligned_address:
      return "A vector load or store needs an address that is a multiple of "
             "its size; the emulator names line and thread.";
    case assert_failed:
      return "An assert() in the kernel failed.";
    case launch_failed:
    case illegal_instruction:
    case hardware_stack_error:
    case invalid_pc:
      return "The kernel trapped or ran wild; the emulator says where.";
    case launch_out_of_resources:
    case invalid_value:
      return "The launch asks for more threads, registers or shared memory "
             "than a block can have.";
    case out_of_memory:
      return "Another program may be using the GPU's memory.";
    case no_binary_for_gpu:
      return "The program was compiled for another GPU architecture.";
    case unsupported_ptx_version:
      return "The driver is older than the compiler: update the driver or "
             "compile for this GPU's own architecture.";
    default:
      return {};
  }
}

}  // namespace lockstep::driver
