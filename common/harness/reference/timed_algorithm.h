// SPDX-License-Identifier: Apache-2.0
// Times one call of a library as the GPU device times a submission: input
// sets in turn, an L2 cache without any of them, events around the one call,
// the median of 31. An algorithm is a class
//   struct Algorithm {
//     static constexpr const char* name = "cub::DeviceReduce::Sum";
//     static std::size_t outputs(std::uint64_t n);
//     static cudaError_t call(void* storage, std::size_t& bytes,
//                             const int* in, int* out, std::uint64_t n);
//     // Whether `out`, read back, is right for the words of `seed`.
//     static bool is_right(const std::vector<int>& out, std::uint64_t n,
//                          std::uint64_t seed);
//   };
// and its program is `return time_algorithm<Algorithm>(argc, argv);`, built on
// demand with nvcc -O3 -std=c++17 -arch=native. Usage: PROGRAM N…   Writes
// JSON to stdout; exit code 1 after an error.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

constexpr int repetitions = 31;
constexpr int input_sets = 3;

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) {
    check(cudaMalloc(&data_, std::max<std::size_t>(count, 1) * sizeof(T)),
          "cudaMalloc");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(DeviceArray&& other) noexcept : data_(other.data_) {
    other.data_ = nullptr;
  }
  DeviceArray& operator=(DeviceArray&&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

// The words of device/generated_data.h.
__host__ __device__ inline std::uint32_t generated_word(std::uint64_t seed,
                                                        std::uint64_t index) {
  std::uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

static __global__ void fill(int* data, std::uint64_t n, std::uint64_t seed) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
       i < n; i += step) {
    data[i] = static_cast<int>(generated_word(seed, i));
  }
}

// Reads everything, so that the cache holds clean lines of nobody's input.
static __global__ void sweep(const int4* data, std::uint64_t vectors,
                             int* sink) {
  int folded = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
       i < vectors; i += step) {
    const int4 v = data[i];
    folded ^= v.x ^ v.y ^ v.z ^ v.w;
  }
  if (folded == 0x5eed5eed) *sink = folded;
}

template <class Algorithm>
class Benchmark {
 public:
  explicit Benchmark(int l2_bytes)
      : vectors_(3 * std::size_t(l2_bytes) / sizeof(int4) + 1),
        scratch_(vectors_),
        sink_(1) {
    check(cudaMemset(scratch_.get(), 0, vectors_ * sizeof(int4)), "memset");
    check(cudaEventCreate(&begin_), "event");
    check(cudaEventCreate(&end_), "event");
  }
  ~Benchmark() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  // Milliseconds of each repetition; ends the program on a wrong result.
  std::vector<float> run(std::uint64_t n) {
    std::vector<DeviceArray<int>> sets;
    for (int s = 0; s < input_sets; ++s) {
      sets.emplace_back(n);
      fill<<<1024, 256>>>(sets[s].get(), n, s);
    }
    const DeviceArray<int> out(Algorithm::outputs(n));
    std::size_t bytes = 0;
    check(Algorithm::call(nullptr, bytes, sets[0].get(), out.get(), n),
          Algorithm::name);
    const DeviceArray<char> storage(bytes);
    std::vector<float> times;
    for (int r = -1; r < repetitions; ++r) {  // -1: the warm-up
      const int set = (r + input_sets) % input_sets;
      sweep<<<1024, 256>>>(scratch_.get(), vectors_, sink_.get());
      check(cudaEventRecord(begin_), "event");
      check(
          Algorithm::call(storage.get(), bytes, sets[set].get(), out.get(), n),
          Algorithm::name);
      check(cudaEventRecord(end_), "event");
      check(cudaDeviceSynchronize(), Algorithm::name);
      float time = 0;
      check(cudaEventElapsedTime(&time, begin_, end_), "event");
      if (r >= 0) times.push_back(time);
    }
    check_result(out, n, (repetitions - 1 + input_sets) % input_sets);
    return times;
  }

 private:
  static void check_result(const DeviceArray<int>& out, std::uint64_t n,
                           std::uint64_t seed) {
    std::vector<int> values(Algorithm::outputs(n));
    check(cudaMemcpy(values.data(), out.get(), values.size() * sizeof(int),
                     cudaMemcpyDeviceToHost),
          "copy");
    if (Algorithm::is_right(values, n, seed)) return;
    std::fprintf(stderr, "%s: wrong result for n = %llu\n", Algorithm::name,
                 static_cast<unsigned long long>(n));
    std::exit(1);
  }

  std::size_t vectors_;
  DeviceArray<int4> scratch_;
  DeviceArray<int> sink_;
  cudaEvent_t begin_{}, end_{};
};

template <class Algorithm>
int time_algorithm(int count, char** arguments) {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0), "device");
  std::printf(
      "{\"algorithm\": \"%s\", \"type\": \"int32\""
      ", \"device\": \"%s\", \"cub_version\": %d, "
      "\"repetitions\": %d, \"results\": [",
      Algorithm::name, device.name, CUB_VERSION, repetitions);
  Benchmark<Algorithm> benchmark(device.l2CacheSize);
  for (int i = 1; i < count; ++i) {
    const std::uint64_t n = std::strtoull(arguments[i], nullptr, 10);
    std::vector<float> times = benchmark.run(n);
    std::sort(times.begin(), times.end());
    std::printf("%s{\"n\": %llu, \"median_ms\": %.6f, \"min_ms\": %.6f}",
                i > 1 ? ", " : "", static_cast<unsigned long long>(n),
                times[times.size() / 2], times.front());
  }
  std::printf("]}\n");
  return 0;
}
