// SPDX-License-Identifier: Apache-2.0
// Lab 03, Brent-Kung scan: a whole program around the kernels of the file
// beside it. It scans the sections of one array with and without padding,
// checks every element against a scan on the host, and prints how long each
// kernel took. `make play LAB=03` builds and runs it; no grade depends on it.
// Usage: PROGRAM [n]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "brent_kung.cu"

// Ends the program where a call of the CUDA runtime fails. Every call is
// checked: an error that is passed over shows up later, somewhere else.
void check(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "main.cu:%d: %s\n", line, cudaGetErrorString(status));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

// Memory of the device that gives itself back.
struct Free {
  void operator()(int* data) const { CHECK(cudaFree(data)); }
};
using DeviceArray = std::unique_ptr<int[], Free>;

DeviceArray device_array(std::size_t count) {
  int* data = nullptr;
  // --- student code begins [allocate] ---
  CHECK(cudaMalloc(&data, (count + 1) * sizeof(int)));  // also for none
  // --- student code ends [allocate] ---
  return DeviceArray(data);
}

unsigned section_count(unsigned n) {
  return n == 0 ? 1 : (n - 1) / section_items + 1;
}

// Prints the first wrong element, if there is one.
bool is_exclusive_scan(const std::vector<int>& in,
                       const std::vector<int>& out) {
  unsigned sum = 0;  // unsigned, because it wraps around
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % section_items == 0) sum = 0;
    if (static_cast<unsigned>(out[i]) != sum) {
      std::printf("wrong at element %zu: %d instead of %d\n", i, out[i],
                  static_cast<int>(sum));
      return false;
    }
    sum += static_cast<unsigned>(in[i]);
  }
  return true;
}

// Returns the shortest time of ten launches in microseconds: the first ones
// are slower, as the code travels to the device and the clocks rise.
template <typename Launch>
float microseconds(Launch launch) {
  float best = 0;
  cudaEvent_t begin{}, end{};
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int repetition = 0; repetition < 10; ++repetition) {
    float milliseconds = 0;
    // --- student code begins [time] ---
    CHECK(cudaEventRecord(begin));
    launch();
    CHECK(cudaGetLastError());  // a launch returns its error here
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));  // a kernel's faults come out here
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    // --- student code ends [time] ---
    if (repetition == 0 || milliseconds < best) best = milliseconds;
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  return 1000 * best;
}

// Runs one of the kernels on `values` and says what came of it.
template <typename Kernel>
bool run(const char* name, Kernel kernel, const std::vector<int>& values) {
  const auto n = static_cast<unsigned>(values.size());
  const DeviceArray in = device_array(n), out = device_array(n);
  std::vector<int> result(n);
  CHECK(cudaMemcpy(in.get(), values.data(), n * sizeof(int),
                   cudaMemcpyHostToDevice));
  const float time = microseconds([&] {
    // --- student code begins [launch] ---
    kernel<<<section_count(n), block_threads>>>(in.get(), out.get(), n);
    // --- student code ends [launch] ---
  });
  CHECK(cudaMemcpy(result.data(), out.get(), n * sizeof(int),
                   cudaMemcpyDeviceToHost));
  const bool is_right = is_exclusive_scan(values, result);
  std::printf("%-16s %10.1f us  %s\n", name, time,
              is_right ? "right" : "wrong");
  return is_right;
}

int main(int argc, char** argv) {
  const unsigned n =
      argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
               : 1u << 20;
  std::vector<int> values(n);
  std::mt19937 random(1);
  for (int& value : values) value = static_cast<int>(random());
  std::printf("%u elements in sections of %u\n", n, section_items);
  const bool plain = run("blelloch", blelloch, values);
  const bool padded = run("blelloch_padded", blelloch_padded, values);
  return plain && padded ? 0 : 1;
}
