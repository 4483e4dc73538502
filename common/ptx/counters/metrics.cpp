// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/metrics.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "ptx/counters/atomic_cost.h"
#include "ptx/observer/place.h"

namespace lockstep::ptx {
namespace {

using Memory = InstructionCounts::Memory;

/// How Nsight Compute ends the name of a memory operation.
enum class Operation { none, load, store, atomic, reduction };

Operation operation(const Instruction& instruction, bool is_unread) {
  switch (instruction.opcode) {
    case Opcode::op_ld:
    case Opcode::op_ldu:
      return Operation::load;
    case Opcode::op_st:
      return Operation::store;
    case Opcode::op_atom:
      return is_unread ? Operation::reduction : Operation::atomic;
    case Opcode::op_red:
      return Operation::reduction;
    default:
      return Operation::none;
  }
}

const char* suffix(Operation operation) {
  switch (operation) {
    case Operation::load:
      return "ld";
    case Operation::store:
      return "st";
    case Operation::atomic:
      return "atom";
    case Operation::reduction:
      return "red";
    case Operation::none:
      break;
  }
  return "";
}

void add_memory(CounterValues& values, Operation kind, const Memory& global,
                const Memory& shared) {
  const std::string op = suffix(kind);
  const std::string requests = "l1tex__t_requests_pipe_lsu_mem_global_op_";
  const std::string sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_";
  values[requests + op + ".sum"] += global.requests;
  values[sectors + op + ".sum"] += global.sectors;
  // Nsight Compute has no such count of global atomics.
  if (kind != Operation::atomic)
    values["smsp__inst_executed_op_global_" + op + ".sum"] += global.requests;
  // Shared memory has no reductions of its own: all atomics are one group.
  const std::string shared_op =
      kind == Operation::reduction ? suffix(Operation::atomic) : op;
  values["smsp__inst_executed_op_shared_" + shared_op + ".sum"] +=
      shared.requests;
  const std::string wavefronts =
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_";
  const std::string conflicts =
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_";
  values[wavefronts + shared_op + ".sum"] += shared.wavefronts;
  values[conflicts + shared_op + ".sum"] +=
      shared.wavefronts - shared.least_wavefronts;
}

void add_elements(CounterValues& values, Operation kind, const Memory& global,
                  const Memory& shared) {
  const auto add = [&](const std::string& what, const char* done) {
    values["lockstep__global_" + what + done + ".sum"] +=
        what == "elements_" ? global.elements : global.bytes;
    values["lockstep__shared_" + what + done + ".sum"] +=
        what == "elements_" ? shared.elements : shared.bytes;
  };
  if (kind == Operation::load || kind == Operation::store) {
    const char* done = kind == Operation::load ? "loaded" : "stored";
    add("elements_", done);
    add("bytes_", done);
    return;
  }
  values["lockstep__global_atomic_operations.sum"] += global.lanes;
  values["lockstep__shared_atomic_operations.sum"] += shared.lanes;
}

const char* float_operation(const Instruction& instruction) {
  const bool is_double = instruction.type == Type::f64;
  if (instruction.type != Type::f32 && !is_double) return nullptr;
  switch (instruction.opcode) {
    case Opcode::op_add:
    case Opcode::op_sub:
      return is_double ? "dadd" : "fadd";
    case Opcode::op_mul:
      return is_double ? "dmul" : "fmul";
    case Opcode::op_fma:
    case Opcode::op_mad:
      return is_double ? "dfma" : "ffma";
    default:
      return nullptr;
  }
}

bool is_integer_arithmetic(const Instruction& instruction) {
  return instruction.opcode <= Opcode::op_madc && !is_float(instruction.type) &&
         instruction.type != Type::none;
}

void add_arithmetic(CounterValues& values, const Instruction& instruction,
                    const InstructionCounts& counts) {
  const std::string name = "smsp__sass_thread_inst_executed_op_";
  if (const char* op = float_operation(instruction))
    values[name + op + "_pred_on.sum"] += counts.threads_on;
  if (is_integer_arithmetic(instruction))
    values[name + "integer_pred_on.sum"] += counts.threads_on;
}

void add_control(CounterValues& values, const Instruction& instruction,
                 const InstructionCounts& counts) {
  const bool is_warp_barrier =
      instruction.modifiers.barrier == Modifiers::Barrier::warp_sync;
  switch (instruction.opcode) {
    case Opcode::op_bra:
    case Opcode::op_brx:
      values["smsp__inst_executed_op_branch.sum"] += counts.executed;
      values["smsp__sass_branch_targets.sum"] += counts.executed;
      values["smsp__sass_branch_targets_threads_divergent.sum"] +=
          counts.divergent;
      values["smsp__sass_branch_targets_threads_uniform.sum"] +=
          counts.executed - counts.divergent;
      return;
    case Opcode::op_bar:
    case Opcode::op_barrier:
      values[is_warp_barrier ? "lockstep__inst_executed_op_warp_barrier.sum"
                             : "lockstep__inst_executed_op_barrier.sum"] +=
          counts.executed;
      return;
    case Opcode::op_shfl:
      values["lockstep__inst_executed_op_shuffle.sum"] += counts.executed;
      return;
    case Opcode::op_vote:
    case Opcode::op_match:
      values["lockstep__inst_executed_op_vote.sum"] += counts.executed;
      return;
    case Opcode::op_membar:
    case Opcode::op_fence:
      values["lockstep__inst_executed_op_fence.sum"] += counts.executed;
      return;
    default:
      return;
  }
}

void add_instruction(CounterValues& values, const Instruction& instruction,
                     Operation kind, const InstructionCounts& its) {
  values["smsp__inst_executed.sum"] += its.executed;
  values["smsp__thread_inst_executed.sum"] += its.threads;
  values["smsp__thread_inst_executed_pred_on.sum"] += its.threads_on;
  if (kind != Operation::none) {
    add_memory(values, kind, its.global, its.shared);
    add_elements(values, kind, its.global, its.shared);
  }
  add_arithmetic(values, instruction, its);
  add_control(values, instruction, its);
}

/// Calls add(instruction, operation, counts) for all that were executed.
template <class Add>
void for_each_executed(const Module& module,
                       const std::vector<InstructionCounts>& counts, Add add) {
  const std::vector<bool> unread = unread_atomics(module);
  for (std::size_t pc = 0; pc < counts.size() && pc < module.code.size();
       ++pc) {
    const Instruction& instruction = module.code[pc];
    const InstructionCounts& its = counts[pc];
    if (its.executed == 0 && its.global.requests == 0 &&
        its.shared.requests == 0)
      continue;
    add(instruction, operation(instruction, unread[pc]), its);
  }
}

/// Every name with the value 0.
CounterValues zeros() {
  CounterValues values;
  for (const Operation kind : {Operation::load, Operation::store,
                               Operation::atomic, Operation::reduction}) {
    add_memory(values, kind, {}, {});
    add_elements(values, kind, {}, {});
  }
  Instruction instruction;
  const auto touch = [&](Opcode opcode, Type type) {
    instruction.opcode = opcode;
    instruction.type = type;
    add_arithmetic(values, instruction, {});
    add_control(values, instruction, {});
  };
  for (const Type type : {Type::f32, Type::f64, Type::u32})
    for (const Opcode opcode : {Opcode::op_add, Opcode::op_mul, Opcode::op_fma})
      touch(opcode, type);
  for (const Opcode opcode : {Opcode::op_bra, Opcode::op_bar, Opcode::op_shfl,
                              Opcode::op_vote, Opcode::op_membar})
    touch(opcode, Type::none);
  instruction.modifiers.barrier = Modifiers::Barrier::warp_sync;
  touch(Opcode::op_bar, Type::none);
  add_instruction(values, instruction, Operation::none, {});
  return values;
}

}  // namespace

CounterValues metrics(const Module& module,
                      const std::vector<InstructionCounts>& counts,
                      const LaunchCounts& launch) {
  CounterValues values = zeros();
  for_each_executed(module, counts,
                    [&](const Instruction& instruction, Operation kind,
                        const InstructionCounts& its) {
                      add_instruction(values, instruction, kind, its);
                    });
  values["launch__grid_size"] = launch.blocks;
  values["launch__block_size"] = launch.threads_a_block;
  values["launch__thread_count"] = launch.blocks * launch.threads_a_block;
  values["lockstep__block_barriers.sum"] = launch.block_barriers;
  values["lockstep__block_barriers.max"] = launch.most_block_barriers;
  return values;
}

std::vector<LineCounters> line_metrics(
    const Module& module, const std::vector<InstructionCounts>& counts) {
  std::map<std::pair<std::string, std::uint32_t>, CounterValues> by_line;
  for_each_executed(module, counts,
                    [&](const Instruction& instruction, Operation kind,
                        const InstructionCounts& its) {
                      const Place place = place_of(module, instruction);
                      add_instruction(by_line[{place.file, place.line}],
                                      instruction, kind, its);
                    });
  std::vector<LineCounters> lines;
  for (auto& [place, values] : by_line) {
    std::erase_if(values, [](const auto& one) { return one.second == 0; });
    lines.push_back({place.first, place.second, std::move(values)});
  }
  return lines;
}

}  // namespace lockstep::ptx
