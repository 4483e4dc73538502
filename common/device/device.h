// SPDX-License-Identifier: Apache-2.0
// The small interface that the emulator and the GPU both implement. A Job is
// plain data: what to load, which buffers to make, what to launch, what to
// read back. It holds no expected value, so it may be handed to a process
// that runs a student's kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ptx/runtime/runtime.h"

namespace lockstep {

/// Exact size, with guards around it: what a kernel writes past either end
/// is found. `fill_seed` and `checksum` (generated_data.h says what they are)
/// need a whole number of 4-byte words; they keep large data on the device.
struct Buffer {
  std::string name;  ///< what reports call it
  std::uint64_t bytes = 0;
  std::vector<std::byte> initial;  ///< all of it; empty: left unwritten
  /// Instead of `initial`: repetition r starts with generated words of seed
  /// `fill_seed + r`.
  std::optional<std::uint64_t> fill_seed;
  bool read_back = false;
  bool checksum = false;
};

/// What unwritten memory holds before a kernel writes it, on every device.
inline constexpr std::byte poison_byte{0xfb};

/// The address of a buffer of the job plus `offset` bytes.
struct BufferArgument {
  std::size_t buffer = 0;
  std::uint64_t offset = 0;
};
/// A value passed by copy, in the kernel's own layout.
struct ValueArgument {
  std::vector<std::byte> bytes;
};
using Argument = std::variant<BufferArgument, ValueArgument>;

template <class T>
ValueArgument value_argument(const T& value) {
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  return {std::vector<std::byte>(first, first + sizeof(T))};
}

struct Launch {
  std::string kernel;
  ptx::Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Argument> arguments;
};

/// What the compilers made of one submission.
struct Program {
  std::string ptx;               ///< for the emulator
  std::vector<std::byte> cubin;  ///< for the GPU; empty where not made
  std::string name;              ///< of the source file, for messages
};

struct Limits {
  double seconds = 10;                             ///< wall time, a job
  std::uint64_t instruction_budget = 400'000'000;  ///< emulator, a launch
  std::uint64_t memory_bytes = std::uint64_t{1} << 32;
};

struct Job {
  const Program* program = nullptr;
  std::vector<Buffer> buffers;
  std::vector<Launch> launches;      ///< in order, on one stream
  std::vector<std::string> symbols;  ///< __constant__ values to read
  Limits limits;
  ptx::Schedule schedule;  ///< emulator only
  bool is_checked = true;  ///< emulator: attach checkers and counters
  /// GPU: time all launches together so often, each time on fresh buffers;
  /// 0: once, untimed. The emulator runs them once in any case.
  unsigned repetitions = 0;
  bool cold_cache = true;  ///< GPU: empty the L2 cache before a repetition
};

enum class OutcomeStatus : std::uint8_t {
  success,
  kernel_error,  ///< fault, trap, deadlock, invalid launch
  timeout,       ///< time or instruction budget
  unsupported,   ///< the device cannot run this program; says what is missing
  infra_error,   ///< the device itself failed; nobody's fault
};

struct Outcome {
  OutcomeStatus status = OutcomeStatus::success;
  std::string message;  ///< for people; empty on success
  ptx::Place place;     ///< of the first problem, where known
  /// By buffer, after the last repetition; those not read back are empty.
  /// After a kernel_error the emulator still gives what is there, the GPU
  /// gives nothing.
  std::vector<std::vector<std::byte>> buffers;
  /// By repetition (one when untimed), then by buffer; 0 where not asked for.
  std::vector<std::vector<std::uint64_t>> checksums;
  /// By symbol; empty: the program has no such variable.
  std::vector<std::vector<std::byte>> symbols;
  std::string output;                  ///< emulator only: what printf wrote
  std::vector<ptx::Finding> findings;  ///< emulator only
  std::vector<ptx::LaunchCounters> counters;  ///< emulator only, a launch each
  std::vector<double> milliseconds;           ///< GPU, by repetition
};

struct DeviceInfo {
  bool is_gpu = false;
  std::string name;    ///< "emulator", "NVIDIA H200"
  std::string driver;  ///< empty on the emulator
  unsigned multiprocessors = 0;
  unsigned compute_capability = 80;  ///< 10 × major + minor
  /// Above 48 KiB only as dynamic shared memory, which a Launch that asks
  /// for it gets.
  std::uint32_t max_shared_bytes_per_block = 163 * 1024;
  std::uint64_t l2_bytes = 0;      ///< 0 on the emulator
  std::uint64_t memory_bytes = 0;  ///< 0: only Limits::memory_bytes counts
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  /// Never throws for what a kernel does; a job that is itself wrong (an
  /// unknown kernel name, an argument list of the wrong length or size) is a
  /// kernel_error whose message says so.
  virtual Outcome run(const Job& job) = 0;
};

/// Always there.
std::unique_ptr<Device> make_emulator_device();
/// Null without a usable driver and GPU; `why` then says what is missing.
std::unique_ptr<Device> make_gpu_device(std::string& why);

}  // namespace lockstep
