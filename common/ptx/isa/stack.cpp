// SPDX-License-Identifier: Apache-2.0
// Stack manipulation (manual, 9.7.14): alloca, stacksave, stackrestore.
#include <fmt/format.h>

#include "ptx/isa/binders.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

struct Plan {
  Operand d, a;
  u64 alignment = 8;
};

void take(Warp& warp, const Instruction& i, LaneMask mask) {
  const Plan& plan = plan_of<Plan>(i);
  const Source<u64> size(warp, plan.a);
  AllocaStack& stack = warp.stack();
  alignas(64) u64 begin[warp_size] = {};
  for_lanes(mask, [&](unsigned lane) {
    warp.mark_stack(lane);
    const u64 at =
        (stack.used[lane] + plan.alignment - 1) & ~(plan.alignment - 1);
    if (size[lane] > AllocaStack::bytes ||
        at + size[lane] > AllocaStack::bytes) {
      warp.stop(
          LaunchStatus::trap, i,
          fmt::format("{}: alloca of {} bytes; a thread has {} bytes "
                      "for it",
                      warp.grid().describe(i), size[lane], AllocaStack::bytes));
    }
    begin[lane] = AllocaStack::base + at;
    stack.used[lane] = static_cast<u32>(at + size[lane]);
  });
  write<u64>(warp, plan.d, mask, [&](unsigned lane) { return begin[lane]; });
}

void save(Warp& warp, const Instruction& i, LaneMask mask) {
  const AllocaStack& stack = warp.stack();
  write<u64>(warp, plan_of<Plan>(i).d, mask, [&](unsigned lane) {
    return AllocaStack::base + stack.used[lane];
  });
}

/// A value that stacksave never gave is cut to what the stack has.
void restore(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u64> saved(warp, plan_of<Plan>(i).a);
  AllocaStack& stack = warp.stack();
  for_lanes(mask, [&](unsigned lane) {
    warp.mark_stack(lane);
    stack.used[lane] = static_cast<u32>(
        std::min<u64>(saved[lane] - AllocaStack::base, stack.used[lane]));
  });
}

unsigned width(Form& form) {
  const unsigned bytes = size_of(form.type());
  form.finish();
  Form::check(bytes == 4 || bytes == 8, "an address has 32 or 64 bits");
  return bytes;
}

}  // namespace

/// alloca.type ptr, size{, immAlign};  (9.7.14.3)
Handler bind_alloca(const Instruction& i) {
  Form form(i);
  const unsigned bytes = width(form);
  form.want_operands(2, 3);
  Plan plan{form.destination(0, bytes), form.source(1, bytes), 8};
  if (form.count() == 3) plan.alignment = form.constant(2);
  Form::check(std::has_single_bit(plan.alignment) && plan.alignment <= 4096,
              "an alignment must be a power of two up to 4096");
  form.keep(plan);
  return &take;
}

/// stacksave.type d;  (9.7.14.1)
Handler bind_stacksave(const Instruction& i) {
  Form form(i);
  const unsigned bytes = width(form);
  form.want_operands(1, 1);
  form.keep(Plan{form.destination(0, bytes), {}, 8});
  return &save;
}

/// stackrestore.type a;  (9.7.14.2)
Handler bind_stackrestore(const Instruction& i) {
  Form form(i);
  const unsigned bytes = width(form);
  form.want_operands(1, 1);
  form.keep(Plan{{}, form.source(0, bytes), 8});
  return &restore;
}

}  // namespace lockstep::ptx
