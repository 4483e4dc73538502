// SPDX-License-Identifier: Apache-2.0
#include "harness/session/task.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/session/case_runs.h"
#include "harness/verdict/shrink.h"

namespace lockstep {
namespace {

/// An endless kernel costs its whole budget at each try, a GPU a new child.
constexpr unsigned attempts = 32;
constexpr unsigned attempts_after_timeout = 3;
constexpr unsigned attempts_on_gpu = 8;

unsigned attempts_for(const Verdict& verdict, const Device& device) {
  if (verdict.status == Status::timeout) return attempts_after_timeout;
  return device.info().is_gpu ? attempts_on_gpu : attempts;
}

bool contains(const auto& list, const auto& value) {
  return std::ranges::find(list, value) != list.end();
}

/// The message quotes the line to write: a hint about the task would mislead.
bool is_about_declarations(std::string_view symptom) {
  return symptom == "kernel_missing" || symptom == "constant_missing" ||
         symptom == "constant_range";
}

/// With a full stop, unless something else ends it already.
std::string sentence(std::string text) {
  if (text.find_last_of(".?!") != text.size() - 1) text += '.';
  return text;
}

/// "reduce_smem", "scan_sections and add_carries".
std::string names(const Experiment& experiment) {
  std::vector<std::string> list;
  for (const Kernel& kernel : experiment.kernels())
    if (!contains(list, kernel.name())) list.push_back(kernel.name());
  return fmt::format("{}", fmt::join(list, " and "));
}

}  // namespace

void Task::fail(Status status, const std::string& symptom,
                const std::string& message) {
  result_.status = status;
  result_.symptom = symptom;
  result_.message = message;
  if (const auto step = next_step(symptom); !step.empty())
    result_.message = fmt::format("{} {}.", sentence(message), step);
  if (!is_about_declarations(symptom))
    result_.hints =
        session_.hints().choose(info_.name, symptom, session_.options().hints);
  if (result_.replay.empty()) result_.replay = session_.replay_command(info_);
  throw TaskEnded{};
}

void Task::award(int points, const std::string& message) {
  result_.points = points;
  if (points == result_.max_points) {
    result_.message = message;
    throw TaskEnded{};
  }
  fail(Status::fail, "slow", message);
}

void Task::require_device_code() {
  if (session_.program().ptx.find(".entry ") == std::string::npos)
    fail(Status::fail, "kernel_missing",
         fmt::format("the file has no kernel at all: it must hold device code, "
                     "the __global__ functions of {}",
                     session_.lab().source()));
}

std::uint32_t Task::constant(const Constant& constant) {
  require_device_code();
  try {
    return session_.exported(constant);
  } catch (const BadExport& problem) {
    fail(Status::fail, problem.symptom(), problem.what());
  }
}

void Task::answers(const std::string& question,
                   const std::vector<Answers>& all) {
  require_device_code();
  std::vector<std::string> list;
  for (const Answers& it : all) list.push_back(it.name);
  const auto given = session_.symbols(list);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto problem = compare_answers(all[i], given[i]);
    if (!problem.message.empty())
      fail(Status::fail, problem.symptom, question + ": " + problem.message);
  }
}

std::vector<Case> Task::selected(const CaseGrid& grid) const {
  if (!is_replay()) return cases(grid, seed(), is_full());
  const Replay& replay = session_.options().replay;
  Case one;
  one.seed = seed();
  one.size = *replay.size;
  one.schedule = replay.schedule;
  one.block_threads = replay.block_threads.value_or(grid.block_threads[0]);
  one.variant = replay.variant.empty() ? grid.variants[0] : replay.variant;
  one.inputs =
      replay.inputs.value_or(usual_inputs(one.seed, one.size, one.schedule));
  // Another check of the task may be the one with this block or variant.
  if (!contains(grid.block_threads, one.block_threads) ||
      !contains(grid.variants, one.variant))
    return {};
  return {one};
}

Verdict Task::run(Device& device, const Case& one, const Build& build) const {
  if (!session_.is_out_of_time())
    return run_case(session_.program(), device, one, build(one));
  Verdict verdict;
  verdict.status = Status::timeout;
  verdict.message = "the time limit of the whole check was reached";
  return verdict;
}

void Task::check(const CaseGrid& grid, const Build& build) {
  const std::vector<Case> list = selected(grid);
  if (list.empty()) return;
  require_kernels(list.front(), build);
  if (is_replay() && gpu() == nullptr &&
      list.front().size > grid.largest_on_emulator)
    fail(Status::not_run, "",
         fmt::format("not run: n = {} needs a GPU", list.front().size));
  check_on_emulator(list, grid, build);
  if (gpu() != nullptr) check_on_gpu(list, grid, build);
}

void Task::check_on_emulator(std::vector<Case> list, const CaseGrid& grid,
                             const Build& build) {
  std::erase_if(list, [&](const Case& one) {
    return one.size > grid.largest_on_emulator ||
           (one.size > default_sizes.back() && !is_full() && !is_replay());
  });
  const auto& emulators = session_.devices().emulators;
  std::vector<Verdict> verdicts(list.size());
  const auto failed = first_failure(
      list.size(), emulators.size(),
      [&](std::size_t worker, std::size_t i) {
        return run(*emulators[worker], list[i], build);
      },
      [&](std::size_t i, Verdict verdict) {
        keep_counters(list[i], verdict);
        verdicts[i] = std::move(verdict);
      });
  if (failed)
    shrink_and_report(*emulators.front(), list[*failed],
                      std::move(verdicts[*failed]), grid, build);
}

void Task::check_on_gpu(const std::vector<Case>& list, const CaseGrid& grid,
                        const Build& build) {
  for (const Case& one : list) {
    // The GPU takes no schedule: the emulator's others are the same case.
    if (one.schedule != 0 && !is_replay()) continue;
    Verdict verdict = run(*gpu(), one, build);
    if (!verdict.passed())
      shrink_and_report(*gpu(), one, std::move(verdict), grid, build);
  }
}

void Task::shrink_and_report(Device& device, Case failing, Verdict verdict,
                             const CaseGrid& grid, const Build& build) {
  Shrunk smallest{failing.size, std::move(verdict)};
  const auto run_at = [&](std::uint32_t size) {
    Case smaller = failing;
    smaller.size = size;
    return run(device, smaller, build);
  };
  const unsigned tries = attempts_for(smallest.verdict, device);
  if (!is_replay() && !session_.is_out_of_time() &&
      smallest.verdict.status != Status::infra_error)
    smallest = shrink(std::move(smallest), default_sizes, run_at, tries);
  failing.size = smallest.size;
  report_failure(failing, grid, build, smallest.verdict);
}

void Task::report_failure(const Case& failing, const CaseGrid& grid,
                          const Build& build, const Verdict& verdict) {
  result_.findings = verdict.findings;
  result_.counters = nlohmann::ordered_json::object();
  result_.replay =
      session_.replay_command(info_) + " " + replay_options(failing, grid);
  fail(verdict.status, verdict.symptom,
       fmt::format("{}, {}: {}", names(build(failing)), description(failing),
                   verdict.message));
}

void Task::gate(CaseGrid grid, std::uint32_t size, const Build& build,
                const Gates& gates) {
  grid.sizes = {size};
  const std::vector<Case> list = selected(grid);
  if (list.empty()) return;
  const Case& one = list.front();
  Verdict verdict = run(session_.devices().emulator(), one, build);
  for (const Gate& gate : gates(one)) {
    if (!verdict.passed()) break;
    const auto wrong = gate.launch < verdict.counters.size()
                           ? mismatch(gate, verdict.counters[gate.launch])
                           : Mismatch{"gate_unmeasured", "nothing counted"};
    if (!wrong) continue;
    verdict.status = Status::fail;
    verdict.symptom = wrong->symptom;
    verdict.message = wrong->message;
  }
  if (!verdict.passed()) report_failure(one, grid, build, verdict);
}

void Task::keep_counters(const Case& one, const Verdict& verdict) {
  if (one.schedule != 0 || one.size < counted_size_) return;
  counted_size_ = one.size;
  result_.counters = totals(verdict.counters);
}

void Task::require_kernels(const Case& one, const Build& build) {
  const Experiment experiment = build(one);
  for (const Kernel& kernel : experiment.kernels())
    if (session_.program().ptx.find(".entry " + kernel.name() + "(") ==
        std::string::npos)
      fail(Status::fail, "kernel_missing",
           fmt::format("the file has no kernel {}: declare it as `{}`",
                       kernel.name(), kernel.declaration()));
}

}  // namespace lockstep
