// SPDX-License-Identifier: Apache-2.0
// Lab 01, reduction: a whole program around the kernels of the file beside
// it. It fills an array, lets each kernel add it up, and prints whether the
// sum is right and how long it took. `make play LAB=01` builds and runs it;
// no grade depends on it. Usage: PROGRAM [number of elements]
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "reduction.cu"

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
  explicit DeviceArray(std::size_t count) {
    // --- student code begins [allocate] ---
    // No cudaMalloc gives memory for 0 bytes; one element more always works.
    CHECK(cudaMalloc(&data_, (count + 1) * sizeof(int)));
    // --- student code ends [allocate] ---
  }
  ~DeviceArray() {
    // --- student code begins [release] ---
    cudaFree(data_);  // a destructor has nobody to report an error to
    // --- student code ends [release] ---
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  int* data() { return data_; }

  // Copies all of `values` to the device.
  void write(const std::vector<int>& values) {
    // --- student code begins [write] ---
    CHECK(cudaMemcpy(data_, values.data(), values.size() * sizeof(int),
                     cudaMemcpyHostToDevice));
    // --- student code ends [write] ---
  }

  // Returns the first element. Waits for the kernels launched before.
  int first() const {
    int value = 0;
    // --- student code begins [read] ---
    CHECK(cudaMemcpy(&value, data_, sizeof value, cudaMemcpyDeviceToHost));
    // --- student code ends [read] ---
    return value;
  }

 private:
  int* data_ = nullptr;
};

// Returns how many blocks cover n elements, a block `items` of them; a grid
// of no blocks cannot be launched, so at least 1.
unsigned block_count(unsigned n, unsigned items) {
  // --- student code begins [block_count] ---
  const unsigned blocks = n / items + (n % items != 0);
  return blocks > 0 ? blocks : 1;
  // --- student code ends [block_count] ---
}

// Returns the microseconds between two events around launch().
template <typename Launch>
float microseconds(Launch launch) {
  float milliseconds = 0;
  // --- student code begins [time] ---
  // Launches return at once, so a clock of the CPU would time nothing:
  // events are recorded on the device, in order with the kernels.
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  launch();
  CHECK(cudaGetLastError());  // a launch itself returns no error
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  // --- student code ends [time] ---
  return 1000 * milliseconds;
}

// Leaves the sum of sums[0 .. count) in sums[0], with reduce_two_phase again
// and again; `scratch` is as long as `sums`.
void add_up(DeviceArray& sums, DeviceArray& scratch, unsigned count) {
  // --- student code begins [add_up] ---
  // A block reads cells that another one may already have written if input
  // and output are the same array, so each pass goes to the other array.
  int* from = sums.data();
  int* to = scratch.data();
  while (count > 1) {
    const unsigned blocks = block_count(count, block_threads);
    reduce_two_phase<<<blocks, block_threads>>>(from, to, count);
    CHECK(cudaGetLastError());
    int* swapped = from;
    from = to;
    to = swapped;
    count = blocks;
  }
  if (from != sums.data())
    CHECK(cudaMemcpy(sums.data(), from, sizeof(int), cudaMemcpyDeviceToDevice));
  // --- student code ends [add_up] ---
}

// One input, its sum, and the buffers that all kernels share.
class Experiment {
 public:
  explicit Experiment(unsigned n)
      : n_(n), values_(n), in_(n), sums_(n), scratch_(n), ticket_(1) {
    std::mt19937 random(1);
    for (int& value : values_) {
      value = static_cast<int>(random());
      expected_ += static_cast<unsigned>(value);
    }
    ticket_.write({0});
    std::printf("%u elements, sum %d\n", n, static_cast<int>(expected_));
    std::printf("%-10s %8s %10s %8s\n", "kernel", "blocks", "time (us)",
                "GB/s");
  }

  // Runs launch(in, sums, n), whose block sums still have to be added up,
  // twice: the first run warms up. Gmem destroys its input, hence the copy.
  template <typename Launch>
  void run(const char* name, unsigned blocks, Launch launch) {
    float time = 0;
    for (int repetition = 0; repetition < 2; ++repetition) {
      in_.write(values_);
      time = microseconds([&] { launch(in_.data(), sums_.data(), n_); });
    }
    add_up(sums_, scratch_, blocks);
    report(name, blocks, time, sums_.first());
  }

  void run_fast() {
    const unsigned items = fast_block_threads * fast_items_per_thread;
    unsigned blocks = block_count(n_, items);
    if (blocks > fast_max_blocks) blocks = fast_max_blocks;
    auto* ticket = reinterpret_cast<unsigned*>(ticket_.data());
    run("fast", 1, [&](int* in, int* sums, unsigned n) {
      reduce_fast<<<blocks, fast_block_threads>>>(in, sums, scratch_.data(),
                                                  ticket, n);
    });
  }

  bool all_right() const { return all_right_; }

 private:
  void report(const char* name, unsigned blocks, float time, int sum) {
    const bool is_right = static_cast<unsigned>(sum) == expected_;
    all_right_ = all_right_ && is_right;
    std::printf("%-10s %8u %10.1f", name, blocks, time);
    if (time > 0) std::printf(" %8.1f", 4e-3 * n_ / time);
    if (!is_right) std::printf("  wrong: %d", sum);
    std::printf("\n");
  }

  unsigned n_;
  unsigned expected_ = 0;  // unsigned, because it wraps around
  std::vector<int> values_;
  DeviceArray in_, sums_, scratch_, ticket_;
  bool all_right_ = true;
};

int main(int argc, char** argv) {
  const unsigned n =
      argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
               : 1u << 24;
  Experiment experiment(n);
  const unsigned one = block_count(n, block_threads);
  const unsigned four = block_count(n, 4 * block_threads);

  experiment.run("gmem", one, [&](int* in, int* sums, unsigned count) {
    reduce_gmem<<<one, block_threads>>>(in, sums, count);
  });
  experiment.run("smem", one, [&](int* in, int* sums, unsigned count) {
    reduce_smem<<<one, block_threads>>>(in, sums, count);
  });
  experiment.run("unrolled", four, [&](int* in, int* sums, unsigned count) {
    reduce_unrolled<<<four, block_threads>>>(in, sums, count);
  });
  experiment.run("dynamic", four, [&](int* in, int* sums, unsigned count) {
    // --- student code begins [dynamic_launch] ---
    const unsigned bytes = block_threads * sizeof(int);
    reduce_dynamic<<<four, block_threads, bytes>>>(in, sums, count);
    // --- student code ends [dynamic_launch] ---
  });
  experiment.run("shuffle", one, [&](int* in, int* sums, unsigned count) {
    reduce_shuffle<<<one, block_threads>>>(in, sums, count);
  });
  experiment.run_fast();
  return experiment.all_right() ? 0 : 1;
}
