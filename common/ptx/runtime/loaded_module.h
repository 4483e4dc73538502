// SPDX-License-Identifier: Apache-2.0
// A module in one context: its variables have addresses, and the constants
// that name those addresses hold them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ptx/machine/frame.h"
#include "ptx/machine/global_memory.h"
#include "ptx/module/module.h"

namespace lockstep::ptx {

class LoadedModule {
 public:
  /// Memory of the host for a `__managed__` variable.
  using ManagedMemory = std::function<std::span<std::byte>(const Variable&)>;

  /// Allocates and initialises the module's global and constant variables.
  /// Throws PtxError for an extern variable that nothing defines. Managed ones
  /// are as others where `managed` is empty.
  LoadedModule(std::shared_ptr<const Module> module, GlobalMemory& memory,
               const ManagedMemory& managed);

  const Module& module() const { return *module_; }
  /// By index of Module::variables; null for shared ones.
  const std::vector<MemoryBlock*>& variables() const { return variables_; }
  /// The constant pool with addresses filled in.
  const std::byte* constants() const { return constants_.front().bytes; }

 private:
  void allocate(GlobalMemory& memory, const ManagedMemory& managed);
  void initialise();
  void fill_constants();
  std::uint64_t value_of(const Relocation& relocation) const;

  std::shared_ptr<const Module> module_;
  std::vector<MemoryBlock*> variables_;
  std::vector<RegisterLine> constants_;
};

}  // namespace lockstep::ptx
