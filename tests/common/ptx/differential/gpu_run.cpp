// SPDX-License-Identifier: Apache-2.0
#include "gpu_run.h"

#include <array>

#include "device/child/driver_device.h"
#include "generator/tables.h"

namespace lockstep::ptx::differential {

namespace {

using driver::check;

constexpr std::size_t output_room = 1 << 20;
constexpr std::size_t table_bytes = section_count * section_words * 8;

bool is_refusal(const driver::Failure& failure) {
  return failure.result() == driver::invalid_ptx ||
         failure.result() == driver::invalid_image;
}

}  // namespace

Gpu::Gpu(const driver::Api& api, std::mutex& turn)
    : api_(api),
      turn_(turn),
      info_(open_gpu(api)),
      assembler_(info_.compute_capability),
      input_(api, table_bytes),
      output_(api, output_room) {
  const auto table = input_table();
  check(api_, api_.copy_to_device(input_.address(), table.data(), table_bytes),
        "cuMemcpyHtoD");
}

Outcome Gpu::run_one(const driver::LoadedModule& module,
                     const Program& program) {
  Outcome outcome;
  outcome.output = first_output(program);
  const std::size_t bytes = outcome.output.size();
  check(api_,
        api_.copy_to_device(output_.address(), outcome.output.data(), bytes),
        "cuMemcpyHtoD");
  driver::Address in = input_.address(), out = output_.address();
  std::array<void*, 2> parameters{&in, &out};
  const Shape &grid = program.grid, &block = program.block;
  check(api_,
        api_.launch(module.function(program.kernel_name().c_str()), grid.x,
                    grid.y, grid.z, block.x, block.y, block.z,
                    program.dynamic_shared_bytes, nullptr, parameters.data(),
                    nullptr),
        "cuLaunchKernel");
  check(api_, api_.synchronize(), program.kernel_name().c_str());
  check(api_,
        api_.copy_from_device(outcome.output.data(), output_.address(), bytes),
        "cuMemcpyDtoH");
  return outcome;
}

void Gpu::run_batch(std::span<const Program> programs,
                    std::span<Outcome> outcomes) {
  std::string text = module_header();
  for (const Program& program : programs) text += text_of(program);
  try {
    const std::string image = assembler_.image_of(text);
    const std::scoped_lock lock(turn_);
    const driver::LoadedModule module(api_, image.c_str());
    for (std::size_t n = 0; n < programs.size(); ++n) {
      outcomes[n] = run_one(module, programs[n]);
    }
    return;
  } catch (const AssemblerFailure& failure) {
    outcomes[0].problem = std::string("assembler: ") + failure.what();
  } catch (const driver::Failure& failure) {
    if (!is_refusal(failure)) throw;
    outcomes[0].problem = std::string("assembler: ") + failure.what();
  }
  if (programs.size() == 1) return;
  const std::size_t half = programs.size() / 2;
  run_batch(programs.first(half), outcomes.first(half));
  run_batch(programs.subspan(half), outcomes.subspan(half));
}

Outcome Gpu::run_unoptimised(const Program& program) {
  try {
    const std::string image = assembler_.image_of(module_of(program), false);
    const std::scoped_lock lock(turn_);
    return run_one(driver::LoadedModule(api_, image.c_str()), program);
  } catch (const AssemblerFailure& failure) {
    return {{}, std::string("assembler: ") + failure.what()};
  }
}

std::vector<Outcome> Gpu::run(std::span<const Program> programs) {
  std::vector<Outcome> outcomes(programs.size());
  if (!programs.empty()) run_batch(programs, outcomes);
  return outcomes;
}

}  // namespace lockstep::ptx::differential
