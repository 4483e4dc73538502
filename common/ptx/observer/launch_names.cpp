// SPDX-License-Identifier: Apache-2.0
#include "ptx/observer/launch_names.h"

#include <fmt/format.h>

#include "ptx/observer/place.h"

namespace lockstep::ptx {
namespace {

std::string triple(std::uint64_t index, Dim3 shape) {
  const std::uint64_t plane = std::uint64_t{shape.x} * shape.y;
  return fmt::format("({},{},{})", index % shape.x, index % plane / shape.x,
                     index / plane);
}

std::string short_form(std::uint64_t index, Dim3 shape) {
  if (shape.y == 1 && shape.z == 1) return fmt::format("{}", index);
  return triple(index, shape);
}

}  // namespace

void LaunchNames::begin(const LaunchEvent& event) {
  module_ = event.module;
  kernel_ = event.kernel;
  grid_ = event.grid;
  block_ = event.block;
  dynamic_shared_bytes_ = event.dynamic_shared_bytes;
}

Place LaunchNames::place(const Instruction* instruction) const {
  if (module_ == nullptr || instruction == nullptr) return {};
  return place_of(*module_, *instruction);
}

std::string LaunchNames::thread(std::uint32_t index) const {
  return short_form(index, block_);
}
std::string LaunchNames::block(std::uint32_t index) const {
  return short_form(index, grid_);
}
std::string LaunchNames::thread_id(std::uint32_t index) const {
  return triple(index, block_);
}
std::string LaunchNames::block_id(std::uint32_t index) const {
  return triple(index, grid_);
}

std::uint64_t LaunchNames::shared_begin(const Variable& variable) const {
  return variable.is_extern ? kernel_->dynamic_shared_offset
                            : variable.shared_offset;
}

std::uint64_t LaunchNames::shared_bytes(const Variable& variable) const {
  return variable.is_extern ? dynamic_shared_bytes_ : variable.bytes;
}

std::uint64_t LaunchNames::shared_size() const {
  if (dynamic_shared_bytes_ == 0) return kernel_->shared_bytes;
  return std::uint64_t{kernel_->dynamic_shared_offset} + dynamic_shared_bytes_;
}

const Variable* LaunchNames::shared_variable(std::uint64_t address) const {
  if (module_ == nullptr) return nullptr;
  for (const std::uint32_t index : kernel_->shared_variables) {
    const Variable& variable = module_->variables[index];
    const std::uint64_t begin = shared_begin(variable);
    if (address >= begin && address - begin < shared_bytes(variable))
      return &variable;
  }
  return nullptr;
}

NamedElement LaunchNames::element(Space space, std::uint64_t address,
                                  std::uint32_t element_bytes,
                                  const Allocation* allocation) const {
  if (space == Space::shared) {
    const Variable* variable = shared_variable(address);
    if (variable == nullptr)
      return {"", fmt::format("shared memory at byte {}", address)};
    return {variable->demangled,
            element_name(variable->demangled, shared_bytes(*variable),
                         address - shared_begin(*variable), element_bytes)};
  }
  if (space == Space::local)
    return {"", fmt::format("local memory at byte {}", address)};
  if (allocation == nullptr)
    return {"", fmt::format("{} at {:#x}", memory_name(space), address)};
  return {allocation->name,
          element_name(allocation->name, allocation->bytes,
                       address - allocation->address, element_bytes)};
}

std::string_view memory_name(Space space) {
  switch (space) {
    case Space::generic:
      return "memory";
    case Space::global:
      return "global memory";
    case Space::shared:
      return "shared memory";
    case Space::local:
      return "local memory";
    case Space::constant:
      return "constant memory";
    case Space::param:
    case Space::param_frame:
      return "parameter memory";
  }
  return "memory";
}

std::string element_name(const std::string& variable, std::uint64_t bytes,
                         std::uint64_t offset, std::uint32_t element_bytes) {
  if (bytes == element_bytes && offset == 0) return variable;
  if (element_bytes == 0 || offset % element_bytes != 0)
    return fmt::format("{} + {} bytes", variable, offset);
  return fmt::format("{}[{}]", variable, offset / element_bytes);
}

}  // namespace lockstep::ptx
