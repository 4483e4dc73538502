// SPDX-License-Identifier: Apache-2.0
#include "device/child/driver_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "device/child/guarded_buffer.h"
#include "device/wire/kernel_contract.h"

namespace lockstep {
namespace {

using driver::Api;
using driver::check;

/// A job that cannot go on, with nothing amiss in the context.
struct Refusal {
  std::string message;
  bool is_last = false;
};

/// More parameters than a kernel with 4 KB of them can have: a driver that
/// cannot tell how many there are then reads zeros and no stray pointers.
constexpr std::size_t parameter_room = 1024;

OutcomeStatus status_of(driver::Result result) {
  switch (result) {
    case driver::invalid_image:
    case driver::no_binary_for_gpu:
    case driver::invalid_ptx:
    case driver::unsupported_ptx_version:
    case driver::invalid_source:
      return OutcomeStatus::unsupported;
    case driver::illegal_address:
    case driver::assert_failed:
    case driver::hardware_stack_error:
    case driver::illegal_instruction:
    case driver::misaligned_address:
    case driver::invalid_address_space:
    case driver::invalid_pc:
    case driver::launch_failed:
      return OutcomeStatus::kernel_error;
    case driver::launch_timeout:
      return OutcomeStatus::timeout;
    default:
      return OutcomeStatus::infra_error;
  }
}

std::string with_advice(const driver::Failure& failure) {
  const std::string advice = driver::advice_for(failure.result());
  return failure.what() + (advice.empty() ? "" : ". " + advice);
}

/// One job's module, buffers and launches.
class DriverJob {
 public:
  DriverJob(const Api& api, const DeviceInfo& info, TrustedModule& trusted,
            const Job& job)
      : api_(api),
        info_(info),
        trusted_(trusted),
        job_(job),
        module_(api, job.program->cubin.empty()
                         ? static_cast<const void*>(job.program->ptx.c_str())
                         : job.program->cubin.data()) {}

  Outcome run() {
    for (const Launch& launch : job_.launches) prepare(launch);
    for (const Buffer& buffer : job_.buffers) {
      buffers_.emplace_back(api_, buffer);
    }
    if (job_.repetitions == 0) {
      run_untimed();
    } else {
      run_timed();
    }
    for (const GuardedBuffer& buffer : buffers_) {
      const std::string damage = buffer.damage();
      if (!damage.empty()) throw Refusal{damage, true};
    }
    collect();
    return std::move(outcome_);
  }

 private:
  /// Finds the kernel, checks its signature, asks for the shared memory.
  void prepare(const Launch& launch) {
    driver::Function function = nullptr;
    try {
      function = module_.function(launch.kernel.c_str());
    } catch (const driver::Failure& failure) {
      if (failure.result() != driver::not_found) throw;
      throw Refusal{
          missing_kernel_message(launch.kernel, module_.kernel_names())};
    }
    functions_.push_back(function);
    check_signature(launch, function);
    constexpr unsigned without_asking = 48 * 1024;
    if (launch.dynamic_shared_bytes <= without_asking) return;
    accept(launch, api_.set_function_attribute(
                       function, driver::max_dynamic_shared_size_bytes,
                       static_cast<int>(launch.dynamic_shared_bytes)));
  }

  /// A launch that is refused for its shape has not touched anything.
  void accept(const Launch& launch, driver::Result result) const {
    if (result != driver::invalid_value &&
        result != driver::launch_out_of_resources) {
      return check(api_, result, launch.kernel.c_str());
    }
    const ptx::Dim3 grid = launch.grid, block = launch.block;
    throw Refusal{fmt::format(
        "kernel {} cannot be launched with a grid of ({},{},{}), blocks of "
        "({},{},{}) and {} bytes of dynamic shared memory (a block of {} can "
        "have {}): {}",
        launch.kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
        launch.dynamic_shared_bytes, info_.name,
        info_.max_shared_bytes_per_block,
        with_advice({api_, result, "cuLaunchKernel"}))};
  }

  void check_signature(const Launch& launch, driver::Function function) {
    if (!api_.parameter_info) return;
    std::vector<std::uint64_t> sizes;
    std::size_t offset = 0, bytes = 0;
    while (sizes.size() < parameter_room &&
           api_.parameter_info(function, sizes.size(), &offset, &bytes) ==
               driver::success) {
      sizes.push_back(bytes);
    }
    const std::string fault = signature_fault(launch, sizes);
    if (!fault.empty()) throw Refusal{fault};
  }

  void prepare_buffers(unsigned repetition) {
    for (GuardedBuffer& buffer : buffers_) buffer.prepare(trusted_, repetition);
  }

  void start(std::size_t index) {
    const Launch& launch = job_.launches[index];
    std::vector<std::uint64_t> addresses(launch.arguments.size());
    std::array<std::byte, 64> zeros{};
    std::vector<void*> parameters(
        std::max(parameter_room, launch.arguments.size()), zeros.data());
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      const Argument& argument = launch.arguments[i];
      if (const auto* value = std::get_if<ValueArgument>(&argument)) {
        parameters[i] = const_cast<std::byte*>(value->bytes.data());
      } else {
        const auto& reference = std::get<BufferArgument>(argument);
        addresses[i] = buffers_[reference.buffer].address() + reference.offset;
        parameters[i] = &addresses[i];
      }
    }
    const ptx::Dim3 grid = launch.grid, block = launch.block;
    accept(launch,
           api_.launch(functions_[index], grid.x, grid.y, grid.z, block.x,
                       block.y, block.z, launch.dynamic_shared_bytes, nullptr,
                       parameters.data(), nullptr));
  }

  /// Waits after each launch, so that an error names its own kernel.
  void run_untimed() {
    prepare_buffers(0);
    for (std::size_t i = 0; i < job_.launches.size(); ++i) {
      start(i);
      check(api_, api_.synchronize(), job_.launches[i].kernel.c_str());
    }
    add_checksums();
  }

  /// Fresh buffers and a cold cache before every repetition; between the two
  /// events there is nothing but the launches. The data of the warm-up is
  /// not that of any repetition: a kernel that keeps its answers gains
  /// nothing.
  void run_timed() {
    driver::TimedEvent begin(api_), end(api_);
    const unsigned warm_up = job_.repetitions;
    for (unsigned turn = 0; turn <= job_.repetitions; ++turn) {
      const bool is_warm_up = turn == 0;
      prepare_buffers(is_warm_up ? warm_up : turn - 1);
      if (job_.cold_cache) trusted_.empty_cache();
      begin.record();
      for (std::size_t i = 0; i < job_.launches.size(); ++i) start(i);
      end.record();
      check(api_, api_.synchronize(),
            job_.launches.empty() ? "no launch"
                                  : job_.launches.back().kernel.c_str());
      if (is_warm_up) continue;
      outcome_.milliseconds.push_back(end.milliseconds_since(begin));
      add_checksums();
    }
  }

  void add_checksums() {
    auto& row = outcome_.checksums.emplace_back(job_.buffers.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Buffer& buffer = job_.buffers[i];
      if (!buffer.checksum) continue;
      row[i] = trusted_.checksum(buffers_[i].address(), buffer.bytes / 4);
    }
  }

  void collect() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      auto& bytes = outcome_.buffers.emplace_back();
      if (job_.buffers[i].read_back) bytes = buffers_[i].read();
    }
    std::uint64_t room = symbol_limit_bytes;
    for (const std::string& symbol : job_.symbols) {
      outcome_.symbols.push_back(read_symbol(symbol, room));
      room -= outcome_.symbols.back().size();
    }
  }

  std::vector<std::byte> read_symbol(const std::string& name,
                                     std::uint64_t room) {
    driver::Address address = 0;
    std::size_t bytes = 0;
    const auto result =
        api_.get_global(&address, &bytes, module_.get(), name.c_str());
    if (result == driver::not_found) return {};
    check(api_, result, "cuModuleGetGlobal");
    if (bytes > room) {
      throw Refusal{large_symbol_message(name, bytes)};
    }
    std::vector<std::byte> value(bytes);
    check(api_, api_.copy_from_device(value.data(), address, bytes),
          "cuMemcpyDtoH");
    return value;
  }

  const Api& api_;
  const DeviceInfo& info_;
  TrustedModule& trusted_;
  const Job& job_;
  driver::LoadedModule module_;
  std::vector<driver::Function> functions_;  ///< by launch
  std::vector<GuardedBuffer> buffers_;
  Outcome outcome_;
};

Reply failed(OutcomeStatus status, std::string message, bool is_last) {
  Reply reply;
  reply.outcome.status = status;
  reply.outcome.message = std::move(message);
  reply.is_last = is_last;
  return reply;
}

}  // namespace

Reply run_on_driver(const Api& api, const DeviceInfo& info,
                    TrustedModule& trusted, const Job& job) {
  if (std::string fault = job_fault(job); !fault.empty()) {
    return failed(OutcomeStatus::infra_error, fault, false);
  }
  try {
    return {DriverJob(api, info, trusted, job).run(), false};
  } catch (const Refusal& refusal) {
    return failed(OutcomeStatus::kernel_error, refusal.message,
                  refusal.is_last);
  } catch (const driver::Failure& failure) {
    return failed(status_of(failure.result()), with_advice(failure), true);
  } catch (const std::exception& error) {
    return failed(OutcomeStatus::infra_error, error.what(), true);
  }
}

}  // namespace lockstep
