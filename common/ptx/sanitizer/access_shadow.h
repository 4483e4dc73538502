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
  LaneMask lanes = 0;          ///< 0: `lane_of`; else all of them a cell
  std::array<std::uint8_t, 32> lane_of{};
  std::uint32_t values = 0;  ///< index of what a store wrote; 0: not kept
  std::uint32_t next = 0;    ///< record in the same row; 0: last

  LaneMask lanes_of(unsigned cell) const {
    return lanes != 0 ? lanes : LaneMask{1} << lane_of[cell];
  }
};

using CellValues = std::array<std::uint32_t, 32>;

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
  CellValues& values(std::uint32_t index) { return values_[index]; }
  /// The new record is the row's first. References to records die.
  void insert(const Row& row, const AccessRecord& access,
              const CellValues* values);
  /// Takes the record out of the row; `previous` is 0 for the first.
  void remove(const Row& row, std::uint32_t previous, std::uint32_t record);

 private:
  static constexpr std::uint64_t page_bytes = 16 * 1024;
  struct Page {
    std::uint32_t cell_bytes = 4;
    std::vector<std::uint32_t> heads;
  };

  Page& page(std::uint64_t number);
  void split(Page& page);
  void split_record(Page& page, std::size_t row, const AccessRecord& access,
                    const CellValues* values);
  void free(std::uint32_t record);

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::array<std::pair<std::uint64_t, Page*>, 16> recent_{};
  std::vector<AccessRecord> records_;
  std::vector<CellValues> values_;
  std::uint32_t free_record_ = 0;
  std::vector<std::uint32_t> free_values_;
};

}  // namespace lockstep::ptx
