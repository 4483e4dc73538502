// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/access_shadow.h"

#include <algorithm>
#include <utility>

namespace lockstep::ptx {

void AccessShadow::clear() {
  for (auto& [number, page] : pages_)
    std::fill(page->heads.begin(), page->heads.end(), 0);
  records_.clear();
  values_.clear();
  free_record_ = 0;
  free_values_.clear();
}

AccessShadow::Page& AccessShadow::page(std::uint64_t number) {
  auto& [known, cached] = recent_[number % recent_.size()];
  if (cached != nullptr && known == number) return *cached;
  auto& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    page->heads.assign(page_bytes / 32 / page->cell_bytes, 0);
  }
  known = number;
  cached = page.get();
  return *page;
}

AccessShadow::Row AccessShadow::row(std::uint64_t address, bool by_byte) {
  Page& found = page(address / page_bytes);
  if (by_byte && found.cell_bytes != 1) split(found);
  const std::uint64_t row_bytes = std::uint64_t{32} * found.cell_bytes;
  return {&found.heads[address % page_bytes / row_bytes],
          address / row_bytes * row_bytes, found.cell_bytes};
}

void AccessShadow::insert(const Row& row, const AccessRecord& access,
                          const CellValues* values) {
  if (records_.empty()) {
    records_.emplace_back();  // record 0 and value 0 mean "none"
    values_.emplace_back();
  }
  std::uint32_t record = free_record_;
  if (record != 0)
    free_record_ = records_[record].next;
  else {
    record = static_cast<std::uint32_t>(records_.size());
    records_.emplace_back();
  }
  AccessRecord& stored = records_[record] = access;
  stored.next = *row.head;
  stored.values = 0;
  *row.head = record;
  if (values == nullptr) return;
  if (free_values_.empty()) {
    stored.values = static_cast<std::uint32_t>(values_.size());
    values_.push_back(*values);
  } else {
    stored.values = free_values_.back();
    free_values_.pop_back();
    values_[stored.values] = *values;
  }
}

void AccessShadow::remove(const Row& row, std::uint32_t previous,
                          std::uint32_t record) {
  (previous != 0 ? records_[previous].next : *row.head) = records_[record].next;
  free(record);
}

void AccessShadow::free(std::uint32_t record) {
  if (records_[record].values != 0)
    free_values_.push_back(records_[record].values);
  records_[record].next = free_record_;
  free_record_ = record;
}

void AccessShadow::split(Page& page) {
  const std::vector<std::uint32_t> old = std::exchange(page.heads, {});
  page.cell_bytes = 1;
  page.heads.assign(page_bytes / 32, 0);
  for (std::size_t row = 0; row < old.size(); ++row)
    for (std::uint32_t record = old[row]; record != 0;) {
      const AccessRecord access = records_[record];
      CellValues values{};
      if (access.values != 0) values = values_[access.values];
      free(record);
      split_record(page, row, access, access.values != 0 ? &values : nullptr);
      record = access.next;
    }
}

void AccessShadow::split_record(Page& page, std::size_t row,
                                const AccessRecord& access,
                                const CellValues* values) {
  for (unsigned part = 0; part < 4; ++part) {
    AccessRecord bytes = access;
    CellValues byte_values{};
    bytes.cells = 0;
    for (unsigned cell = 0; cell < 32; ++cell) {
      const unsigned word = part * 8 + cell / 4;
      if ((access.cells >> word & 1) == 0) continue;
      bytes.cells |= 1u << cell;
      bytes.lane_of[cell] = access.lane_of[word];
      if (values) byte_values[cell] = (*values)[word] >> (cell % 4 * 8) & 0xff;
    }
    if (bytes.cells == 0) continue;
    const Row target{&page.heads[row * 4 + part], 0, 1};
    insert(target, bytes, values ? &byte_values : nullptr);
  }
}

}  // namespace lockstep::ptx
