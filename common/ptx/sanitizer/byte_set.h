// SPDX-License-Identifier: Apache-2.0
// A set of bytes of an address space, a bit a byte, in pages that exist only
// where something was added: memory is proportional to what is touched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

namespace lockstep::ptx {

class ByteSet {
 public:
  /// The bytes [address, address + bytes) become members, or stop to be.
  void insert(std::uint64_t address, std::uint64_t bytes);
  void erase(std::uint64_t address, std::uint64_t bytes);
  void clear();
  /// The first byte of the range that is no member; nothing if all are.
  std::optional<std::uint64_t> first_missing(std::uint64_t address,
                                             std::uint64_t bytes) const;
  /// How many bytes of the range are no members.
  std::uint64_t missing(std::uint64_t address, std::uint64_t bytes) const;

 private:
  static constexpr std::uint64_t page_bytes = 4096;
  using Page = std::array<std::uint64_t, page_bytes / 64>;

  Page* find(std::uint64_t number) const;
  Page& get(std::uint64_t number);

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  // Neighbouring accesses meet the same page.
  mutable std::uint64_t last_number_ = ~std::uint64_t{0};
  mutable Page* last_ = nullptr;
};

}  // namespace lockstep::ptx
