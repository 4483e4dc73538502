// SPDX-License-Identifier: Apache-2.0
// Which addresses mean what: the device's, those of both sides, and all
// others, which are the host's own. Copies are checked here against what the
// call claims. Everything wrong is a Failure with an explanation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "cudart/core/host_arena.h"
#include "cudart/core/stack.h"
#include "ptx/runtime/runtime.h"

namespace lockstep::cudart {

using ptx::DeviceAddress;

enum class MemoryKind : std::uint8_t {
  device,      ///< cudaMalloc
  managed,     ///< cudaMallocManaged
  pinned,      ///< cudaMallocHost
  registered,  ///< cudaHostRegister
  variable,    ///< __device__, __constant__
  managed_variable,
};

/// One allocation, also after it has been freed.
struct Region {
  DeviceAddress address = 0;
  std::uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  std::string name;    ///< "cudaMalloc#3"
  Stack stack;         ///< who asked for it
  unsigned flags = 0;  ///< of cudaHostAlloc and its kin
  bool is_live = true;

  bool is_for_host() const {
    return kind != MemoryKind::device && kind != MemoryKind::variable;
  }
  bool is_variable() const {
    return kind == MemoryKind::variable || kind == MemoryKind::managed_variable;
  }
};

/// The numbers of cudaMemcpyKind.
enum class Direction : std::uint8_t {
  host_to_host,
  host_to_device,
  device_to_host,
  device_to_device,
  from_addresses,
};

class Memory {
 public:
  explicit Memory(ptx::Context& context) : context_(context) {}

  /// `call` is the function that asks: names are made of it.
  const Region& allocate(std::uint64_t bytes, const std::string& call,
                         const void* caller);
  const Region& allocate_on_both(std::uint64_t bytes, MemoryKind kind,
                                 const std::string& call, const void* caller);
  const Region& register_host(void* begin, std::uint64_t bytes,
                              const void* caller);
  /// Memory of both sides that the context is told of by others.
  std::span<std::byte> take_both(std::uint64_t bytes);
  /// A module's variable, which the context has allocated.
  void add_variable(DeviceAddress address, std::uint64_t bytes,
                    const std::string& name, bool is_managed);
  void set_flags(DeviceAddress address, unsigned flags);

  /// Frees what begins here and is of the same side as `kind`.
  void free(std::uint64_t address, MemoryKind kind);

  /// All that cudaFree would take.
  void free_all();

  /// The live allocation that holds the address, or null.
  const Region* find(std::uint64_t address) const;
  /// The same, freed ones too.
  const Region* find_any(std::uint64_t address) const;
  const std::map<std::uint64_t, Region>& regions() const { return regions_; }
  std::uint64_t used_bytes() const { return used_; }

  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
            Direction direction);
  /// Rows of `width` bytes, `to_pitch` and `from_pitch` apart.
  void copy_rows(std::uint64_t to, std::uint64_t to_pitch, std::uint64_t from,
                 std::uint64_t from_pitch, std::uint64_t width,
                 std::uint64_t height, Direction direction);
  void fill(std::uint64_t to, int value, std::uint64_t bytes);

  /// Called for each allocation that gets a name.
  std::function<void(const Region& region)> on_allocation;
  /// Called with what a copy between host and device is about to touch on
  /// the host's side; for the handler of faults.
  std::function<void(std::uint64_t address, std::uint64_t bytes)> on_host_side;

 private:
  Region& add(Region region);
  std::string name_for(const std::string& call);
  void check_side(std::uint64_t address, std::uint64_t bytes, bool on_device,
                  bool is_target) const;
  [[noreturn]] void refuse_free(std::uint64_t address, MemoryKind kind) const;

  ptx::Context& context_;
  HostArena arena_;
  std::map<std::uint64_t, Region> regions_;  ///< by address
  std::map<std::string, unsigned> calls_;
  std::uint64_t used_ = 0;
};

/// "cudaMalloc#1 (4096 bytes)".
std::string described(const Region& region);

}  // namespace lockstep::cudart
