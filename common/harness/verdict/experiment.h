// SPDX-License-Identifier: Apache-2.0
// One test case of a kernel: what it is given, how it is launched, what must
// come back. A lab describes it; the description says everything that the
// harness needs to run and judge it on any device. Device code sees the Job
// alone, which holds no expected value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/device.h"
#include "harness/verdict/compare.h"
#include "harness/verdict/expected.h"
#include "harness/verdict/kernel.h"

namespace lockstep {

struct LaunchShape {
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;
  std::uint32_t dynamic_shared_bytes = 0;
};

class Experiment {
 public:
  /// A kernel may read it; it must be the same afterwards.
  template <class T>
  BufferArgument input(std::string name, const std::vector<T>& values) {
    const BufferArgument it = add(std::move(name), values);
    job_.buffers[it.buffer].read_back = true;
    unchanged_.push_back(it.buffer);
    return it;
  }

  /// Words that the device itself makes from a seed (generated_data.h): for
  /// data too large to be sent there.
  BufferArgument generated(std::string name, std::uint64_t words,
                           std::uint64_t seed) {
    const BufferArgument it = add_unwritten(std::move(name), 4 * words);
    job_.buffers[it.buffer].fill_seed = seed;
    return it;
  }

  /// A kernel may leave anything in it.
  template <class T>
  BufferArgument work_space(std::string name, const std::vector<T>& values) {
    return add(std::move(name), values);
  }

  /// `count` values that no one has written.
  template <class T>
  BufferArgument scratch(std::string name, std::size_t count) {
    return add_unwritten(std::move(name), count * sizeof(T));
  }

  /// Poisoned before, compared afterwards.
  template <class T>
  BufferArgument output(const std::string& name, Expected<T> expected) {
    const BufferArgument it =
        add_unwritten(name, expected.values.size() * sizeof(T));
    expect(it, std::move(expected));
    return it;
  }

  /// What must be in a buffer at the end, whatever was in it before.
  template <class T>
  void expect(BufferArgument it, Expected<T> expected) {
    Buffer& buffer = job_.buffers[it.buffer];
    buffer.read_back = true;
    checks_.push_back(
        {it.buffer, [name = buffer.name, right = std::move(expected)](
                        auto bytes) { return mismatch(name, right, bytes); }});
  }

  /// Arguments are buffers, or values passed by copy.
  template <class... Arguments>
  void launch(const Kernel& kernel, LaunchShape shape,
              const Arguments&... arguments) {
    add_launch(kernel, shape, {as_argument(arguments)...});
  }

  /// Blocks begin in an order of the schedule's choice, not by number.
  void begin_in_any_order() { job_.schedule.begins_in_order = false; }

  /// Without a program; the instruction budget follows from the sizes.
  const Job& job() const { return job_; }
  const std::vector<Kernel>& kernels() const { return kernels_; }

  /// An input that changed, or else the first output that is wrong.
  std::optional<Mismatch> first_mismatch(const Outcome& outcome) const;

 private:
  struct Check {
    std::size_t buffer;
    std::function<std::optional<Mismatch>(std::span<const std::byte>)> compare;
  };

  static Argument as_argument(BufferArgument it) { return it; }
  template <class T>
  static Argument as_argument(const T& value) {
    return value_argument(value);
  }

  template <class T>
  BufferArgument add(const std::string& name, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return add_buffer(name, {bytes.begin(), bytes.end()});
  }
  BufferArgument add_buffer(std::string name, std::vector<std::byte> bytes);
  BufferArgument add_unwritten(std::string name, std::uint64_t bytes);
  void add_launch(const Kernel& kernel, LaunchShape shape,
                  std::vector<Argument> arguments);

  Job job_;
  std::vector<Kernel> kernels_;
  std::vector<std::size_t> unchanged_;
  std::vector<Check> checks_;
};

}  // namespace lockstep
