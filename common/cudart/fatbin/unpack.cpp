// SPDX-License-Identifier: Apache-2.0
// Compressed payloads: CUDA 11 writes LZ4 blocks, CUDA 13 zstd frames. What
// is unpacked is bounded by what the entry announces, and that by a limit.
#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <limits>

#include "cudart/fatbin/fatbin.h"

namespace lockstep::cudart {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
/// What one byte can become at most; zstd has no such bound of its own.
constexpr std::uint64_t most_growth = 4096;

std::string unpack_lz4(const FatbinEntry& entry, std::string text) {
  const auto* from = reinterpret_cast<const char*>(entry.payload.data());
  if (entry.payload.size() > std::numeric_limits<int>::max())
    throw FatbinError("an LZ4 block that is too long");
  const int bytes = LZ4_decompress_safe(from, text.data(),
                                        static_cast<int>(entry.payload.size()),
                                        static_cast<int>(text.size()));
  if (bytes < 0) throw FatbinError("an LZ4 block that is damaged");
  text.resize(static_cast<std::size_t>(bytes));
  return text;
}

std::string unpack_zstd(const FatbinEntry& entry, std::string text) {
  const std::size_t bytes = ZSTD_decompress(
      text.data(), text.size(), entry.payload.data(), entry.payload.size());
  if (ZSTD_isError(bytes) != 0)
    throw FatbinError(fmt::format("a zstd frame that is damaged: {}",
                                  ZSTD_getErrorName(bytes)));
  text.resize(bytes);
  return text;
}

}  // namespace

std::string unpack(const FatbinEntry& entry) {
  std::string text;
  if (entry.compression == Compression::none) {
    const auto* from = reinterpret_cast<const char*>(entry.payload.data());
    text.assign(from, entry.payload.size());
  } else {
    if (entry.unpacked_bytes > most_bytes ||
        entry.unpacked_bytes / most_growth > entry.payload.size())
      throw FatbinError(
          fmt::format("a payload that claims to unpack to {} "
                      "bytes",
                      entry.unpacked_bytes));
    text.resize(entry.unpacked_bytes);
    text = entry.compression == Compression::lz4
               ? unpack_lz4(entry, std::move(text))
               : unpack_zstd(entry, std::move(text));
  }
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace lockstep::cudart
