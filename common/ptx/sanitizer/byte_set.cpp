// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/byte_set.h"

#include <algorithm>
#include <bit>

namespace lockstep::ptx {
namespace {

/// Bits [first, first + count) of a word; count is 1 to 64.
std::uint64_t bits(std::uint64_t first, std::uint64_t count) {
  return (~std::uint64_t{0} >> (64 - count)) << first;
}

/// Calls `use(word, mask, first byte)` for each word of the range until it
/// gives true; `word` is the number of a group of 64 bytes.
template <class Use>
void for_words(std::uint64_t address, std::uint64_t bytes, Use&& use) {
  while (bytes > 0) {
    const std::uint64_t first = address % 64;
    const std::uint64_t count = std::min(bytes, 64 - first);
    if (use(address / 64, bits(first, count), address - first)) return;
    address += count;
    bytes -= count;
  }
}

constexpr std::uint64_t page_words = 64;

}  // namespace

ByteSet::Page* ByteSet::find(std::uint64_t number) const {
  if (number == last_number_) return last_;
  const auto found = pages_.find(number);
  if (found == pages_.end()) return nullptr;
  last_number_ = number;
  last_ = found->second.get();
  return last_;
}

ByteSet::Page& ByteSet::get(std::uint64_t number) {
  if (Page* page = find(number)) return *page;
  auto& page = pages_[number];
  page = std::make_unique<Page>();
  page->fill(0);
  last_number_ = number;
  last_ = page.get();
  return *page;
}

void ByteSet::insert(std::uint64_t address, std::uint64_t bytes) {
  for_words(address, bytes, [&](auto word, auto mask, auto) {
    get(word / page_words)[word % page_words] |= mask;
    return false;
  });
}

void ByteSet::erase(std::uint64_t address, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t count =
        std::min(bytes, page_bytes - address % page_bytes);
    if (Page* page = find(address / page_bytes))
      for_words(address, count, [&](auto word, auto mask, auto) {
        (*page)[word % page_words] &= ~mask;
        return false;
      });
    address += count;
    bytes -= count;
  }
}

void ByteSet::clear() {
  pages_.clear();
  last_number_ = ~std::uint64_t{0};
  last_ = nullptr;
}

std::optional<std::uint64_t> ByteSet::first_missing(std::uint64_t address,
                                                    std::uint64_t bytes) const {
  std::optional<std::uint64_t> missing;
  for_words(address, bytes, [&](auto word, auto mask, auto begin) {
    const Page* page = find(word / page_words);
    const std::uint64_t present = page ? (*page)[word % page_words] : 0;
    const std::uint64_t absent = mask & ~present;
    if (absent != 0) missing = begin + std::countr_zero(absent);
    return absent != 0;
  });
  return missing;
}

std::uint64_t ByteSet::missing(std::uint64_t address,
                               std::uint64_t bytes) const {
  std::uint64_t count = 0;
  for_words(address, bytes, [&](auto word, auto mask, auto) {
    const Page* page = find(word / page_words);
    const std::uint64_t present = page ? (*page)[word % page_words] : 0;
    count += static_cast<std::uint64_t>(std::popcount(mask & ~present));
    return false;
  });
  return count;
}

}  // namespace lockstep::ptx
