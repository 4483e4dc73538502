// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/memory.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <numeric>

#include "cudart/core/error.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

struct Fixture {
  ptx::Context context;
  Memory memory{context};
  std::array<int, 16> host{};

  std::uint64_t host_address() const {
    return reinterpret_cast<std::uint64_t>(host.data());
  }
  std::uint64_t make(MemoryKind kind) {
    return kind == MemoryKind::device
               ? memory.allocate(64, "cudaMalloc", nullptr).address
               : memory.allocate_on_both(64, kind, "both", nullptr).address;
  }
  template <class Action>
  static std::string kind_of_failure(Action action) {
    try {
      action();
    } catch (const Failure& failure) {
      return failure.kind();
    }
    return "none";
  }
  std::string copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                   Direction direction) {
    return kind_of_failure([&] { memory.copy(to, from, bytes, direction); });
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "memory: bytes go to the device and come back",
                 "[cudart]") {
  const auto one = make(MemoryKind::device), two = make(MemoryKind::device);
  std::iota(host.begin(), host.end(), 7);
  const auto before = host;
  memory.copy(one, host_address(), 64, Direction::host_to_device);
  memory.copy(two, one, 64, Direction::device_to_device);
  host.fill(0);
  memory.copy(host_address(), two, 64, Direction::from_addresses);
  CHECK(host == before);
  memory.fill(two + 4, 0xff, 4);
  memory.copy(host_address(), two, 8, Direction::device_to_host);
  CHECK(host[0] == 7);
  CHECK(host[1] == -1);
}

TEST_CASE_METHOD(Fixture, "memory: rows are copied at their pitches",
                 "[cudart]") {
  const auto device = make(MemoryKind::device);
  std::iota(host.begin(), host.end(), 0);
  memory.copy_rows(device, 16, host_address(), 8, 8, 4,
                   Direction::host_to_device);
  host.fill(-1);
  memory.copy(host_address(), device + 16, 8, Direction::device_to_host);
  CHECK(host[0] == 2);
  CHECK(host[1] == 3);
  CHECK(kind_of_failure([&] {
          memory.copy_rows(device, 4, host_address(), 8, 8, 2,
                           Direction::host_to_device);
        }) == "invalid pitch");
}

TEST_CASE_METHOD(Fixture, "memory: managed memory is on either side",
                 "[cudart]") {
  const auto both = make(MemoryKind::managed);
  auto* values = reinterpret_cast<int*>(both);
  values[3] = 5;
  memory.copy(host_address(), both, 64, Direction::device_to_host);
  CHECK(host[3] == 5);
  memory.copy(host_address(), both, 64, Direction::host_to_host);
  host[3] = 6;
  memory.copy(both, host_address(), 64, Direction::host_to_device);
  CHECK(values[3] == 6);
}

TEST_CASE_METHOD(Fixture, "memory: a copy the wrong way round is told",
                 "[cudart]") {
  const auto device = make(MemoryKind::device);
  CHECK(copy(host_address(), device, 64, Direction::host_to_device) ==
        "wrong direction");
  CHECK(copy(device, host_address(), 64, Direction::device_to_host) ==
        "wrong direction");
  CHECK(copy(device, host_address(), 64, Direction::host_to_device) == "none");
}

TEST_CASE_METHOD(Fixture, "memory: a copy past the end is told", "[cudart]") {
  const auto device = make(MemoryKind::device);
  CHECK(copy(device + 60, host_address(), 4, Direction::host_to_device) ==
        "none");
  CHECK(copy(device + 60, host_address(), 5, Direction::host_to_device) ==
        "copy out of bounds");
  CHECK(copy(device + 65, host_address(), 1, Direction::host_to_device) ==
        "invalid device pointer");
  CHECK(kind_of_failure([&] { memory.fill(device, 0, 65); }) ==
        "copy out of bounds");
}

TEST_CASE_METHOD(Fixture, "memory: each kind is freed once, by its function",
                 "[cudart]") {
  const auto freed = [&](std::uint64_t address, MemoryKind kind) {
    return kind_of_failure([&] { memory.free(address, kind); });
  };
  const auto device = make(MemoryKind::device), more = make(MemoryKind::device);
  const auto managed = make(MemoryKind::managed);
  const auto pinned = make(MemoryKind::pinned);
  CHECK(freed(device + 4, MemoryKind::device) == "invalid free");
  CHECK(freed(device, MemoryKind::pinned) == "invalid free");
  CHECK(freed(device, MemoryKind::device) == "none");
  CHECK(freed(device, MemoryKind::device) == "double free");
  CHECK(freed(managed, MemoryKind::device) == "none");
  CHECK(freed(pinned, MemoryKind::device) == "invalid free");
  CHECK(freed(pinned, MemoryKind::pinned) == "none");
  CHECK(freed(host_address(), MemoryKind::device) == "invalid free");
  CHECK(copy(host_address(), device, 4, Direction::device_to_host) ==
        "use after free");
  CHECK(memory.used_bytes() == 64);
  CHECK(memory.find(more) != nullptr);
}

TEST_CASE_METHOD(Fixture, "memory: registered memory keeps its address",
                 "[cudart]") {
  memory.register_host(host.data(), sizeof host, nullptr);
  CHECK(context.allocate(4, "other") != host_address());
  CHECK(memory.find(host_address())->kind == MemoryKind::registered);
  CHECK_THROWS_AS(memory.register_host(host.data() + 1, 4, nullptr), Failure);
  memory.free(host_address(), MemoryKind::registered);
  CHECK(memory.find(host_address()) == nullptr);
  memory.register_host(host.data() + 1, 4, nullptr);
  CHECK(memory.find(host_address() + 4) != nullptr);
}
