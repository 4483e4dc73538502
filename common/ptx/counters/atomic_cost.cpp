// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/atomic_cost.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t sector_bytes = 32;
constexpr unsigned bank_count = 32;
constexpr std::uint64_t bank_bytes = 4;

/// The most lanes of `mask` that one bank must serve.
std::uint32_t lane_passes(const MemoryEvent& event, LaneMask mask) {
  std::array<std::uint32_t, bank_count> load{};
  std::uint32_t most = 0;
  for_each_lane(mask, [&](unsigned lane) {
    const std::uint64_t first = event.address[lane] / bank_bytes;
    const std::uint64_t last =
        (event.address[lane] + event.bytes - 1) / bank_bytes;
    for (std::uint64_t word = first; word <= last; ++word)
      most = std::max(most, ++load[word % bank_count]);
  });
  return most;
}

bool is_compare_and_swap(const MemoryEvent& event) {
  return event.instruction != nullptr &&
         event.instruction->modifiers.atomic == AtomicOp::cas;
}

/// Offsets of the registers that instructions of one function read.
class ReadRegisters {
 public:
  void add(const Instruction& instruction) {
    for (const Operand* operand :
         {&instruction.guard, &instruction.a, &instruction.b, &instruction.c,
          &instruction.e, &instruction.z, &instruction.address.base})
      add(*operand);
    const bool is_load = instruction.opcode == Opcode::op_ld ||
                         instruction.opcode == Opcode::op_ldu;
    if (!is_load)
      for (const Operand& operand : instruction.vector) add(operand);
    // A store's value is a source wherever the loader puts it.
    if (instruction.opcode == Opcode::op_st) add(instruction.d);
  }
  void add(const Operand& operand) {
    if (operand.base == Operand::Base::registers)
      offsets_.insert(operand.offset);
  }
  bool contains(const Operand& operand) const {
    return offsets_.contains(operand.offset);
  }

 private:
  std::set<std::uint32_t> offsets_;
};

/// `red` has no exchange: the hardware counts an unread one as an atomic.
bool has_reduction(const Instruction& atomic) {
  return atomic.modifiers.atomic != AtomicOp::exch &&
         atomic.modifiers.atomic != AtomicOp::cas;
}

bool adds_one(const Module& module, const Instruction& instruction) {
  if (instruction.modifiers.atomic != AtomicOp::add) return false;
  if (instruction.type != Type::u32 && instruction.type != Type::s32)
    return false;
  const Operand& addend = instruction.a;
  std::uint32_t value = 0;
  if (addend.base != Operand::Base::constants ||
      module.constants.bytes.size() < addend.offset + sizeof value)
    return false;
  std::memcpy(&value, module.constants.bytes.data() + addend.offset,
              sizeof value);
  return value == 1;
}

}  // namespace

std::uint32_t atomic_sector_count(const MemoryEvent& event) {
  std::array<std::uint64_t, warp_size> addresses;
  std::size_t lanes = 0;
  for_each_lane(event.mask, [&](unsigned lane) {
    addresses[lanes++] = event.address[lane];
  });
  std::sort(addresses.begin(), addresses.begin() + lanes);
  std::uint32_t sectors = 0, busiest = 0, equal = 0;
  for (std::size_t i = 0; i < lanes; ++i) {
    const bool is_same_sector =
        i > 0 && addresses[i] / sector_bytes == addresses[i - 1] / sector_bytes;
    equal = i > 0 && addresses[i] == addresses[i - 1] ? equal + 1 : 1;
    if (!is_same_sector) {
      sectors += busiest;
      busiest = 0;
    }
    busiest = std::max(busiest, equal);
  }
  return sectors + busiest;
}

SharedCost atomic_shared_cost(const MemoryEvent& event,
                              bool merges_equal_words) {
  if (merges_equal_words) return shared_cost(event);
  const unsigned lanes = group_lanes(event.bytes);
  SharedCost cost;
  for (unsigned first = 0; first < warp_size; first += lanes) {
    const LaneMask group = (full_mask >> (warp_size - lanes)) << first;
    if ((event.mask & group) == 0) continue;
    ++cost.least;
    cost.wavefronts += lane_passes(event, event.mask & group);
  }
  if (is_compare_and_swap(event)) {
    cost.least += cost.wavefronts;
    cost.wavefronts *= 2;
  }
  return cost;
}

std::vector<bool> unread_atomics(const Module& module) {
  std::vector<bool> unread(module.code.size());
  for (const Function& function : module.functions) {
    const auto begin = std::min<std::size_t>(function.begin, unread.size());
    const auto end = std::min<std::size_t>(function.end, unread.size());
    ReadRegisters read;
    bool has_atomics = false;
    for (std::size_t pc = begin; pc < end; ++pc)
      has_atomics |= module.code[pc].opcode == Opcode::op_atom;
    if (!has_atomics) continue;
    for (std::size_t pc = begin; pc < end; ++pc) read.add(module.code[pc]);
    for (std::size_t pc = begin; pc < end; ++pc) {
      const Instruction& atomic = module.code[pc];
      if (atomic.opcode == Opcode::op_atom && has_reduction(atomic))
        unread[pc] = !atomic.d || !read.contains(atomic.d);
    }
  }
  return unread;
}

std::vector<bool> merging_increments(const Module& module) {
  std::vector<bool> merging = unread_atomics(module);
  for (std::size_t pc = 0; pc < merging.size(); ++pc) {
    const Instruction& atomic = module.code[pc];
    const bool is_unread = merging[pc] || atomic.opcode == Opcode::op_red;
    merging[pc] = is_unread && adds_one(module, atomic);
  }
  return merging;
}

}  // namespace lockstep::ptx
