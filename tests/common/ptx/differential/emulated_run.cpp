// SPDX-License-Identifier: Apache-2.0
#include "emulated_run.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "generator/tables.h"

namespace lockstep::ptx::differential {

namespace {

Dim3 dim3(const Shape& shape) {
  Dim3 size;
  size.x = shape.x;
  size.y = shape.y;
  size.z = shape.z;
  return size;
}

std::string first_finding(const Sanitizer& sanitizer) {
  const auto findings = sanitizer.findings();
  if (findings.empty()) return {};
  const Finding& finding = findings.front();
  return fmt::format("{}: {}: {}", finding.tool, finding.kind, finding.message);
}

LaunchConfig config_of(const Program& program, const EmulatorOptions& options) {
  LaunchConfig config;
  config.grid = dim3(program.grid);
  config.block = dim3(program.block);
  config.dynamic_shared_bytes = program.dynamic_shared_bytes;
  config.schedule.seed = options.schedule_seed;
  config.limits.instruction_budget = 20'000'000;
  return config;
}

}  // namespace

Outcome run_emulated(const Program& program,
                     std::shared_ptr<const Module> prepared,
                     const EmulatorOptions& options) {
  Sanitizer sanitizer;
  Context context;
  if (options.has_checkers) {
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  }
  const Module& module = context.load(std::move(prepared));
  const auto upload = [&](auto span, const char* name) {
    const DeviceAddress address = context.allocate(span.size_bytes(), name);
    context.copy_to_device(address, std::as_bytes(span));
    return address;
  };
  static const std::vector<std::uint64_t> table = input_table();
  Outcome outcome;
  outcome.output = first_output(program);
  const std::array<DeviceAddress, 2> params{
      upload(std::span(table), "in"), upload(std::span(outcome.output), "out")};
  const LaunchResult result =
      context.launch(module, program.kernel_name(), config_of(program, options),
                     std::as_bytes(std::span(params)));
  context.copy_from_device(outcome.output, params[1]);
  outcome.problem = result.status == LaunchStatus::success
                        ? first_finding(sanitizer)
                        : "launch: " + result.message;
  return outcome;
}

Outcome run_emulated(const Program& program, const EmulatorOptions& options) {
  try {
    return run_emulated(
        program, prepare_module(module_of(program), program.kernel_name()),
        options);
  } catch (const PtxError& error) {
    return {{}, std::string("refused: ") + error.what()};
  }
}

}  // namespace lockstep::ptx::differential
