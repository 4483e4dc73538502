// SPDX-License-Identifier: Apache-2.0
// Lab 04, exclusive scan: a whole program around the kernels of the file
// beside it. Each element asks for up to three cells; the program counts,
// scans the counts, allocates an output of exactly the right size, fills it,
// and checks it against the host. `make play LAB=04` builds and runs it; no
// grade depends on it. Usage: PROGRAM [n]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "exclusive_scan.cu"

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
  void operator()(void* data) const { CHECK(cudaFree(data)); }
};
template <typename T>
using DeviceArray = std::unique_ptr<T[], Free>;

template <typename T>
DeviceArray<T> device_array(std::size_t count) {
  void* data = nullptr;
  CHECK(cudaMalloc(&data, (count + 1) * sizeof(T)));  // also for none
  return DeviceArray<T>(static_cast<T*>(data));
}

unsigned block_count(unsigned n, unsigned items) {
  return n == 0 ? 1 : (n - 1) / items + 1;
}

// Leaves the exclusive scan of in[0 .. n) in out[0 .. n), in one launch.
void scan(const int* in, int* out, unsigned n) {
  const unsigned tiles =
      block_count(n, lookback_block_threads * lookback_items_per_thread);
  const auto states = device_array<unsigned long long>(tiles);
  const auto ticket = device_array<unsigned>(1);
  // --- student code begins [states] ---
  // TODO(student): make the states and the ticket 0 and launch scan_lookback.
  // In: in, n. Out: out. Establish: the zeros are there before the kernel
  // begins, and an error of the launch ends the program.
  // --- student code ends [states] ---
}

// Returns one value of the device, after the kernels launched before.
template <typename T>
T value_at(const T* data) {
  T value{};
  // --- student code begins [value_at] ---
  // TODO(student): copy one value from the device. In: data. Out: value.
  // Establish: the kernels launched before are done.
  // --- student code ends [value_at] ---
  return value;
}

// Returns the cells of all elements, in the order of the elements.
std::vector<int> fill_cells(const std::vector<int>& values) {
  const auto n = static_cast<unsigned>(values.size());
  if (n == 0) return {};
  const unsigned blocks = block_count(n, block_threads);
  const auto in = device_array<int>(n);
  const auto counts = device_array<unsigned>(n);
  const auto offsets = device_array<int>(n);
  CHECK(cudaMemcpy(in.get(), values.data(), n * sizeof(int),
                   cudaMemcpyHostToDevice));
  count_items<<<blocks, block_threads>>>(in.get(), counts.get(), n);
  CHECK(cudaGetLastError());
  scan(reinterpret_cast<const int*>(counts.get()), offsets.get(), n);

  unsigned cells = 0;
  // --- student code begins [cells] ---
  // TODO(student): how many cells all elements ask for. In: offsets, counts, n.
  // Out: cells. Establish: the last element's cells count too.
  // --- student code ends [cells] ---

  const auto out = device_array<int>(cells);
  scatter_allocated<<<blocks, block_threads>>>(
      in.get(), reinterpret_cast<const unsigned*>(offsets.get()), out.get(), n);
  CHECK(cudaGetLastError());
  std::vector<int> result(cells);
  CHECK(cudaMemcpy(result.data(), out.get(), cells * sizeof(int),
                   cudaMemcpyDeviceToHost));
  return result;
}

std::vector<int> expected_cells(const std::vector<int>& values) {
  std::vector<int> cells;
  for (const int value : values)
    for (int k = 0; k < (value & 3); ++k) cells.push_back(value + k);
  return cells;
}

int main(int argc, char** argv) {
  const unsigned n =
      argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
               : 100003;
  std::vector<int> values(n);
  std::mt19937 random(1);
  for (int& value : values) value = static_cast<int>(random() >> 2);
  const std::vector<int> cells = fill_cells(values);
  const bool is_right = cells == expected_cells(values);
  std::printf("%u elements, %zu cells: %s\n", n, cells.size(),
              is_right ? "right" : "wrong");
  return is_right ? 0 : 1;
}
