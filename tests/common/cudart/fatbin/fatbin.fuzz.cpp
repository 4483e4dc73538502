// SPDX-License-Identifier: Apache-2.0
// Any bytes are a fatbin with sound entries or a FatbinError.
#include "cudart/fatbin/fatbin.h"

#include <cstdlib>

using namespace lockstep::cudart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) try {
  const std::span<const std::byte> bytes(
      reinterpret_cast<const std::byte*>(data), size);
  const auto entries = parse_fatbin(bytes);
  best_ptx(entries, 80);
  why_no_ptx(entries);
  for (const FatbinEntry& entry : entries) {
    if (entry.payload.size() > size) std::abort();
    try {
      unpack(entry);
    } catch (const FatbinError&) {
      continue;
    }
  }
  return 0;
} catch (const FatbinError&) {
  return 0;
}
