// SPDX-License-Identifier: Apache-2.0
// The container in which nvcc puts the device code of one object: a header,
// then images for several architectures. Nothing in it is trusted: every
// length is checked against the bytes that are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep::cudart {

/// Bytes that are no fatbin, in a sentence.
class FatbinError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Compression : std::uint8_t { none, lz4, zstd };

/// One image as it is stored; `payload` points into the container.
struct FatbinEntry {
  enum class Kind : std::uint8_t { ptx, cubin, other };
  Kind kind = Kind::other;
  std::uint32_t architecture = 0;  ///< 80 of sm_80 and compute_80
  Compression compression = Compression::none;
  std::uint64_t unpacked_bytes = 0;  ///< of a compressed payload
  std::span<const std::byte> payload;
};

/// All entries of the container that `bytes` begin with. More bytes may
/// follow it. Throws FatbinError.
std::vector<FatbinEntry> parse_fatbin(std::span<const std::byte> bytes);

/// The payload as text, without its final zero bytes. Throws FatbinError.
std::string unpack(const FatbinEntry& entry);

/// The PTX that suits a device of `architecture` best: the newest that is
/// not newer; where all are newer, the oldest. Null where there is none.
const FatbinEntry* best_ptx(const std::vector<FatbinEntry>& entries,
                            std::uint32_t architecture);

/// Why best_ptx gave null, and which compiler flag helps.
std::string why_no_ptx(const std::vector<FatbinEntry>& entries);

}  // namespace lockstep::cudart
