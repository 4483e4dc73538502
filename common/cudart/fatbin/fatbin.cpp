// SPDX-License-Identifier: Apache-2.0
// Little-endian fields at fixed places:
//   header: u32 0xBA55ED50, u16 1, u16 header bytes, u64 bytes of all entries
//   entry:  u16 kind at 0, u32 header bytes at 4, u64 payload bytes at 8,
//           u32 compressed bytes at 16, u32 architecture at 28,
//           u64 flags at 40, u64 unpacked bytes at 56
#include "cudart/fatbin/fatbin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace lockstep::cudart {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t container_magic = 0xBA55ED50;
constexpr std::size_t container_header = 16, entry_header = 64;
constexpr std::size_t most_entries = 1024;
constexpr std::uint16_t kind_ptx = 1, kind_cubin = 2;
constexpr std::uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000;

/// Requires the field to lie inside.
template <class T>
T field(Bytes bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

FatbinEntry::Kind kind_of(std::uint16_t number) {
  if (number == kind_ptx) return FatbinEntry::Kind::ptx;
  return number == kind_cubin ? FatbinEntry::Kind::cubin
                              : FatbinEntry::Kind::other;
}

/// The entry at the front; `rest` is moved past it.
FatbinEntry take_entry(Bytes& rest) {
  if (rest.size() < entry_header) throw FatbinError("an entry is cut off");
  const std::uint64_t header = field<std::uint32_t>(rest, 4);
  const auto padded = field<std::uint64_t>(rest, 8);
  if (header < entry_header || header > rest.size() ||
      padded > rest.size() - header)
    throw FatbinError("an entry is longer than the container");
  FatbinEntry entry;
  entry.kind = kind_of(field<std::uint16_t>(rest, 0));
  entry.architecture = field<std::uint32_t>(rest, 28);
  entry.unpacked_bytes = field<std::uint64_t>(rest, 56);
  const auto flags = field<std::uint64_t>(rest, 40);
  std::uint64_t stored = padded;
  if ((flags & (flag_lz4 | flag_zstd)) != 0) {
    entry.compression =
        (flags & flag_zstd) != 0 ? Compression::zstd : Compression::lz4;
    stored = field<std::uint32_t>(rest, 16);
  }
  if (stored > padded) throw FatbinError("a payload is longer than its entry");
  entry.payload = rest.subspan(header, stored);
  rest = rest.subspan(header + padded);
  return entry;
}

}  // namespace

std::vector<FatbinEntry> parse_fatbin(Bytes bytes) {
  if (bytes.size() < container_header ||
      field<std::uint32_t>(bytes, 0) != container_magic)
    throw FatbinError("not a fatbin: its first bytes are others");
  if (field<std::uint16_t>(bytes, 4) != 1)
    throw FatbinError(fmt::format("a fatbin of version {}, which is not known",
                                  field<std::uint16_t>(bytes, 4)));
  const std::size_t header = field<std::uint16_t>(bytes, 6);
  const auto size = field<std::uint64_t>(bytes, 8);
  if (header < container_header || header > bytes.size() ||
      size > bytes.size() - header)
    throw FatbinError("a fatbin that is cut off");
  Bytes rest = bytes.subspan(header, size);
  std::vector<FatbinEntry> entries;
  while (!rest.empty()) {
    if (entries.size() == most_entries)
      throw FatbinError("a fatbin of too many entries");
    entries.push_back(take_entry(rest));
  }
  return entries;
}

const FatbinEntry* best_ptx(const std::vector<FatbinEntry>& entries,
                            std::uint32_t architecture) {
  const FatbinEntry* best = nullptr;
  for (const FatbinEntry& entry : entries) {
    if (entry.kind != FatbinEntry::Kind::ptx) continue;
    const bool fits = entry.architecture <= architecture;
    const bool best_fits =
        best != nullptr && best->architecture <= architecture;
    const bool is_better =
        best == nullptr || (fits && !best_fits) ||
        (fits == best_fits && (fits ? entry.architecture > best->architecture
                                    : entry.architecture < best->architecture));
    if (is_better) best = &entry;
  }
  return best;
}

std::string why_no_ptx(const std::vector<FatbinEntry>& entries) {
  std::set<std::uint32_t> built;
  for (const FatbinEntry& entry : entries)
    if (entry.kind == FatbinEntry::Kind::cubin)
      built.insert(entry.architecture);
  if (built.empty()) return "there is no device code in it";
  return fmt::format(
      "it holds machine code for sm_{} and no PTX, which the emulator needs: "
      "compile with -arch=compute_80, or add "
      "-gencode arch=compute_80,code=compute_80",
      fmt::join(built, ", sm_"));
}

}  // namespace lockstep::cudart
