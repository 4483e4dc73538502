// SPDX-License-Identifier: Apache-2.0
// Instructions that direct the hardware and change no value here, and those
// that ask about clusters: every block is a cluster of its own.
#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/collective.h"
#include "ptx/isa/form.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

void no_effect(Warp&, const Instruction&, LaneMask) {}

void fence(Warp& warp, const Instruction& i, LaneMask mask) {
  const Grid& grid = warp.grid();
  if (!grid.observers->any()) return;
  grid.observers->notify(&Observer::fence, FenceEvent{warp.place(), &i, warp.pc,
                                                      mask, Scope::gpu});
}

struct Single {
  Operand d, a, b;
};

void policy(Warp& warp, const Instruction& i, LaneMask mask) {
  write<u64>(warp, plan_of<Single>(i).d, mask, [](unsigned) { return u64{1}; });
}

/// The address is its own: the only rank is 0.
void map_address(Warp& warp, const Instruction& i, LaneMask mask) {
  const Single& plan = plan_of<Single>(i);
  const Source<u64> a(warp, plan.a);
  const Source<u32> rank(warp, plan.b);
  for_lanes(mask, [&](unsigned lane) {
    if (rank[lane] != 0) {
      warp.stop(LaunchStatus::trap, i,
                warp.grid().describe(i) +
                    ": mapa names a block outside the cluster, which is one "
                    "block");
    }
  });
  write<u64>(warp, plan.d, mask, [&](unsigned lane) { return a[lane]; });
}

void zero(Warp& warp, const Instruction& i, LaneMask mask) {
  write<u32>(warp, plan_of<Single>(i).d, mask, [](unsigned) { return 0u; });
}

void perform_elect(Warp& warp, std::span<const Attendee> attendees) {
  notify_collective(warp, attendees, false);
  LaneMask all = 0;
  for (const Attendee& who : attendees) all |= who.lanes;
  const auto leader = static_cast<u32>(std::countr_zero(all));
  for (const Attendee& who : attendees) {
    warp.look_at(who.frame);
    const Single& plan = plan_of<Single>(*who.instruction);
    write<u32>(warp, plan.d, who.lanes, [&](unsigned) { return leader; });
    write_predicate(warp, plan.b, who.lanes, lane_bits[leader]);
  }
}

void elect(Warp& warp, const Instruction& i, LaneMask mask) {
  meet(warp, i, plan_of<Single>(i).a, mask, &perform_elect);
}

void take_state_space(Form& form) {
  form.one_of({"shared::cluster", "shared"});
}

}  // namespace

/// griddepcontrol.action;  (9.7.13.13) Launches never overlap here.
Handler bind_griddepcontrol(const Instruction& i) {
  Form form(i);
  Form::check(!form.one_of({"launch_dependents", "wait"}).empty(),
              "a modifier is missing: .launch_dependents .wait");
  form.finish();
  form.want_operands(0, 0);
  return &no_effect;
}

/// setmaxnreg.action.sync.aligned.u32 imm-reg-count;  (9.7.19.5)
Handler bind_setmaxnreg(const Instruction& i) {
  Form form(i);
  form.one_of({"inc", "dec"});
  form.want("sync");
  form.want("aligned");
  form.want("u32");
  form.finish();
  form.want_operands(1, 1);
  form.constant(0);
  return &no_effect;
}

/// createpolicy.….b64 cache-policy, …;  (9.7.9.18) Any value serves.
Handler bind_createpolicy(const Instruction& i) {
  Form form(i);
  form.one_of({"fractional", "range", "cvt"});
  while (form.one_of({"L2::evict_last", "L2::evict_normal", "L2::evict_first",
                      "L2::evict_unchanged", "L2", "global"}) != "") {
  }
  form.want("b64");
  form.finish();
  form.want_operands(1, 4);
  form.keep(Single{form.destination(0, 8), {}, {}});
  return &policy;
}

/// prefetchu.L1 [a];  (9.7.9.15)
Handler bind_prefetchu(const Instruction& i) {
  Form form(i);
  form.want("L1");
  form.finish();
  form.want_operands(1, 1);
  form.address(0);
  return &no_effect;
}

/// mapa{.space}.type d, a, b;  (9.7.9.23)
Handler bind_mapa(const Instruction& i) {
  Form form(i);
  take_state_space(form);
  const unsigned bytes = size_of(form.type());
  form.finish();
  form.want_operands(3, 3);
  Form::check(bytes == 4 || bytes == 8, "an address has 32 or 64 bits");
  form.keep(Single{form.destination(0, bytes), form.source(1, bytes),
                   form.source(2, 4)});
  return &map_address;
}

/// getctarank{.space}.type d, a;  (9.7.9.24)
Handler bind_getctarank(const Instruction& i) {
  Form form(i);
  take_state_space(form);
  const unsigned bytes = size_of(form.type());
  form.finish();
  form.want_operands(2, 2);
  Form::check(bytes == 4 || bytes == 8, "an address has 32 or 64 bits");
  form.keep(Single{form.destination(0, 4), form.source(1, bytes), {}});
  return &zero;
}

/// elect.sync d|p, membermask;  (9.7.13.16)
Handler bind_elect(const Instruction& i) {
  Form form(i);
  form.want("sync");
  form.finish();
  form.want_operands(2, 2);
  const DetailOperand& d = form.operand(0);
  Form::check(bool{d.second}, "elect has a predicate destination, d|p");
  form.keep(Single{form.destination(0, 4), form.source(1, 4), d.second});
  return &elect;
}

/// fence.proxy.…;  fence.mbarrier_init.release.cluster;  (9.7.13.4) Copies
/// take effect through the one view of memory that there is here.
Handler bind_fence_proxy(const Instruction& i) {
  Form form(i);
  if (!form.take("proxy")) form.want("mbarrier_init");
  while (form.one_of({"alias", "async", "async.global", "async.shared::cta",
                      "async.shared::cluster", "global", "shared::cta",
                      "shared::cluster", "release", "cluster"}) != "") {
  }
  form.finish();
  form.want_operands(0, 0);
  return &fence;
}

}  // namespace lockstep::ptx
