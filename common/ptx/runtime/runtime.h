// SPDX-License-Identifier: Apache-2.0
// An emulated device: memory, modules, launches, observers. This is the one
// header of ptx/ that the rest of the project includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/counters/counters.h"
#include "ptx/launch/launch_config.h"
#include "ptx/machine/image.h"
#include "ptx/machine/launch_result.h"
#include "ptx/module/module.h"
#include "ptx/observer/events.h"
#include "ptx/observer/finding.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/sanitizer.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {

using DeviceAddress = std::uint64_t;

/// PTX text to a module that is ready to run. It depends on no context, and
/// any number of them may load it. Throws PtxError for what is no PTX; an
/// unsupported instruction only makes launches that may reach it unsupported.
std::shared_ptr<const Module> prepare_module(std::string_view ptx,
                                             std::string name);

/// One emulated device. Not copyable; not for use by two threads at once.
class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Observers must outlive the context; attach before allocating.
  void attach(Observer& observer);

  /// At least 256-byte aligned, with unmapped space around it. `name` is
  /// what reports call it. Throws std::bad_alloc past the device's memory.
  DeviceAddress allocate(std::uint64_t bytes, std::string name);
  /// Throws std::out_of_range unless `address` is the start of a live one;
  /// observers are told of that too.
  void free(DeviceAddress address);
  /// Bytes that malloc in kernels can give at a time, 8 MiB at first
  /// (cudaLimitMallocHeapSize). What it gives lives until a kernel frees it.
  void set_heap_limit(std::uint64_t bytes);
  std::uint64_t heap_limit() const;
  /// Memory of the host that kernels use at the same address, until `free`:
  /// managed or pinned. All of it counts as written.
  void adopt(std::span<std::byte> host, std::string name);
  /// Throws std::out_of_range unless both ranges lie in live allocations.
  void copy_on_device(DeviceAddress to, DeviceAddress from,
                      std::uint64_t bytes);
  /// Throw std::out_of_range unless all of it lies in one live allocation.
  void copy_to_device(DeviceAddress to, std::span<const std::byte> from);
  void copy_from_device(std::span<std::byte> to, DeviceAddress from);

  /// Texture and surface objects: what a kernel's tex and suld get as a
  /// handle. The images lie in ordinary allocations, which the caller keeps
  /// (machine/image.h); a CUDA array is one with a packed Image. Throw
  /// std::invalid_argument for what no device takes.
  std::uint64_t create_texture(TextureDescriptor texture);
  std::uint64_t create_surface(const Image& surface);
  /// Throw std::out_of_range for a handle of none.
  void destroy_texture(std::uint64_t handle);
  void destroy_surface(std::uint64_t handle);

  /// Memory of the host for a `__managed__` variable, of its size.
  using ManagedMemory = std::function<std::span<std::byte>(const Variable&)>;

  /// Makes the module's variables, with their initial values. The module
  /// lives as long as the context. Throws PtxError. Managed variables are as
  /// others where `managed` is empty.
  const Module& load(std::shared_ptr<const Module> module,
                     const ManagedMemory& managed = {});
  /// The same for PTX text. Throws PtxError.
  const Module& load(std::string_view ptx, std::string name);
  /// Address and size of a `__device__` or `__constant__` variable.
  std::optional<DeviceAddress> address_of(const Module& module,
                                          std::string_view variable) const;

  /// `params` is the kernel's parameter buffer, laid out as its
  /// Function::parameters say. Never throws for what a kernel does.
  LaunchResult launch(const Module& module, std::string_view kernel,
                      const LaunchConfig& config,
                      std::span<const std::byte> params);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::ptx
