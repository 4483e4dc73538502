// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/race_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::ptx {
namespace {

std::uint32_t thread_of(const RacingAccess& access) {
  return access.moment.warp * warp_size + access.lane;
}

std::string_view verb(const RacingAccess& access) {
  if (access.is_atomic) return "atomically updates";
  if (access.is_update) return "reads, changes and writes";
  return access.is_write ? "writes" : "reads";
}

bool is_same_warp(const RacingAccess& one, const RacingAccess& two) {
  return one.moment.block == two.moment.block &&
         one.moment.warp == two.moment.warp;
}

struct GivenUp {
  std::string_view kind, message;
};

GivenUp given_up(TooMuch what) {
  switch (what) {
    case TooMuch::releases:
      return {"gave up on flags",
              "flags and locks in more words of memory than can be followed; "
              "later races of this launch are not found"};
    case TooMuch::accesses:
      return {"gave up on accesses",
              "more accesses than can be kept; races with some of them are "
              "not found"};
    case TooMuch::accesses_of_row:
      return {"gave up on a few words",
              "more unordered accesses to a few words of memory than can be "
              "kept; races with some of them are not found"};
  }
  return {};
}

}  // namespace

void RaceReport::begin(const LaunchEvent& event) {
  names_.begin(event);
  program_.begin(*event.module);
  findings_.begin_launch();
}

bool RaceReport::is_first(const RacingAccess& one,
                          const RacingAccess& two) const {
  if (one.moment.block != two.moment.block ||
      !program_.share_loop(one.pc, two.pc))
    return one.pc < two.pc;
  // A read counts the writes before it, a write itself too.
  if (one.position != two.position) return one.position < two.position;
  if (one.is_write != two.is_write) return one.is_write;
  return one.pc < two.pc;
}

RaceReport::Hazard RaceReport::hazard(const RacingAccess& first,
                                      const RacingAccess& second) const {
  if (first.is_update || second.is_update) return Hazard::lost_update;
  if (!first.is_write) return Hazard::write_after_read;
  if (!second.is_write) return Hazard::read_after_write;
  return Hazard::write_after_write;
}

void RaceReport::add(const RacingAccess& one, const RacingAccess& two,
                     const RacingCell& cell, std::uint64_t count) {
  const bool in_order = is_first(one, two);
  const RacingAccess& first = in_order ? one : two;
  const RacingAccess& second = in_order ? two : one;
  const bool is_one_instruction =
      one.pc == two.pc && one.moment.clock == two.moment.clock;
  Severity severity = Severity::error;
  if (cell.same_value)
    severity = Severity::information;
  else if (is_same_warp(one, two) && !is_one_instruction)
    severity = Severity::warning;

  const auto kind = static_cast<unsigned>(hazard(first, second));
  const unsigned rank = static_cast<unsigned>(severity) * 4 + (3 - kind);
  std::uint64_t variable = cell.allocation ? cell.allocation->id + 1 : 0;
  if (cell.space == Space::shared)
    if (const Variable* shared = names_.shared_variable(cell.address))
      variable = names_.shared_begin(*shared) + 1;
  const FindingSite site{static_cast<std::uint32_t>(cell.space), first.pc,
                         second.pc, variable};
  findings_.add(site, rank, count,
                [&] { return describe(first, second, cell, severity); });
}

void RaceReport::give_up(TooMuch what) {
  constexpr std::uint32_t no_pc = ~0u;
  findings_.add({0, no_pc, static_cast<std::uint32_t>(what), 0}, 0, 1, [&] {
    Finding finding;
    finding.kind = given_up(what).kind;
    finding.severity = Severity::information;
    finding.message = given_up(what).message;
    finding.kernel = names_.kernel().name;
    return finding;
  });
}

std::string RaceReport::message(Hazard hazard, const RacingCell& cell) const {
  const std::string_view memory = memory_name(cell.space);
  if (cell.same_value)
    return fmt::format("several threads write the same value in {}", memory);
  switch (hazard) {
    case Hazard::read_after_write:
      return fmt::format("read-after-write hazard in {}", memory);
    case Hazard::write_after_read:
      return fmt::format("write-after-read hazard in {}", memory);
    case Hazard::write_after_write:
      return fmt::format("write-after-write hazard in {}", memory);
    case Hazard::lost_update:
      return fmt::format("an update in {} that is not atomic", memory);
  }
  return {};
}

std::string RaceReport::missing_order(const RacingAccess& first,
                                      const RacingAccess& second) const {
  if (first.moment.block != second.moment.block) {
    if (first.is_strong && second.is_strong)
      return "and block scope does not reach the other block";
    return program_.has_block_fence()
               ? "and nothing orders the two blocks (a fence of block scope "
                 "does not)"
               : "and nothing orders the two blocks";
  }
  if (!is_same_warp(first, second)) return "with no barrier between";
  return "with no __syncwarp between";
}

std::string RaceReport::thread(const RacingAccess& access) const {
  return names_.thread(thread_of(access));
}

Finding RaceReport::describe(const RacingAccess& first,
                             const RacingAccess& second, const RacingCell& cell,
                             Severity severity) const {
  constexpr std::string_view kinds[] = {"read-after-write", "write-after-read",
                                        "write-after-write", "lost update"};
  const Hazard what = hazard(first, second);
  const NamedElement named = names_.element(
      cell.space, cell.address, cell.element_bytes, cell.allocation);
  const bool one_block = first.moment.block == second.moment.block;
  Finding finding;
  finding.kind = kinds[static_cast<unsigned>(what)];
  finding.severity = severity;
  finding.message = message(what, cell);
  finding.place = names_.place(&names_.module().code[second.pc]);
  finding.label = fmt::format("thread {} of block {} {} {}", thread(second),
                              names_.block(second.moment.block), verb(second),
                              named.element);
  finding.other = names_.place(&names_.module().code[first.pc]);
  finding.other_label = fmt::format(
      "thread {}{} {} {} {}", thread(first),
      one_block ? ""
                : fmt::format(" of block {}", names_.block(first.moment.block)),
      verb(first), named.element,
      first.pc == second.pc && first.moment.clock == second.moment.clock &&
              is_same_warp(first, second)
          ? "in the same instruction"
          : missing_order(first, second));
  finding.block = names_.block_id(second.moment.block);
  finding.threads = {names_.thread_id(thread_of(second)),
                     names_.thread_id(thread_of(first))};
  finding.variable = named.variable;
  finding.kernel = names_.kernel().name;
  return finding;
}

}  // namespace lockstep::ptx
