// SPDX-License-Identifier: Apache-2.0
#include "device/gpu_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "device/child_process.h"
#include "device/wire/job_wire.h"
#include "device/wire/kernel_contract.h"
#include "device/wire/trusted_kernels.h"

namespace lockstep {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t hello_limit_bytes = 64 * 1024;
constexpr std::size_t message_limit_characters = 4096;

Deadline after(double seconds) {
  using Clock = std::chrono::steady_clock;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(seconds));
}

/// A child that died or broke the protocol; says how.
class ChildFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The time of a job is over.
struct JobTimeout {};

Outcome failed(OutcomeStatus status, std::string message) {
  Outcome outcome;
  outcome.status = status;
  outcome.message = std::move(message);
  return outcome;
}

/// One child from its hello on.
class GpuChild {
 public:
  explicit GpuChild(const GpuChildOptions& options)
      : process_(options.program) {
    std::vector<std::byte> message;
    const Deadline deadline = after(options.start_seconds);
    const auto state =
        process_.channel().receive(message, hello_limit_bytes, deadline);
    if (state == ChannelState::late) {
      throw ChildFailure(fmt::format("the GPU did not answer within {} s",
                                     options.start_seconds));
    }
    expect_open(state);
    hello_ = understand([&] { return decode_hello(message); });
  }

  const Hello& hello() const { return hello_; }

  /// Throws ChildFailure or JobTimeout; the child is then of no more use.
  Reply ask(const Job& job) {
    const Deadline deadline = after(job.limits.seconds);
    expect_open(process_.channel().send(encode(job), deadline));
    std::vector<std::byte> message;
    expect_open(
        process_.channel().receive(message, reply_limit(job), deadline));
    return understand([&] {
      Reply reply = decode_reply(message);
      check_shape(reply.outcome, job);
      std::string& text = reply.outcome.message;
      text.resize(std::min(text.size(), message_limit_characters));
      return reply;
    });
  }

 private:
  void expect_open(ChannelState state) {
    switch (state) {
      case ChannelState::open:
        return;
      case ChannelState::late:
        throw JobTimeout{};
      case ChannelState::closed:
        throw ChildFailure(
            fmt::format("the process that uses the GPU {}", process_.end(2s)));
      case ChannelState::too_long:
        throw ChildFailure("the process that uses the GPU sent too much");
    }
  }

  template <class Decode>
  auto understand(Decode decode) -> decltype(decode()) {
    try {
      return decode();
    } catch (const WireError& error) {
      throw ChildFailure(fmt::format(
          "the process that uses the GPU sent nonsense ({})", error.what()));
    }
  }

  ChildProcess process_;
  Hello hello_;
};

class GpuDevice : public Device {
 public:
  /// Throws std::runtime_error where there is no GPU to use.
  explicit GpuDevice(GpuChildOptions options) : options_(std::move(options)) {
    info_ = child().hello().info;
  }

  const DeviceInfo& info() const override { return info_; }

  Outcome run(const Job& job) override {
    if (std::string fault = job_fault(job); !fault.empty()) {
      return failed(OutcomeStatus::infra_error, fault);
    }
    std::string failure;
    // A warm child may have died of something else: the second is fresh.
    for (int attempt = 0; attempt < 2; ++attempt) {
      try {
        return run_once(job);
      } catch (const std::runtime_error& error) {
        child_.reset();
        failure = error.what();
      }
    }
    // Twice the same end: the kernel's doing if the GPU is well without it.
    const bool is_kernels = is_healthy();
    return failed(
        is_kernels ? OutcomeStatus::kernel_error : OutcomeStatus::infra_error,
        failure + (is_kernels ? " while it ran this kernel" : ""));
  }

 private:
  /// A warm child, or a new one. Throws std::runtime_error.
  GpuChild& child() {
    if (!child_) {
      child_.emplace(options_);
      const std::string problem = child_->hello().problem;
      if (!problem.empty()) {
        child_.reset();
        throw std::runtime_error(problem);
      }
    }
    return *child_;
  }

  Outcome run_once(const Job& job) {
    GpuChild& warm = child();
    try {
      Reply reply = warm.ask(job);
      if (reply.is_last) child_.reset();
      return std::move(reply.outcome);
    } catch (const JobTimeout&) {
      child_.reset();
      return failed(OutcomeStatus::timeout,
                    fmt::format("not finished after {} s on the GPU: an "
                                "endless loop, or a barrier that some "
                                "threads never reach?",
                                job.limits.seconds));
    }
  }

  /// True when a new child runs a kernel of our own.
  bool is_healthy() {
    const Program program{trusted_ptx(), {}, "trusted"};
    Job job;
    job.program = &program;
    Buffer& words = job.buffers.emplace_back();
    words.name = "words";
    words.bytes = 4;
    words.fill_seed = 1;
    try {
      return run_once(job).status == OutcomeStatus::success;
    } catch (const std::runtime_error&) {
      child_.reset();
      return false;
    }
  }

  GpuChildOptions options_;
  DeviceInfo info_;
  std::optional<GpuChild> child_;
};

}  // namespace

std::filesystem::path find_gpu_child() {
  namespace fs = std::filesystem;
  if (const char* path = std::getenv("LOCKSTEP_GPU_CHILD")) return path;
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (int level = 0; level <= 3 && !folder.empty(); ++level) {
    fs::path candidate = folder / "lockstep-gpu-child";
    if (fs::is_regular_file(candidate, error)) return candidate;
    folder = folder.parent_path();
  }
  return {};
}

std::unique_ptr<Device> make_gpu_device(const GpuChildOptions& options,
                                        std::string& why) {
  why.clear();
  try {
    return std::make_unique<GpuDevice>(options);
  } catch (const std::runtime_error& error) {
    why = error.what();
  } catch (const JobTimeout&) {
    why = "the GPU did not answer";
  }
  return nullptr;
}

std::unique_ptr<Device> make_gpu_device(std::string& why) {
  GpuChildOptions options;
  options.program = find_gpu_child();
  if (options.program.empty()) {
    why = "the program lockstep-gpu-child is not there: build it";
    return nullptr;
  }
  return make_gpu_device(options, why);
}

}  // namespace lockstep
