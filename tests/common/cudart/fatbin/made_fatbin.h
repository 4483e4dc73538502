// SPDX-License-Identifier: Apache-2.0
// Fatbins made by hand, byte for byte.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cudart {

struct MadeEntry {
  std::uint16_t kind = 1;
  std::uint32_t architecture = 80;
  std::uint64_t flags = 0;
  std::string payload;
  std::uint64_t unpacked_bytes = 0;
};

template <class T>
void put(std::vector<std::byte>& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

inline std::vector<std::byte> made_entry(const MadeEntry& entry) {
  const std::size_t padded = (entry.payload.size() + 7) / 8 * 8;
  std::vector<std::byte> bytes(64 + padded);
  put(bytes, 0, entry.kind);
  put<std::uint32_t>(bytes, 4, 64);
  put<std::uint64_t>(bytes, 8, padded);
  put(bytes, 16, static_cast<std::uint32_t>(entry.payload.size()));
  put(bytes, 28, entry.architecture);
  put(bytes, 40, entry.flags);
  put(bytes, 56, entry.unpacked_bytes);
  if (!entry.payload.empty())
    std::memcpy(bytes.data() + 64, entry.payload.data(), entry.payload.size());
  return bytes;
}

inline std::vector<std::byte> made_fatbin(
    const std::vector<MadeEntry>& entries) {
  std::vector<std::byte> bytes(16);
  for (const MadeEntry& entry : entries) {
    const auto one = made_entry(entry);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  put<std::uint32_t>(bytes, 0, 0xBA55ED50);
  put<std::uint16_t>(bytes, 4, 1);
  put<std::uint16_t>(bytes, 6, 16);
  put<std::uint64_t>(bytes, 8, bytes.size() - 16);
  return bytes;
}

}  // namespace lockstep::cudart
