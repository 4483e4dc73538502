// SPDX-License-Identifier: Apache-2.0
// A device whose kernels are C++ functions of a test. It holds buffers as the
// real ones do: poisoned where nothing was written, of exact size.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "device/device.h"

namespace lockstep {

/// What a fake kernel sees of its launch.
class FakeLaunch {
 public:
  FakeLaunch(const Launch& launch, Outcome& outcome)
      : launch_(launch), outcome_(outcome) {}

  unsigned blocks() const { return launch_.grid.x; }
  unsigned threads() const { return launch_.block.x; }
  /// Argument `index`, a buffer.
  template <class T>
  std::span<T> buffer(std::size_t index) {
    auto& bytes =
        outcome_
            .buffers[std::get<BufferArgument>(launch_.arguments[index]).buffer];
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  template <class T>
  T value(std::size_t index) {
    T result{};
    std::memcpy(&result,
                std::get<ValueArgument>(launch_.arguments[index]).bytes.data(),
                sizeof result);
    return result;
  }
  Outcome& outcome() { return outcome_; }

 private:
  const Launch& launch_;
  Outcome& outcome_;
};

class FakeDevice : public Device {
 public:
  using FakeKernel = std::function<void(FakeLaunch)>;

  std::map<std::string, FakeKernel> kernels;
  std::map<std::string, std::vector<std::byte>> symbols;
  std::vector<Job> jobs;  ///< that have run

  FakeDevice() { description_.name = "fake"; }
  const DeviceInfo& info() const override { return description_; }

  Outcome run(const Job& job) override {
    jobs.push_back(job);
    Outcome outcome;
    for (const Buffer& buffer : job.buffers)
      outcome.buffers.push_back(
          buffer.initial.empty()
              ? std::vector<std::byte>(buffer.bytes, poison_byte)
              : buffer.initial);
    for (const std::string& name : job.symbols)
      outcome.symbols.push_back(symbols[name]);
    for (const Launch& launch : job.launches) {
      outcome.counters.push_back(
          {launch.kernel, launch.grid, launch.block, {}});
      kernels.at(launch.kernel)(FakeLaunch(launch, outcome));
    }
    return outcome;
  }

 private:
  DeviceInfo description_;
};

/// The symbol bytes of some values.
template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

}  // namespace lockstep
