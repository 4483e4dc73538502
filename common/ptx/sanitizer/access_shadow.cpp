// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/access_shadow.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {

void AccessShadow::clear() {
  for (auto& [number, page] : pages_)
    std::fill(page->heads.begin(), page->heads.end(), 0);
  records_.clear();
  words_.clear();
  free_record_ = 0;
  free_words_.clear();
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

std::uint32_t AccessShadow::new_words(const CellWords& words) {
  if (free_words_.empty()) {
    if (words_.empty()) words_.emplace_back();  // 0 means "none"
    words_.push_back(words);
    return static_cast<std::uint32_t>(words_.size() - 1);
  }
  const std::uint32_t index = free_words_.back();
  free_words_.pop_back();
  words_[index] = words;
  return index;
}

std::uint32_t AccessShadow::insert(const Row& row, const AccessRecord& access,
                                   const CellWords* values) {
  if (records_.empty()) records_.emplace_back();  // 0 means "none"
  std::uint32_t record = free_record_;
  if (record != 0)
    free_record_ = records_[record].next;
  else {
    record = static_cast<std::uint32_t>(records_.size());
    records_.emplace_back();
  }
  AccessRecord& stored = records_[record] = access;
  stored.next = *row.head;
  stored.values = values != nullptr ? new_words(*values) : 0;
  *row.head = record;
  return record;
}

void AccessShadow::add_lanes(AccessRecord& record, unsigned cell,
                             LaneMask lanes) {
  const std::uint32_t bit = 1u << cell;
  const bool is_new = (record.cells & bit) == 0;
  record.cells |= bit;
  if (record.lanes == 0 && is_new && std::has_single_bit(lanes)) {
    record.lane_of[cell] = static_cast<std::uint8_t>(lowest_lane(lanes));
    return;
  }
  if (record.lanes == 0) {
    CellWords masks{};
    for_each_lane(record.cells, [&](unsigned other) {
      masks[other] = LaneMask{1} << record.lane_of[other];
    });
    record.lanes = new_words(masks);
  }
  LaneMask& known = words_[record.lanes][cell];
  known = is_new ? lanes : known | lanes;
}

void AccessShadow::add_value(AccessRecord& record, unsigned cell,
                             std::uint32_t value, bool is_agreed) {
  if (record.values == 0) return;
  const std::uint32_t bit = 1u << cell;
  std::uint32_t& known = words_[record.values][cell];
  const bool is_new = (record.cells & bit) == 0;
  if (is_agreed && (is_new || ((record.valued & bit) != 0 && known == value)))
    record.valued |= bit;
  else
    record.valued &= ~bit;
  known = value;
}

void AccessShadow::remove_lanes(AccessRecord& record, unsigned cell,
                                LaneMask lanes) {
  LaneMask left = lanes_of(record, cell) & ~lanes;
  if (record.lanes != 0) words_[record.lanes][cell] = left;
  if (left == 0) record.cells &= ~(1u << cell);
}

void AccessShadow::remove(const Row& row, std::uint32_t previous,
                          std::uint32_t record) {
  (previous != 0 ? records_[previous].next : *row.head) = records_[record].next;
  free(record);
}

void AccessShadow::free(std::uint32_t record) {
  AccessRecord& freed = records_[record];
  for (const std::uint32_t words : {freed.values, freed.lanes})
    if (words != 0) free_words_.push_back(words);
  freed.next = free_record_;
  free_record_ = record;
}

void AccessShadow::split(Page& page) {
  const std::vector<std::uint32_t> old = std::exchange(page.heads, {});
  page.cell_bytes = 1;
  page.heads.assign(page_bytes / 32, 0);
  for (std::size_t row = 0; row < old.size(); ++row)
    for (std::uint32_t record = old[row]; record != 0;) {
      const AccessRecord access = records_[record];
      split_record(page, row, access);
      free(record);
      record = access.next;
    }
}

void AccessShadow::split_record(Page& page, std::size_t row,
                                const AccessRecord& access) {
  for (unsigned part = 0; part < 4; ++part) {
    AccessRecord bytes = access;
    CellWords values{}, lanes{};
    bytes.cells = bytes.valued = 0;
    for (unsigned cell = 0; cell < 32; ++cell) {
      const unsigned word = part * 8 + cell / 4;
      if ((access.cells >> word & 1) == 0) continue;
      bytes.cells |= 1u << cell;
      bytes.valued |= (access.valued >> word & 1) << cell;
      bytes.lane_of[cell] = access.lane_of[word];
      values[cell] = words_.empty() ? 0 : words_[access.values][word];
      values[cell] = values[cell] >> (cell % 4 * 8) & 0xff;
      lanes[cell] = lanes_of(access, word);
    }
    if (bytes.cells == 0) continue;
    if (bytes.lanes != 0) bytes.lanes = new_words(lanes);
    const Row target{&page.heads[row * 4 + part], 0, 1};
    insert(target, bytes, access.values != 0 ? &values : nullptr);
  }
}

}  // namespace lockstep::ptx
