// SPDX-License-Identifier: Apache-2.0
// What is counted, for each instruction of a module by itself: sums over
// them give the metrics of a launch, and sums over those of a source line
// what that line costs.
#pragma once

#include <cstdint>

namespace lockstep::ptx {

struct InstructionCounts {
  std::uint64_t executed = 0;    ///< by warps
  std::uint64_t threads = 0;     ///< active lanes, whatever their guard
  std::uint64_t threads_on = 0;  ///< lanes whose guard is true
  std::uint64_t divergent = 0;   ///< branches that part of a group takes

  /// Memory instructions: what the machine did for them. A generic access
  /// may meet both spaces.
  struct Memory {
    std::uint64_t requests = 0;  ///< warp-wide accesses
    std::uint64_t lanes = 0;
    std::uint64_t elements = 0;  ///< lanes times vector width
    std::uint64_t bytes = 0;
    std::uint64_t sectors = 0;     ///< global memory
    std::uint64_t wavefronts = 0;  ///< shared memory
    std::uint64_t least_wavefronts = 0;

    Memory& operator+=(const Memory& other) {
      requests += other.requests;
      lanes += other.lanes;
      elements += other.elements;
      bytes += other.bytes;
      sectors += other.sectors;
      wavefronts += other.wavefronts;
      least_wavefronts += other.least_wavefronts;
      return *this;
    }
  };
  Memory global, shared;
};

}  // namespace lockstep::ptx
