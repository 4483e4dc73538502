// SPDX-License-Identifier: Apache-2.0
// What all blocks of one running launch share: the module, memory, observers,
// and how the launch stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "ptx/machine/global_memory.h"
#include "ptx/machine/image.h"
#include "ptx/machine/launch_result.h"
#include "ptx/machine/observers.h"
#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Thrown by the machine where a launch cannot go on; ends that launch only.
class LaunchStop : public std::runtime_error {
 public:
  LaunchStop(LaunchStatus why, const std::string& message)
      : std::runtime_error(message), status(why) {}
  LaunchStatus status;
};

struct Grid {
  const Module* module = nullptr;
  const Function* kernel = nullptr;
  /// The module's constant pool with the addresses of this context in it.
  const std::byte* constants = nullptr;
  GlobalMemory* memory = nullptr;
  const ImageTable* images = nullptr;  ///< may be null
  const Observers* observers = nullptr;

  Dim3 dimensions, block;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t launch_index = 0;
  std::span<const std::byte> params;
  /// What %envreg1 (high) and %envreg2 (low) hold: where the words of a
  /// cooperative launch's grid barrier lie; 0 in any other launch.
  std::uint64_t workspace = 0;

  bool is_parallel = false;  ///< other threads run other blocks

  LaunchResult result;
  std::uint64_t executed = 0;     ///< warp instructions, up to the last turn
  std::uint64_t progress = 0;     ///< grows when a spinning thread may see more
  std::uint64_t frame_bytes = 0;  ///< of all frames that exist now

  std::uint32_t shared_bytes() const {
    return dynamic_shared_bytes == 0
               ? static_shared_bytes
               : kernel->dynamic_shared_offset + dynamic_shared_bytes;
  }
  /// Where the memory begins that the system keeps behind a block's own.
  std::uint32_t reserved_offset() const {
    return (shared_bytes() + 127) / 128 * 128;
  }
  /// File and line of an instruction, empty where not known.
  Place place_of(const Instruction& instruction) const;
  /// "reduce.cu:12", or the PTX line where there is no source line.
  std::string describe(const Instruction& instruction) const;
  /// Notes the first problem of a launch that goes on.
  void note(LaunchStatus status, const Instruction& instruction,
            const std::string& message);
  /// Takes `bytes` for a frame; throws LaunchStop when there are too many.
  void charge(std::uint64_t bytes);
};

}  // namespace lockstep::ptx
