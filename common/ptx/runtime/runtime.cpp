// SPDX-License-Identifier: Apache-2.0
#include "ptx/runtime/runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "ptx/isa/bind.h"
#include "ptx/launch/launch.h"
#include "ptx/module/loader.h"
#include "ptx/runtime/loaded_module.h"

namespace lockstep::ptx {

std::shared_ptr<const Module> prepare_module(std::string_view ptx,
                                             std::string name) {
  auto module = std::make_shared<Module>(load_module(ptx, std::move(name)));
  bind(*module);
  return module;
}

struct Context::State {
  GlobalMemory memory;
  Observers observers;
  std::vector<std::unique_ptr<LoadedModule>> modules;
  ImageTable images;
  std::uint64_t launches = 0;
  MemoryBlock* grid_barrier = nullptr;  ///< of cooperative launches

  /// The two words that grid.sync() works on, as zeros.
  DeviceAddress fresh_grid_barrier() {
    constexpr std::uint64_t bytes = 8;
    if (grid_barrier == nullptr)
      grid_barrier = &memory.allocate(bytes, "the grid barrier");
    std::fill_n(grid_barrier->bytes, bytes, std::byte{0});
    return grid_barrier->info.address;
  }

  void notify(HostEvent::Kind kind, const Allocation* allocation,
              std::uint64_t address, std::uint64_t bytes,
              bool is_variable = false) {
    if (!observers.any()) return;
    HostEvent event;
    event.kind = kind;
    event.allocation = allocation;
    event.address = address;
    event.bytes = bytes;
    event.is_variable = is_variable;
    observers.notify(&Observer::host, event);
  }
  void notify(HostEvent::Kind kind, const MemoryBlock& block,
              std::uint64_t address, std::uint64_t bytes) {
    notify(kind, &block.info, address, bytes);
  }

  /// Throws std::invalid_argument for an image that cannot be one.
  void check(const Image& image) {
    const auto require = [](bool holds, const char* why) {
      if (!holds) throw std::invalid_argument(why);
    };
    const ChannelFormat& format = image.format;
    require(
        format.channels == 1 || format.channels == 2 || format.channels == 4,
        "an image has 1, 2 or 4 channels");
    require(format.bits == 8 || format.bits == 16 || format.bits == 32,
            "a channel has 8, 16 or 32 bits");
    require(format.kind != ChannelKind::real || format.bits != 8,
            "no floating-point channel has 8 bits");
    constexpr std::uint32_t most = 1u << 27;
    require(image.width >= 1 && image.height >= 1 && image.depth >= 1 &&
                image.layers >= 1 && image.width <= most &&
                image.height <= most && image.depth <= most &&
                image.layers <= most,
            "no dimension of an image is 0");
    const std::uint64_t row = std::uint64_t{image.width} * format.bytes();
    const std::uint64_t slices = std::max(image.depth, image.layers);
    require(image.pitch <= std::uint64_t{1} << 32 &&
                image.slice <= std::uint64_t{1} << 34 &&
                (image.height == 1 || image.pitch >= row),
            "the rows of an image do not fit its pitch");
    const std::uint64_t bytes =
        image.slice * (slices - 1) + image.pitch * (image.height - 1) + row;
    require(memory.find(image.address, bytes) != nullptr,
            "an image lies in one device allocation");
  }

  MemoryBlock& block_with(DeviceAddress address, std::uint64_t bytes) {
    MemoryBlock* block = memory.find(address, bytes);
    if (block == nullptr) {
      throw std::out_of_range(
          fmt::format("{} bytes at 0x{:x} do not lie in one device allocation",
                      bytes, address));
    }
    return *block;
  }

  const LoadedModule& loaded(const Module& module) const {
    for (const auto& candidate : modules) {
      if (&candidate->module() == &module) return *candidate;
    }
    throw std::invalid_argument("module " + module.name +
                                " is not loaded in this context");
  }
};

Context::Context() : state_(std::make_unique<State>()) {}
Context::~Context() = default;

void Context::attach(Observer& observer) { state_->observers.attach(observer); }

DeviceAddress Context::allocate(std::uint64_t bytes, std::string name) {
  const MemoryBlock& block = state_->memory.allocate(bytes, std::move(name));
  const DeviceAddress address = block.info.address;
  state_->notify(HostEvent::Kind::allocated, block, address, bytes);
  return address;
}

void Context::free(DeviceAddress address) {
  const MemoryBlock* block = state_->memory.find(address, 0);
  if (block == nullptr || block->info.address != address ||
      block->info.is_on_heap) {
    state_->notify(HostEvent::Kind::invalid_free,
                   state_->memory.nearest(address), address, 0);
    throw std::out_of_range(
        fmt::format("0x{:x} is not the start of a live allocation", address));
  }
  state_->memory.free(address);
  state_->notify(HostEvent::Kind::freed, *block, address, block->info.bytes);
}

void Context::copy_to_device(DeviceAddress to,
                             std::span<const std::byte> from) {
  const MemoryBlock& block = state_->block_with(to, from.size());
  std::copy(from.begin(), from.end(), block.at(to));
  state_->notify(HostEvent::Kind::written, block, to, from.size());
}

void Context::copy_from_device(std::span<std::byte> to, DeviceAddress from) {
  const MemoryBlock& block = state_->block_with(from, to.size());
  std::copy_n(block.at(from), to.size(), to.begin());
  state_->notify(HostEvent::Kind::read, block, from, to.size());
}

void Context::set_heap_limit(std::uint64_t bytes) {
  state_->memory.set_heap_limit(bytes);
}

std::uint64_t Context::heap_limit() const {
  return state_->memory.heap_limit();
}

void Context::adopt(std::span<std::byte> host, std::string name) {
  const auto address = reinterpret_cast<DeviceAddress>(host.data());
  state_->memory.adopt(address, host.data(), host.size(), std::move(name));
}

void Context::copy_on_device(DeviceAddress to, DeviceAddress from,
                             std::uint64_t bytes) {
  const MemoryBlock& source = state_->block_with(from, bytes);
  const MemoryBlock& target = state_->block_with(to, bytes);
  std::memmove(target.at(to), source.at(from), bytes);
  if (!state_->observers.any()) return;
  state_->observers.notify(&Observer::host,
                           HostEvent{HostEvent::Kind::copied, &target.info, to,
                                     bytes, &source.info, from});
}

std::uint64_t Context::create_texture(TextureDescriptor texture) {
  if (texture.levels.empty() || texture.levels.size() > 32)
    throw std::invalid_argument("a texture has 1 to 32 levels");
  for (const Image& level : texture.levels) {
    state_->check(level);
    const bool is_real = level.format.kind == ChannelKind::real;
    if (texture.reads_normalized && !is_real && level.format.bits == 32)
      throw std::invalid_argument("integers of 32 bits are not normalized");
    if (texture.is_linear && !is_real && !texture.reads_normalized)
      throw std::invalid_argument("a linear filter is for what reads as float");
  }
  return state_->images.add(std::move(texture));
}

std::uint64_t Context::create_surface(const Image& surface) {
  state_->check(surface);
  return state_->images.add(surface);
}

void Context::destroy_texture(std::uint64_t handle) {
  if (!state_->images.remove_texture(handle))
    throw std::out_of_range(fmt::format("0x{:x} is no texture object", handle));
}

void Context::destroy_surface(std::uint64_t handle) {
  if (!state_->images.remove_surface(handle))
    throw std::out_of_range(fmt::format("0x{:x} is no surface object", handle));
}

const Module& Context::load(std::shared_ptr<const Module> module,
                            const ManagedMemory& managed) {
  auto loaded = std::make_unique<LoadedModule>(std::move(module),
                                               state_->memory, managed);
  for (const MemoryBlock* block : loaded->variables()) {
    if (block == nullptr) continue;
    const Allocation& info = block->info;
    state_->notify(HostEvent::Kind::allocated, &info, info.address, info.bytes,
                   true);
    state_->notify(HostEvent::Kind::written, *block, info.address, info.bytes);
  }
  state_->modules.push_back(std::move(loaded));
  return state_->modules.back()->module();
}

const Module& Context::load(std::string_view ptx, std::string name) {
  return load(prepare_module(ptx, std::move(name)));
}

std::optional<DeviceAddress> Context::address_of(
    const Module& module, std::string_view variable) const {
  const Variable* found = module.find_variable(variable);
  if (found == nullptr) return std::nullopt;
  const auto index = static_cast<std::size_t>(found - module.variables.data());
  const MemoryBlock* block = state_->loaded(module).variables()[index];
  if (block == nullptr) return std::nullopt;
  return block->info.address;
}

LaunchResult Context::launch(const Module& module, std::string_view kernel,
                             const LaunchConfig& config,
                             std::span<const std::byte> params) {
  const Function* function = module.find_function(kernel);
  if (function == nullptr || !function->is_kernel) {
    return {LaunchStatus::invalid_launch,
            fmt::format("{} has no kernel named {}", module.name, kernel),
            {},
            {}};
  }
  Grid grid;
  grid.module = &module;
  grid.kernel = function;
  grid.constants = state_->loaded(module).constants();
  grid.memory = &state_->memory;
  grid.images = &state_->images;
  grid.observers = &state_->observers;
  grid.params = params;
  grid.launch_index = state_->launches++;
  if (config.is_cooperative) grid.workspace = state_->fresh_grid_barrier();
  return run_launch(grid, config);
}

}  // namespace lockstep::ptx
