// SPDX-License-Identifier: Apache-2.0
#include "device/child/driver_device.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>

namespace lockstep {
namespace {

using driver::Api;
using driver::check;

int attribute(const Api& api, int which, driver::Device device) {
  int value = 0;
  check(api, api.device_attribute(&value, which, device),
        "cuDeviceGetAttribute");
  return value;
}

/// "580.95.05, "; empty where the system does not say.
std::string kernel_module_version() {
  std::ifstream file("/sys/module/nvidia/version");
  std::string version;
  if (!std::getline(file, version) || version.empty()) return {};
  return version + ", ";
}

}  // namespace

DeviceInfo open_gpu(const Api& api) {
  check(api, api.init(0), "cuInit");
  int count = 0;
  check(api, api.device_count(&count), "cuDeviceGetCount");
  if (count == 0) throw std::runtime_error("the driver sees no GPU");
  driver::Device device = 0;
  check(api, api.device_get(&device, 0), "cuDeviceGet");
  driver::Context context = nullptr;
  check(api, api.retain_context(&context, device), "cuDevicePrimaryCtxRetain");
  check(api, api.set_context(context), "cuCtxSetCurrent");

  DeviceInfo info;
  info.is_gpu = true;
  std::array<char, 256> name{};
  check(api, api.device_name(name.data(), name.size() - 1, device),
        "cuDeviceGetName");
  info.name = name.data();
  int version = 0;
  check(api, api.driver_version(&version), "cuDriverGetVersion");
  info.driver = fmt::format("{}CUDA {}.{}", kernel_module_version(),
                            version / 1000, version % 1000 / 10);
  const auto number = [&](int which) {
    return static_cast<unsigned>(attribute(api, which, device));
  };
  info.multiprocessors = number(driver::multiprocessor_count);
  info.compute_capability = 10 * number(driver::compute_capability_major) +
                            number(driver::compute_capability_minor);
  info.max_shared_bytes_per_block =
      number(driver::max_shared_memory_per_block_optin);
  info.l2_bytes = number(driver::l2_cache_size);
  std::size_t memory = 0;
  check(api, api.device_memory(&memory, device), "cuDeviceTotalMem");
  info.memory_bytes = memory;
  return info;
}

}  // namespace lockstep
