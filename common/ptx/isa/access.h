// SPDX-License-Identifier: Apache-2.0
// One instruction's access to memory by the lanes of a mask: every address is
// checked here before it is touched, faults and events are raised here, and
// only then does a handler get host pointers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ptx/machine/warp.h"

namespace lockstep::ptx {

struct MemoryBlock;

class Access {
 public:
  /// Resolves the addresses of `mask`; `bytes` are those of one lane.
  /// For stores `data` points to `bytes` a lane, lane after lane.
  /// With `is_reported` false observers are told by `report` only. With
  /// `addresses`, one a lane, those count and not the instruction's, in its
  /// state space.
  Access(Warp& warp, const Instruction& instruction, LaneMask mask,
         AccessKind kind, std::uint32_t bytes, std::uint32_t element_bytes,
         const std::byte* data = nullptr, bool is_reported = true,
         const std::uint64_t* addresses = nullptr)
      : warp_(warp),
        instruction_(instruction),
        kind_(kind),
        bytes_(bytes),
        element_bytes_(element_bytes),
        data_(data),
        given_(addresses),
        mask_(mask) {
    if (given_ != nullptr || !resolve_run()) resolve_lanes();
    if (is_reported && is_observed()) report(0);
  }

  /// Tells observers of an access of which `failed` lanes wrote nothing.
  void report(LaneMask failed);

  /// Lanes whose address is valid.
  LaneMask valid() const { return valid_; }
  /// Host bytes of a valid lane.
  std::byte* host(unsigned lane) const {
    return run_ != nullptr ? run_ + std::size_t{lane} * bytes_ : host_[lane];
  }
  /// Host bytes of lane 0 if all 32 lanes are valid and follow one another
  /// without gaps, else null.
  std::byte* run() const { return run_; }
  /// Where a valid lane's address lies.
  Space space(unsigned lane) const {
    return space_ == Space::generic ? spaces_[lane] : space_;
  }

 private:
  struct Region;

  bool is_observed() const;
  bool resolve_run();
  void resolve_lanes();
  void compute_addresses();
  void fill_inactive();
  Region region_of(std::uint64_t address);
  Region region_of_block(std::uint64_t address);
  bool resolve_in_one(const Region& region);
  bool resolve_own(Space space, std::uint64_t begin);
  bool resolve_own();
  void resolve_lane(unsigned lane);
  void resolve_local(unsigned lane, std::uint64_t address);
  void resolve_in(unsigned lane, std::uint64_t address, Space space,
                  std::byte* base, std::uint64_t size);
  void resolve_global(unsigned lane, std::uint64_t address);
  void fail(unsigned lane, Space space, FaultKind kind);
  bool is_aligned(std::uint64_t address) const {
    return (address & (bytes_ - 1)) == 0;
  }

  void report_faults();
  void report_accesses();
  void report_accesses_in(Space space, LaneMask mask);

  Warp& warp_;
  const Instruction& instruction_;
  AccessKind kind_;
  std::uint32_t bytes_, element_bytes_;
  const std::byte* data_;
  const std::uint64_t* given_;
  LaneMask mask_;
  LaneMask valid_ = 0;
  LaneMask failed_ = 0;
  std::byte* run_ = nullptr;
  /// Of all valid lanes; generic: they differ, see spaces_.
  Space space_ = Space::generic;
  const Allocation* whole_ = nullptr;  ///< of all lanes, if `space_` is global

  alignas(64) std::uint64_t address_[warp_size];
  std::byte* host_[warp_size];
  Space spaces_[warp_size];
  FaultKind faults_[warp_size];
};

}  // namespace lockstep::ptx
