// SPDX-License-Identifier: Apache-2.0
#include "device/emulator_job.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "device/generated_data.h"
#include "device/wire/kernel_contract.h"
#include "ptx/machine/global_memory.h"

namespace lockstep {
namespace {

static_assert(poison_byte == ptx::poison, "the same on every device");

constexpr std::uint32_t shared_without_asking = 48 * 1024;

/// A job that cannot start or go on.
struct Stop {
  OutcomeStatus status;
  std::string message;
  ptx::Place place;
};

OutcomeStatus status_of(ptx::LaunchStatus status) {
  switch (status) {
    case ptx::LaunchStatus::success:
      return OutcomeStatus::success;
    case ptx::LaunchStatus::budget:
      return OutcomeStatus::timeout;
    case ptx::LaunchStatus::unsupported:
      return OutcomeStatus::unsupported;
    default:
      return OutcomeStatus::kernel_error;
  }
}

std::string kernel_names(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions) {
    if (function.is_kernel) names.push_back(function.name);
  }
  return name_list(names);
}

/// One job's context with the observers that it asks for.
class EmulatorJob {
 public:
  EmulatorJob(const Job& job, const DeviceInfo& info,
              std::shared_ptr<const ptx::Module> module)
      : job_(job), info_(info), begin_(Clock::now()) {
    if (job.is_checked) {
      for (ptx::Observer* observer : sanitizer_.observers()) {
        context_.attach(*observer);
      }
      context_.attach(counters_.observer());
    }
    module_ = &context_.load(std::move(module));
  }

  Outcome run() {
    try {
      check_symbols();
      for (const Launch& launch : job_.launches) check(launch);
      for (const Buffer& buffer : job_.buffers) make(buffer);
      for (const Launch& launch : job_.launches) start(launch);
    } catch (const Stop& stop) {
      outcome_.status = stop.status;
      outcome_.message = stop.message;
      outcome_.place = stop.place;
      // What a kernel that failed did not write is no finding of its own.
      outcome_.findings = sanitizer_.findings();
    }
    collect();
    if (outcome_.status == OutcomeStatus::success) {
      outcome_.findings = sanitizer_.findings();
    }
    outcome_.counters = counters_.launches();
    return std::move(outcome_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void check_symbols() {
    std::uint64_t room = symbol_limit_bytes;
    for (const std::string& name : job_.symbols) {
      const ptx::Variable* variable = module_->find_variable(name);
      const std::uint64_t bytes = variable ? variable->bytes : 0;
      if (bytes > room) {
        throw Stop{
            OutcomeStatus::kernel_error, large_symbol_message(name, bytes), {}};
      }
      room -= bytes;
      symbols_.push_back(variable);
    }
  }

  void check(const Launch& launch) const {
    const ptx::Function* kernel = module_->find_function(launch.kernel);
    if (!kernel || !kernel->is_kernel) {
      throw Stop{OutcomeStatus::kernel_error,
                 missing_kernel_message(launch.kernel, kernel_names(*module_)),
                 {}};
    }
    std::vector<std::uint64_t> sizes;
    for (const ptx::Parameter& parameter : kernel->parameters) {
      sizes.push_back(parameter.bytes);
    }
    const std::string fault = signature_fault(launch, sizes);
    if (!fault.empty()) throw Stop{OutcomeStatus::kernel_error, fault, {}};
  }

  void make(const Buffer& buffer) {
    const auto address = context_.allocate(buffer.bytes, buffer.name);
    addresses_.push_back(address);
    if (buffer.bytes == 0) return;
    if (buffer.fill_seed) {
      std::vector<std::byte> words(buffer.bytes);
      generate(words, *buffer.fill_seed);
      context_.copy_to_device(address, words);
    } else if (!buffer.initial.empty()) {
      context_.copy_to_device(address, buffer.initial);
    }
  }

  std::vector<std::byte> parameters_of(const Launch& launch) const {
    const ptx::Function& kernel = *module_->find_function(launch.kernel);
    std::vector<std::byte> packed(kernel.param_bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      std::byte* to = packed.data() + kernel.parameters[i].offset;
      const Argument& argument = launch.arguments[i];
      if (const auto* value = std::get_if<ValueArgument>(&argument)) {
        std::ranges::copy(value->bytes, to);
      } else {
        const auto& reference = std::get<BufferArgument>(argument);
        const std::uint64_t address =
            addresses_[reference.buffer] + reference.offset;
        std::ranges::copy(std::as_bytes(std::span(&address, 1)), to);
      }
    }
    return packed;
  }

  ptx::LaunchConfig config_of(const Launch& launch) const {
    ptx::LaunchConfig config;
    config.grid = launch.grid;
    config.block = launch.block;
    config.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    config.schedule = job_.schedule;
    config.limits.instruction_budget = job_.limits.instruction_budget;
    config.limits.shared_bytes_per_block =
        launch.dynamic_shared_bytes > shared_without_asking
            ? info_.max_shared_bytes_per_block
            : shared_without_asking;
    const std::chrono::duration<double> used = Clock::now() - begin_;
    config.limits.seconds = job_.limits.seconds - used.count();
    return config;
  }

  void start(const Launch& launch) {
    const ptx::LaunchConfig config = config_of(launch);
    if (config.limits.seconds <= 0) {
      throw Stop{OutcomeStatus::timeout, "the job's time is used up", {}};
    }
    ptx::LaunchResult result =
        context_.launch(*module_, launch.kernel, config, parameters_of(launch));
    outcome_.output += result.output;
    if (result.status != ptx::LaunchStatus::success) {
      throw Stop{status_of(result.status), result.message, result.place};
    }
  }

  std::vector<std::byte> read(ptx::DeviceAddress from, std::uint64_t bytes) {
    std::vector<std::byte> host(bytes);
    if (bytes > 0) context_.copy_from_device(host, from);
    return host;
  }

  void collect() {
    outcome_.buffers.resize(job_.buffers.size());
    outcome_.symbols.resize(job_.symbols.size());
    outcome_.checksums = {std::vector<std::uint64_t>(job_.buffers.size())};
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      const Buffer& buffer = job_.buffers[i];
      if (!buffer.read_back && !buffer.checksum) continue;
      std::vector<std::byte> bytes = read(addresses_[i], buffer.bytes);
      if (buffer.checksum) outcome_.checksums[0][i] = checksum(bytes);
      if (buffer.read_back) outcome_.buffers[i] = std::move(bytes);
    }
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      const auto address = context_.address_of(*module_, job_.symbols[i]);
      if (!symbols_[i] || !address) continue;
      outcome_.symbols[i] = read(*address, symbols_[i]->bytes);
    }
  }

  const Job& job_;
  const DeviceInfo& info_;
  Clock::time_point begin_;
  // The observers outlive the context that they watch.
  ptx::Sanitizer sanitizer_;
  ptx::Counters counters_;
  ptx::Context context_;
  const ptx::Module* module_ = nullptr;
  std::vector<ptx::DeviceAddress> addresses_;  ///< by buffer
  std::vector<const ptx::Variable*> symbols_;  ///< null: there is none
  Outcome outcome_;
};

}  // namespace

Outcome run_on_emulator(const Job& job, const DeviceInfo& info,
                        std::shared_ptr<const ptx::Module> module) {
  return EmulatorJob(job, info, std::move(module)).run();
}

}  // namespace lockstep
