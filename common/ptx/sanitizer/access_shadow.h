// SPDX-License-Identifier: Apache-2.0
// Who accessed which byte: a shadow of an address space for racecheck.
//
// Memory is cut into rows of 32 cells, a cell being 4 bytes, or 1 byte in
// pages that were once accessed by smaller pieces. A row lists its accesses:
// what one warp instruction did to the row is one record, so that the usual
// access (neighbouring lanes, neighbouring words) costs one or two records
// and not 32. All of it is lazy.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ptx/observer/events.h"
#include "ptx/sanitizer/knowledge.h"

namespace lockstep::ptx {

struct AccessRecord {
  Moment moment;
  std::uint32_t pc = 0;
  /// Writes of its warp since the last block barrier, this one included.
  std::uint32_t position = 0;
  bool is_write : 1 = false;
  bool is_atomic : 1 = false;
  bool is_strong : 1 = false;
  bool is_wide : 1 = false;    ///< strong towards other blocks
  bool is_update : 1 = false;  ///< strong store of a load, add, store
  bool is_repeat : 1 = false;  ///< the same lanes were here before
  std::uint32_t cells = 0;     ///< which of the row
  /// Cells for which a later access of this other warp stands too.
  std::uint32_t outdated = 0;
  std::uint32_t outdated_block = 0, outdated_warp = 0;
  std::array<std::uint8_t, 32> lane_of{};
  std::uint32_t lanes = 0;   ///< index of lanes a cell; 0: see `lane_of`
  std::uint32_t values = 0;  ///< index of what a store wrote; 0: not kept
  std::uint32_t valued = 0;  ///< cells whose value all its lanes agreed on
  std::uint32_t next = 0;    ///< record in the same row; 0: last
};

/// A word for each cell of a row: the value stored, or the lanes of it.
using CellWords = std::array<std::uint32_t, 32>;

class AccessShadow {
 public:
  /// One row as an access meets it.
  struct Row {
    std::uint32_t* head = nullptr;
    std::uint64_t address = 0;  ///< of its first cell
    std::uint32_t cell_bytes = 4;
  };

  /// Forgets all accesses, but not which memory was touched.
  void clear();

  /// The row that holds `address`, with cells of one byte if it must be.
  Row row(std::uint64_t address, bool by_byte);

  AccessRecord& operator[](std::uint32_t record) { return records_[record]; }
  const CellWords& words(std::uint32_t index) const { return words_[index]; }
  LaneMask lanes_of(const AccessRecord& record, unsigned cell) const {
    return record.lanes != 0 ? words_[record.lanes][cell]
                             : LaneMask{1} << record.lane_of[cell];
  }

  /// The new record is the row's first. References to records die.
  std::uint32_t insert(const Row& row, const AccessRecord& access,
                       const CellWords* values);
  /// More lanes of a cell, which a store gave `value`. References to words
  /// die, those to records do not.
  void add_lanes(AccessRecord& record, unsigned cell, LaneMask lanes);
  void add_value(AccessRecord& record, unsigned cell, std::uint32_t value,
                 bool is_agreed);
  /// Fewer lanes; a cell without any is no longer one of the record's.
  void remove_lanes(AccessRecord& record, unsigned cell, LaneMask lanes);
  /// Takes the record out of the row; `previous` is 0 for the first.
  void remove(const Row& row, std::uint32_t previous, std::uint32_t record);
  /// Records that exist; there is a limit to how many anybody should keep.
  std::size_t size() const { return records_.size(); }

 private:
  static constexpr std::uint64_t page_bytes = 16 * 1024;
  struct Page {
    std::uint32_t cell_bytes = 4;
    std::vector<std::uint32_t> heads;
  };

  Page& page(std::uint64_t number);
  void split(Page& page);
  void split_record(Page& page, std::size_t row, const AccessRecord& access);
  void free(std::uint32_t record);
  std::uint32_t new_words(const CellWords& words);

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::array<std::pair<std::uint64_t, Page*>, 16> recent_{};
  std::vector<AccessRecord> records_;
  std::vector<CellWords> words_;
  std::uint32_t free_record_ = 0;
  std::vector<std::uint32_t> free_words_;
};

}  // namespace lockstep::ptx
