// SPDX-License-Identifier: Apache-2.0
// Lab 02, Kogge-Stone scan: a whole program around the kernels of the file
// beside it. It scans an array of any length by sections, checks every
// element against a scan on the host, and prints how long it took. `make play
// LAB=02` builds and runs it; no grade depends on it. Usage: PROGRAM [n]
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "kogge_stone.cu"

// Ends the program where a call of the CUDA runtime fails. Every call is
// checked: an error that is passed over shows up later, somewhere else.
void check(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "main.cu:%d: %s\n", line, cudaGetErrorString(status));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

// Owns an array of ints in the memory of the device.
class DeviceArray {
 public:
  explicit DeviceArray(unsigned count) : count_(count) {
    CHECK(cudaMalloc(&data_, (std::size_t{count} + 1) * sizeof(int)));
  }
  ~DeviceArray() { CHECK(cudaFree(data_)); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  int* data() { return data_; }
  unsigned count() const { return count_; }

  void write(const std::vector<int>& values) {
    CHECK(cudaMemcpy(data_, values.data(), values.size() * sizeof(int),
                     cudaMemcpyHostToDevice));
  }
  // Waits for the kernels launched before.
  std::vector<int> read() const {
    std::vector<int> values(count_);
    // --- student code begins [read] ---
    CHECK(cudaMemcpy(values.data(), data_, values.size() * sizeof(int),
                     cudaMemcpyDeviceToHost));
    // --- student code ends [read] ---
    return values;
  }

 private:
  unsigned count_;
  int* data_ = nullptr;
};

// Returns how many blocks of `items` elements cover n; at least 1, as a grid
// of no blocks cannot be launched.
unsigned block_count(unsigned n, unsigned items) {
  // --- student code begins [block_count] ---
  if (n == 0) return 1;
  return (n - 1) / items + 1;  // n + items - 1 may not fit in 32 bits
  // --- student code ends [block_count] ---
}

// Leaves the scan of in[0 .. n) in out[0 .. n).
void scan(const int* in, int* out, unsigned n) {
  // --- student code begins [scan] ---
  const unsigned sections = block_count(n, block_threads);
  DeviceArray totals(sections), scanned_totals(sections);
  kogge_stone_sections<<<sections, block_threads>>>(in, out, totals.data(), n);
  CHECK(cudaGetLastError());
  if (sections == 1) return;
  // The totals are an input like any other, B times shorter. Kernels of one
  // stream run one after the other, so each sees what the last one wrote.
  scan(totals.data(), scanned_totals.data(), sections);
  add_carries<<<sections, block_threads>>>(out, scanned_totals.data(), n);
  CHECK(cudaGetLastError());
  // The totals are freed here; cudaFree waits for the kernels that use them.
  // --- student code ends [scan] ---
}

// Returns the milliseconds between two events around launch().
template <typename Launch>
float milliseconds(Launch launch) {
  float time = 0;
  // --- student code begins [time] ---
  cudaEvent_t begin{}, end{};
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  launch();
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventElapsedTime(&time, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  // --- student code ends [time] ---
  return time;
}

// Prints the first wrong element, if there is one.
bool is_scan(const std::vector<int>& in, const std::vector<int>& out) {
  unsigned sum = 0;  // unsigned, because it wraps around
  for (std::size_t i = 0; i < in.size(); ++i) {
    sum += static_cast<unsigned>(in[i]);
    if (static_cast<unsigned>(out[i]) == sum) continue;
    std::printf("wrong from element %zu on: %d instead of %d\n", i, out[i],
                static_cast<int>(sum));
    return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const unsigned n =
      argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
               : 1000003;
  std::vector<int> values(n);
  std::mt19937 random(1);
  for (int& value : values) value = static_cast<int>(random());

  DeviceArray in(n), out(n);
  in.write(values);
  const float time =
      milliseconds([&] { scan(in.data(), out.data(), in.count()); });
  const bool is_right = is_scan(values, out.read());
  std::printf("%u elements in sections of %u: %s, %.3f ms\n", n, block_threads,
              is_right ? "right" : "wrong", time);
  return is_right ? 0 : 1;
}
