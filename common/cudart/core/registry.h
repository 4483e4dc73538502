// SPDX-License-Identifier: Apache-2.0
// What a program registers before main: fatbins, and which host stubs and
// host variables stand for which names in them. A fatbin is read when the
// first of its names is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cudart/core/memory.h"
#include "ptx/runtime/runtime.h"

namespace lockstep::cudart {

/// The architecture of the device that we claim to be.
inline constexpr std::uint32_t device_architecture = 80;

/// One registered fatbin: of one object, or of several to be linked.
struct Image {
  std::vector<std::span<const std::byte>> fatbins;
  const ptx::Module* module = nullptr;  ///< once loaded
  std::uint32_t ptx_architecture = 0;
  std::string problem;  ///< why it cannot be loaded
};

struct Kernel {
  Image* image = nullptr;
  std::string name;                      ///< in the PTX
  std::uint32_t max_dynamic_shared = 0;  ///< raised by cudaFuncSetAttribute
  int preferred_carveout = -1;
};

struct DeviceVariable {
  Image* image = nullptr;
  std::string name;
  std::uint64_t bytes = 0;
  void** managed = nullptr;  ///< the host's pointer to it, of __managed__ ones
};

class Registry {
 public:
  Registry(ptx::Context& context, Memory& memory)
      : context_(context), memory_(memory) {}

  Image& add(std::vector<std::span<const std::byte>> fatbins);
  void add_kernel(const void* stub, Image& image, std::string name);
  void add_variable(const void* host, Image& image, DeviceVariable variable);

  /// Throw Failure where nothing of it is registered.
  Kernel& kernel(const void* stub);
  const DeviceVariable& variable(const void* host) const;

  /// Loads the kernel's image if need be. Throws Failure, with the reason.
  const ptx::Function& function(const Kernel& kernel);
  DeviceAddress address(const DeviceVariable& variable);
  void load(Image& image);

 private:
  ptx::Context& context_;
  Memory& memory_;
  std::vector<std::unique_ptr<Image>> images_;
  std::map<const void*, Kernel> kernels_;
  std::map<const void*, DeviceVariable> variables_;
};

/// The bytes from `begin` to the end of the loaded segment that holds them;
/// empty where it is in none.
std::span<const std::byte> loaded_bytes_at(const void* begin);

}  // namespace lockstep::cudart
