// SPDX-License-Identifier: Apache-2.0
// Our own kernels on a GPU: fills, checksums, and the sweep that empties the
// cache. The driver translates them when the first of them is needed.
#pragma once

#include <cstdint>
#include <optional>

#include "device/child/driver_handles.h"
#include "device/device.h"

namespace lockstep {

class TrustedModule {
 public:
  /// Both must outlive it.
  TrustedModule(const driver::Api& api, const DeviceInfo& info)
      : api_(&api), info_(&info) {}

  void fill(driver::Address data, std::uint64_t words, std::uint64_t seed);
  std::uint64_t checksum(driver::Address data, std::uint64_t words);
  /// Leaves nothing in the L2 cache that a kernel could hit, nor dirty lines
  /// that would be written back while the next kernel is timed: it reads
  /// three times the cache's size.
  void empty_cache();

 private:
  void launch(const char* kernel, unsigned blocks, void** parameters);
  unsigned blocks_for(std::uint64_t words) const;

  const driver::Api* api_;
  const DeviceInfo* info_;
  std::optional<driver::LoadedModule> module_;
  std::optional<driver::Memory> scratch_;  ///< the sink, then the data
  std::uint64_t sweep_bytes_ = 0;
};

}  // namespace lockstep
