// SPDX-License-Identifier: Apache-2.0
// Control flow (manual, 9.7.12).
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

void bra(Warp& warp, const Instruction& i, LaneMask mask) {
  warp.branch(mask, i.target);
}

/// Lanes that share the first lane's value of `value`.
template <class T>
LaneMask like_first(const Source<T>& value, LaneMask mask) {
  const T first = value[static_cast<unsigned>(std::countr_zero(mask))];
  LaneMask same = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (value[lane] == first) same |= lane_bits[lane];
  });
  return same;
}

void brx(Warp& warp, const Instruction& i, LaneMask mask) {
  const auto& table = warp.grid().module->branch_tables[i.target];
  const Source<u32> index(warp, i.a);
  const LaneMask same = like_first(index, mask);
  // The others come back here by themselves.
  if (const LaneMask rest = mask & ~same; rest != 0)
    warp.diverge(rest, warp.pc);
  const u32 chosen = index[static_cast<unsigned>(std::countr_zero(mask))];
  if (chosen >= table.size()) {
    warp.stop(LaunchStatus::trap, i,
              fmt::format("{}: branch index {} of {} targets",
                          warp.grid().describe(i), chosen, table.size()));
  }
  warp.branch(same, table[chosen]);
}

/// Where one lane has the value of a parameter: in the param area of the
/// frame, in a register of it, or among the constants.
std::byte* place_of(const Warp& warp, Frame& frame, const Parameter& parameter,
                    unsigned lane) {
  const Operand& value = parameter.value;
  if (!value) return frame.params_of(lane) + parameter.offset;
  std::byte* const base = value.base == Operand::Base::registers
                              ? frame.register_base() + value.offset
                              : warp.at(value);
  return base + std::size_t{lane} * value.bytes;
}

void copy_params(const Warp& warp, Frame& from,
                 const std::vector<Parameter>& sources, Frame& to,
                 const std::vector<Parameter>& targets, LaneMask mask) {
  const std::size_t count = std::min(sources.size(), targets.size());
  for (std::size_t n = 0; n < count; ++n) {
    for_lanes(mask, [&](unsigned lane) {
      std::byte* const target = place_of(warp, to, targets[n], lane);
      if (targets[n].value) std::memset(target, 0, targets[n].value.bytes);
      std::memcpy(target, place_of(warp, from, sources[n], lane),
                  std::min(sources[n].bytes, targets[n].bytes));
    });
  }
}

void enter(Warp& warp, LaneMask mask, const Function& callee,
           const CallSite& site) {
  Frame& caller = *warp.frame;
  Frame& entered = warp.enter(mask, callee, site);
  copy_params(warp, caller, site.arguments, entered, callee.parameters, mask);
}

bool fits(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Parameter& x, const Parameter& y) {
                      return x.bytes == y.bytes;
                    });
}

void call(Warp& warp, const Instruction& i, LaneMask mask) {
  const Module& module = *warp.grid().module;
  const CallSite& site = module.calls[i.target];
  if (!site.indirect) {
    return enter(warp, mask, module.functions[site.callee], site);
  }
  const Source<u64> pointer(warp, site.indirect);
  const LaneMask same = like_first(pointer, mask);
  const u64 chosen = pointer[static_cast<unsigned>(std::countr_zero(mask))];
  const u64 index = chosen / function_address(0) - 1;
  if (chosen % function_address(0) != 0 || index >= module.functions.size() ||
      module.functions[index].is_extern || module.functions[index].is_kernel ||
      !fits(site.arguments, module.functions[index].parameters) ||
      !fits(site.results, module.functions[index].returns)) {
    warp.stop(LaunchStatus::trap, i,
              fmt::format("{}: call through 0x{:x}, which is no function of "
                          "this type",
                          warp.grid().describe(i), chosen));
  }
  if (const auto& refusal = module.functions[index].refusal)
    warp.stop(refusal->is_over_limit ? LaunchStatus::invalid_launch
                                     : LaunchStatus::unsupported,
              i, refusal->why);
  if (const LaneMask rest = mask & ~same; rest != 0)
    warp.diverge(rest, warp.pc);
  enter(warp, same, module.functions[index], site);
}

void ret(Warp& warp, const Instruction&, LaneMask mask) {
  Frame& left = *warp.frame;
  if (left.caller == nullptr) return warp.exit(mask);
  copy_params(warp, left, left.function->returns, *left.caller,
              left.site->results, mask);
  warp.leave(mask);
}

void exit(Warp& warp, const Instruction&, LaneMask mask) { warp.exit(mask); }

void trap(Warp& warp, const Instruction& i, LaneMask mask) {
  warp.stop(LaunchStatus::trap, i,
            fmt::format("{}: thread {} of block {} executes {}",
                        warp.grid().describe(i),
                        warp.number() * warp_size +
                            static_cast<unsigned>(std::countr_zero(mask)),
                        warp.place().block,
                        i.opcode == Opcode::op_brkpt ? "brkpt" : "trap"));
}

/// A thread that sleeps waits for others.
void nanosleep(Warp& warp, const Instruction&, LaneMask) {
  warp.touched = true;
}

void no_effect(Warp&, const Instruction&, LaneMask) {}

}  // namespace

/// @p bra{.uni} tgt;  (9.7.12.3)
Handler bind_bra(const Instruction&) { return &bra; }
/// @p brx.idx{.uni} index, tlist;  (9.7.12.4)
Handler bind_brx(const Instruction&) { return &brx; }
/// call{.uni} (ret-param), fname, (param-list);  (9.7.12.5)
Handler bind_call(const Instruction&) { return &call; }
/// ret{.uni};  (9.7.12.6)
Handler bind_ret(const Instruction&) { return &ret; }
/// exit;  (9.7.12.7)
Handler bind_exit(const Instruction&) { return &exit; }
/// trap;  (9.7.19.4)
Handler bind_trap(const Instruction&) { return &trap; }
/// brkpt;  (9.7.19.1)
Handler bind_brkpt(const Instruction&) { return &trap; }
/// nanosleep.u32 t;  (9.7.19.2)
Handler bind_nanosleep(const Instruction&) { return &nanosleep; }
/// pmevent a;  (9.7.19.3)
Handler bind_pmevent(const Instruction&) { return &no_effect; }

}  // namespace lockstep::ptx
