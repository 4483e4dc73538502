// SPDX-License-Identifier: Apache-2.0
// What people call the parts of one launch: its threads, blocks, source
// lines and variables. Valid from `begin` until the launch ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/observer/events.h"
#include "ptx/observer/finding.h"

namespace lockstep::ptx {

/// A variable, and a part of it as a student would write it.
struct NamedElement {
  std::string variable;  ///< "tile"; empty when not known
  std::string element;   ///< "tile[33]", "flag", "tile + 6 bytes"
};

class LaunchNames {
 public:
  void begin(const LaunchEvent& event);

  const Module& module() const { return *module_; }
  const Function& kernel() const { return *kernel_; }
  Dim3 block_shape() const { return block_; }

  Place place(const Instruction* instruction) const;
  /// For sentences: "31" in a block of one dimension, else "(3,1,0)".
  std::string thread(std::uint32_t index) const;
  std::string block(std::uint32_t index) const;
  /// Of a Finding: always "(31,0,0)".
  std::string thread_id(std::uint32_t index) const;
  std::string block_id(std::uint32_t index) const;

  /// The element of `element_bytes` bytes at `address`. `allocation` may be
  /// null, and is not used for shared and local memory.
  NamedElement element(Space space, std::uint64_t address,
                       std::uint32_t element_bytes,
                       const Allocation* allocation) const;
  /// The shared variable that holds `address`, null if none is known.
  const Variable* shared_variable(std::uint64_t address) const;
  /// Where `variable` begins in the shared space of this launch.
  std::uint64_t shared_begin(const Variable& variable) const;
  /// Bytes of it: those of the launch for an `extern` array.
  std::uint64_t shared_bytes(const Variable& variable) const;
  /// Static and dynamic shared memory of a block.
  std::uint64_t shared_size() const;

 private:
  const Module* module_ = nullptr;
  const Function* kernel_ = nullptr;
  Dim3 grid_, block_;
  std::uint32_t dynamic_shared_bytes_ = 0;
};

/// "global memory", "shared memory", …
std::string_view memory_name(Space space);

/// "tile[33]" of a variable of `bytes` bytes, `offset` bytes from its start.
std::string element_name(const std::string& variable, std::uint64_t bytes,
                         std::uint64_t offset, std::uint32_t element_bytes);

}  // namespace lockstep::ptx
