// SPDX-License-Identifier: Apache-2.0
#include "ptx/runtime/loaded_module.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {

LoadedModule::LoadedModule(std::shared_ptr<const Module> module,
                           GlobalMemory& memory, const ManagedMemory& managed)
    : module_(std::move(module)) {
  allocate(memory, managed);
  initialise();
  fill_constants();
}

namespace {

MemoryBlock& adopt(GlobalMemory& memory, const Variable& variable,
                   const LoadedModule::ManagedMemory& managed) {
  const std::span<std::byte> host = managed(variable);
  return memory.adopt(reinterpret_cast<std::uint64_t>(host.data()), host.data(),
                      host.size(), variable.demangled);
}

}  // namespace

void LoadedModule::allocate(GlobalMemory& memory,
                            const ManagedMemory& managed) {
  for (const Variable& variable : module_->variables) {
    if (variable.space == Space::shared) {
      variables_.push_back(nullptr);
      continue;
    }
    if (variable.is_extern) {
      throw PtxError(0, variable.name,
                     "an extern variable that no module defines");
    }
    MemoryBlock& block =
        variable.is_managed && managed
            ? adopt(memory, variable, managed)
            : memory.allocate(variable.bytes, variable.demangled);
    block.is_read_only = variable.space == Space::constant;
    variables_.push_back(&block);
  }
}

std::uint64_t LoadedModule::value_of(const Relocation& relocation) const {
  const Variable& variable = module_->variables[relocation.variable];
  const auto addend = static_cast<std::uint64_t>(relocation.addend);
  if (variable.space != Space::shared) {
    return variables_[relocation.variable]->info.address + addend;
  }
  return variable.shared_offset + addend +
         (relocation.generic ? window::shared : 0);
}

void LoadedModule::initialise() {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i] == nullptr) continue;
    const Variable& variable = module_->variables[i];
    const MemoryBlock& block = *variables_[i];
    std::byte* const bytes = block.bytes;
    std::fill_n(bytes, block.info.bytes, std::byte{0});
    std::copy_n(
        variable.initial.begin(),
        std::min<std::size_t>(variable.initial.size(), block.info.bytes),
        bytes);
    for (const Relocation& relocation : variable.relocations) {
      const std::uint64_t value = value_of(relocation);
      if (relocation.offset + sizeof value > block.info.bytes) continue;
      std::memcpy(bytes + relocation.offset, &value, sizeof value);
    }
  }
}

void LoadedModule::fill_constants() {
  const ConstantPool& pool = module_->constants;
  constants_.resize(pool.bytes.size() / sizeof(RegisterLine) + 1);
  std::byte* const bytes = constants_.front().bytes;
  std::copy(pool.bytes.begin(), pool.bytes.end(), bytes);
  for (const Relocation& relocation : pool.relocations) {
    const std::uint64_t value = value_of(relocation);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      std::memcpy(bytes + relocation.offset + lane * sizeof value, &value,
                  sizeof value);
    }
  }
}

}  // namespace lockstep::ptx
