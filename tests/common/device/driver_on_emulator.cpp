// SPDX-License-Identifier: Apache-2.0
#include "driver_on_emulator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "ptx/runtime/runtime.h"

namespace lockstep::driver {

struct FunctionHandle {
  const ptx::Module* module = nullptr;
  const ptx::Function* function = nullptr;
  std::uint32_t shared_bytes = 48 * 1024;
};

struct ModuleHandle {
  const ptx::Module* module = nullptr;
  std::map<std::string, FunctionHandle> functions;
};

struct EventHandle {
  std::chrono::steady_clock::time_point when;
};

}  // namespace lockstep::driver

namespace lockstep::test {
namespace {

using namespace driver;

constexpr unsigned opt_in_shared_bytes = 100 * 1024;

struct Gpu {
  ptx::Context context;
  std::vector<std::unique_ptr<ModuleHandle>> modules;
  Result sticky = success;
};

Gpu& gpu() {
  static Gpu the_only_one;
  return the_only_one;
}

/// What `work` returns, unless an earlier kernel spoilt the context.
template <class Work>
Result unless_spoilt(Work work) {
  if (gpu().sticky != success) return gpu().sticky;
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return out_of_memory;
  } catch (const std::exception&) {
    return invalid_value;
  }
}

Result load_module(Module* module, const void* image, unsigned, int*,
                   void** values) {
  return unless_spoilt([&] {
    auto handle = std::make_unique<ModuleHandle>();
    try {
      handle->module =
          &gpu().context.load(static_cast<const char*>(image), "module");
    } catch (const ptx::PtxError& error) {
      std::strncpy(static_cast<char*>(values[0]), error.what(), 1000);
      return invalid_ptx;
    }
    for (const ptx::Function& function : handle->module->functions) {
      if (!function.is_kernel) continue;
      handle->functions[function.name] = {handle->module, &function};
    }
    *module = gpu().modules.emplace_back(std::move(handle)).get();
    return success;
  });
}

Result get_function(Function* function, Module module, const char* name) {
  const auto found = module->functions.find(name);
  if (found == module->functions.end()) return not_found;
  *function = &found->second;
  return success;
}

Result get_global(Address* address, std::size_t* bytes, Module module,
                  const char* name) {
  const ptx::Variable* variable = module->module->find_variable(name);
  const auto found = gpu().context.address_of(*module->module, name);
  if (!variable || !found) return not_found;
  *address = *found;
  *bytes = variable->bytes;
  return success;
}

Result status_of(ptx::LaunchStatus status) {
  switch (status) {
    case ptx::LaunchStatus::success:
      return success;
    case ptx::LaunchStatus::fault:
      return illegal_address;
    case ptx::LaunchStatus::invalid_launch:
      return invalid_value;
    default:
      return launch_failed;
  }
}

Result launch(Function function, unsigned grid_x, unsigned grid_y,
              unsigned grid_z, unsigned block_x, unsigned block_y,
              unsigned block_z, unsigned shared_bytes, Stream,
              void** parameters, void**) {
  return unless_spoilt([&] {
    ptx::LaunchConfig config;
    config.grid = {grid_x, grid_y, grid_z};
    config.block = {block_x, block_y, block_z};
    config.dynamic_shared_bytes = shared_bytes;
    config.limits.instruction_budget = UINT64_MAX;
    config.limits.shared_bytes_per_block = function->shared_bytes;
    std::vector<std::byte> packed(function->function->param_bytes);
    std::size_t i = 0;
    for (const ptx::Parameter& parameter : function->function->parameters) {
      std::memcpy(packed.data() + parameter.offset, parameters[i++],
                  parameter.bytes);
    }
    const auto result = gpu().context.launch(
        *function->module, function->function->name, config, packed);
    const Result error = status_of(result.status);
    if (error == invalid_value) return error;
    gpu().sticky = error;
    return success;  // as the real one: the next call tells
  });
}

Result set_attribute(Function function, int, int value) {
  if (value < 0 || unsigned(value) > opt_in_shared_bytes) return invalid_value;
  function->shared_bytes = static_cast<std::uint32_t>(value);
  return success;
}

Result device_attribute(int* value, int attribute, Device) {
  const std::map<int, int> values{
      {multiprocessor_count, 2},
      {l2_cache_size, 64 * 1024},
      {compute_capability_major, 8},
      {compute_capability_minor, 0},
      {max_shared_memory_per_block_optin, int(opt_in_shared_bytes)}};
  *value = values.at(attribute);
  return success;
}

Result parameter_info(Function function, std::size_t index, std::size_t* offset,
                      std::size_t* bytes) {
  const auto& parameters = function->function->parameters;
  if (index >= parameters.size()) return invalid_value;
  *offset = parameters[index].offset;
  *bytes = parameters[index].bytes;
  return success;
}

Result enumerate(Function* functions, unsigned count, Module module) {
  auto next = module->functions.begin();
  for (unsigned i = 0; i < count; ++i) functions[i] = &(next++)->second;
  return success;
}

Result set_bytes(Address to, unsigned char value, std::size_t bytes) {
  return unless_spoilt([&] {
    gpu().context.copy_to_device(
        to, std::vector<std::byte>(bytes, std::byte{value}));
    return success;
  });
}

Result copy_in(Address to, const void* from, std::size_t bytes) {
  return unless_spoilt([&] {
    gpu().context.copy_to_device(to,
                                 {static_cast<const std::byte*>(from), bytes});
    return success;
  });
}

Result copy_out(void* to, Address from, std::size_t bytes) {
  return unless_spoilt([&] {
    gpu().context.copy_from_device({static_cast<std::byte*>(to), bytes}, from);
    return success;
  });
}

Result allocate(Address* address, std::size_t bytes) {
  return unless_spoilt([&] {
    *address = gpu().context.allocate(bytes, "memory");
    return success;
  });
}

Result error_name(Result error, const char** name) {
  const std::map<Result, const char*> names{
      {invalid_value, "CUDA_ERROR_INVALID_VALUE"},
      {invalid_ptx, "CUDA_ERROR_INVALID_PTX"},
      {not_found, "CUDA_ERROR_NOT_FOUND"},
      {illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {launch_failed, "CUDA_ERROR_LAUNCH_FAILED"}};
  const auto found = names.find(error);
  *name = found == names.end() ? "CUDA_ERROR_UNKNOWN" : found->second;
  return success;
}

void add_device(Api& api) {
  api.init = [](unsigned) { return success; };
  api.driver_version = [](int* version) { return *version = 13000, success; };
  api.device_count = [](int* count) { return *count = 1, success; };
  api.device_get = [](Device* device, int) { return *device = 0, success; };
  api.device_name = [](char* name, int bytes, Device) {
    std::strncpy(name, "emulated GPU", static_cast<std::size_t>(bytes));
    return success;
  };
  api.device_memory = [](std::size_t* bytes, Device) {
    return *bytes = std::size_t{1} << 30, success;
  };
  api.device_attribute = device_attribute;
  api.retain_context = [](Context*, Device) { return success; };
  api.set_context = [](Context) { return success; };
  api.synchronize = [] { return gpu().sticky; };
}

void add_events(Api& api) {
  api.create_event = [](Event* event, unsigned) {
    return *event = new EventHandle, success;
  };
  api.destroy_event = [](Event event) { return delete event, success; };
  api.record_event = [](Event event, Stream) {
    return event->when = std::chrono::steady_clock::now(), success;
  };
  api.elapsed_time = [](float* time, Event begin, Event end) {
    const std::chrono::duration<float, std::milli> span =
        end->when - begin->when;
    return *time = span.count(), success;
  };
}

}  // namespace

Api driver_on_emulator() {
  Api api;
  add_device(api);
  add_events(api);
  api.load_module = load_module;
  api.unload_module = [](Module) { return gpu().sticky; };
  api.get_function = get_function;
  api.get_global = get_global;
  api.set_function_attribute = set_attribute;
  api.allocate = allocate;
  api.free_memory = [](Address address) {
    return unless_spoilt([&] { return gpu().context.free(address), success; });
  };
  api.copy_to_device = copy_in;
  api.copy_from_device = copy_out;
  api.set_bytes = set_bytes;
  api.launch = launch;
  api.error_name = error_name;
  api.error_string = [](Result, const char** text) {
    return *text = "as the emulator sees it", success;
  };
  api.parameter_info = parameter_info;
  api.function_count = [](unsigned* count, Module module) {
    return *count = static_cast<unsigned>(module->functions.size()), success;
  };
  api.enumerate_functions = enumerate;
  api.function_name = [](const char** name, Function function) {
    return *name = function->function->name.c_str(), success;
  };
  return api;
}

}  // namespace lockstep::test
