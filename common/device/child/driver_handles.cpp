// SPDX-License-Identifier: Apache-2.0
#include "device/child/driver_handles.h"

#include <array>
#include <cstdint>
#include <vector>

#include "device/wire/kernel_contract.h"

namespace lockstep::driver {

LoadedModule::LoadedModule(const Api& api, const void* image) : api_(&api) {
  std::array<char, 4096> log{};
  std::array<int, 2> names{jit_error_log_buffer,
                           jit_error_log_buffer_size_bytes};
  std::array<void*, 2> values{
      log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size() - 1})};
  const Result result = api.load_module(&module_, image, names.size(),
                                        names.data(), values.data());
  if (result == success) return;
  const std::string call = "cuModuleLoadDataEx";
  throw Failure(api, result,
                (log[0] ? call + ": " + log.data() : call).c_str());
}

Function LoadedModule::function(const char* name) const {
  Function function = nullptr;
  check(*api_, api_->get_function(&function, module_, name),
        "cuModuleGetFunction");
  return function;
}

std::string LoadedModule::kernel_names() const {
  if (!api_->function_count || !api_->enumerate_functions ||
      !api_->function_name) {
    return {};
  }
  unsigned count = 0;
  if (api_->function_count(&count, module_) != success) return {};
  std::vector<Function> functions(count);
  if (api_->enumerate_functions(functions.data(), count, module_) != success) {
    return {};
  }
  std::vector<std::string> names;
  for (const Function function : functions) {
    const char* name = nullptr;
    if (api_->function_name(&name, function) == success) {
      names.emplace_back(name);
    }
  }
  return name_list(names);
}

}  // namespace lockstep::driver
