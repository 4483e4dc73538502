// SPDX-License-Identifier: Apache-2.0
// What the code that nvcc adds to a program calls before and around main.
#include <cstring>

#include "cudart/api/configuration.h"

namespace lockstep::cudart {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243B1;

/// `__fatDeviceText`. Version 2: `objects` ends with a null.
struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* data;
  const void* const* objects;
};

std::vector<std::span<const std::byte>> fatbins_of(const Wrapper& wrapper) {
  if (wrapper.magic != wrapper_magic) return {};
  if (wrapper.version != 2 || wrapper.objects == nullptr)
    return {loaded_bytes_at(wrapper.data)};
  std::vector<std::span<const std::byte>> fatbins;
  for (const void* const* object = wrapper.objects; *object; ++object)
    fatbins.push_back(loaded_bytes_at(*object));
  return fatbins;
}

Image& image_of(void** handle) { return *reinterpret_cast<Image*>(handle); }

}  // namespace
}  // namespace lockstep::cudart

using namespace lockstep;
using namespace lockstep::cudart;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Session& s = session();
  const std::lock_guard guard(s.lock);
  Image& image = s.registry.add(fatbins_of(*static_cast<Wrapper*>(wrapper)));
  return reinterpret_cast<void**>(&image);
}

void __cudaRegisterFatBinaryEnd(void** /*handle*/) {}

void __cudaUnregisterFatBinary(void** /*handle*/) {}

char __cudaInitModule(void** handle) {
  LOCKSTEP_CALL { s.registry.load(image_of(handle)); };
  return 1;
}

void __cudaRegisterFunction(void** handle, const char* stub,
                            char* /*device_function*/, const char* name,
                            int /*thread_limit*/, uint3* /*thread*/,
                            uint3* /*block*/, dim3* /*block_shape*/,
                            dim3* /*grid_shape*/, int* /*warp_size*/) {
  session().registry.add_kernel(stub, image_of(handle), name);
}

void __cudaRegisterVar(void** handle, char* host, char* /*device_address*/,
                       const char* name, int /*is_extern*/, size_t bytes,
                       int /*is_constant*/, int /*is_global*/) {
  DeviceVariable variable;
  variable.name = name;
  variable.bytes = bytes;
  session().registry.add_variable(host, image_of(handle), variable);
}

void __cudaRegisterManagedVar(void** handle, void** host,
                              char* /*device_address*/, const char* name,
                              int /*is_extern*/, size_t bytes,
                              int /*is_constant*/, int /*is_global*/) {
  DeviceVariable variable;
  variable.name = name;
  variable.bytes = bytes;
  variable.managed = host;
  session().registry.add_variable(host, image_of(handle), variable);
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     void* stream) {
  configurations().push_back(
      {grid, block, shared, stream, __builtin_return_address(0)});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                       void* stream) {
  if (configurations().empty()) return cudaErrorMissingConfiguration;
  const Configuration& top = configurations().back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  std::memcpy(stream, &top.stream, sizeof top.stream);
  popped_caller() = top.caller;
  configurations().pop_back();
  return cudaSuccess;
}

}  // extern "C"
