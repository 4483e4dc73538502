// SPDX-License-Identifier: Apache-2.0
// libFuzzer: PTX text of any kind is loaded and, if it loads, every kernel of
// it is launched with small limits. Whatever happens must be a PtxError or a
// LaunchResult. Checkers and counters watch, so that they are tried too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "ptx/runtime/runtime.h"

using namespace lockstep::ptx;

namespace {

constexpr std::uint64_t buffer_bytes = 4096;

/// Every 8 bytes of the parameters hold the address of a buffer.
std::vector<std::byte> params_of(const Function& kernel, DeviceAddress buffer) {
  std::vector<std::byte> params(kernel.param_bytes);
  const auto* bytes = reinterpret_cast<const std::byte*>(&buffer);
  for (std::size_t i = 0; i < params.size(); ++i) {
    params[i] = bytes[i % sizeof buffer];
  }
  return params;
}

void launch_all(std::string_view ptx, std::uint64_t seed) {
  Sanitizer sanitizer;
  Counters counters;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  context.attach(counters.observer());
  const Module& module = context.load(ptx, "fuzz");
  const DeviceAddress buffer = context.allocate(buffer_bytes, "buffer");
  Image image;
  image.address = buffer;
  image.width = image.height = 16;
  image.pack();
  TextureDescriptor texture;
  texture.levels = {image};
  texture.is_linear = true;
  context.create_texture(texture);
  context.create_surface(image);
  LaunchConfig config;
  config.grid.x = 2;
  config.block.x = 48;
  config.dynamic_shared_bytes = 256;
  config.schedule.seed = seed;
  config.limits.instruction_budget = 2000;
  config.limits.seconds = 1;
  for (const Function& kernel : module.functions) {
    if (!kernel.is_kernel || kernel.param_bytes > buffer_bytes) continue;
    context.launch(module, kernel.name, config, params_of(kernel, buffer));
  }
  sanitizer.findings();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    launch_all(text, size % 4);
  } catch (const PtxError&) {
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
