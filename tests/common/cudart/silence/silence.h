// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share. Each is correct, checks its own
// results, and ends with 1 where they are wrong; under `lockstep run` with
// all checkers on it must get no finding. The first argument is a size.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

/// Ends the program where a call failed.
inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}
#define CHECK(call) check((call), #call)

inline std::size_t size_argument(int argc, char** argv, std::size_t usual) {
  return argc > 1 ? std::strtoull(argv[1], nullptr, 10) : usual;
}

/// The same numbers below `bound` in every run.
inline std::vector<std::uint32_t> numbers(std::size_t count,
                                          std::uint32_t bound) {
  std::mt19937 random(17);
  std::vector<std::uint32_t> values(count);
  for (std::uint32_t& value : values)
    value = static_cast<std::uint32_t>(random()) % bound;
  return values;
}

/// Memory of the device that is freed at the end of its scope.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values)
      : DeviceArray(values.size()) {
    CHECK(cudaMemcpy(data_, values.data(), count_ * sizeof(T),
                     cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() { return data_; }
  std::vector<T> values() const {
    std::vector<T> values(count_);
    CHECK(cudaMemcpy(values.data(), data_, count_ * sizeof(T),
                     cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

template <class T>
void expect(const std::vector<T>& actual, const std::vector<T>& expected,
            const char* what) {
  if (actual == expected) return;
  std::fprintf(stderr, "%s: wrong\n", what);
  std::exit(1);
}

/// Calls a CUB algorithm twice: for the size of its memory, and to work.
template <class Algorithm>
void with_workspace(Algorithm&& run) {
  std::size_t bytes = 0;
  CHECK(run(nullptr, bytes));
  DeviceArray<char> workspace(bytes == 0 ? 1 : bytes);
  CHECK(run(workspace.data(), bytes));
  CHECK(cudaDeviceSynchronize());
}
