// expect: status=pass
// why: in blocks of 64 the first thread alone adds up each section, which is
// slow, but right and little work.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

template <int count>
struct Cells {
  int value[count];
};

constexpr Cells<8> drawn() {
  Cells<8> cells{};
  unsigned x = LOCKSTEP_QUESTION;
  for (int i = 0; i < 8; ++i) {
    x = (x * 25173 + 13849) % 65536;
    cells.value[i] = 10 + static_cast<int>(x % 90);
  }
  return cells;
}
constexpr Cells<8> shifted_sum(Cells<8> c, int by) {
  Cells<8> sum = c;
  for (int i = by; i < 8; ++i) sum.value[i] += c.value[i - by];
  return sum;
}
constexpr Cells<8> first = shifted_sum(drawn(), 1);
constexpr Cells<8> second = shifted_sum(first, 2);
constexpr Cells<8> third = shifted_sum(second, 4);
constexpr int steps = 6 + LOCKSTEP_QUESTION % 5;
constexpr int n = 1 << steps;
constexpr int time_on(int processors) {
  int time = 0;
  for (int stride = 1; stride < n; stride *= 2) {
    time += (n - stride) / processors;
    time += (n - stride) % processors != 0;
  }
  return time;
}
constexpr int enough() {
  int processors = 1;
  while (time_on(processors) >= n - 1) processors += processors;
  return processors;
}

extern "C" {
__constant__ Cells<8> predict_after_stride_1 = first;
__constant__ Cells<8> predict_after_stride_2 = second;
__constant__ Cells<8> predict_after_stride_4 = third;
__constant__ int predict_steps = steps;
__constant__ int predict_adds = n * steps - (n - 1);
__constant__ int predict_naive_adds = n / 2 * (n - 1);
__constant__ int predict_processors = enough();
__constant__ unsigned kogge_stone_block_threads = 64;
__constant__ unsigned kogge_stone_fast_block_threads = 96;
__constant__ unsigned kogge_stone_fast_items_per_thread = 3;
}

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ int join(int left, int right) { return left + right; }
__device__ float join(float left, float right) { return left + right; }
__device__ Affine join(Affine left, Affine right) {
  return {left.a * right.a % 65521, (right.a * left.b + right.b) % 65521};
}

// Thread 0 scans the block's elements of `in` to `out` and returns the total.
template <typename T>
__device__ T scan_by_one(const T* in, T* out, unsigned n, T total) {
  __shared__ T tile[64];
  const unsigned begin = blockIdx.x * blockDim.x;
  const unsigned i = begin + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  // Orders the loads of all before thread 0 reads them.
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned k = 0; k < blockDim.x && begin + k < n; ++k)
      tile[k] = total = k == 0 ? tile[0] : join(total, tile[k]);
  }
  // Orders its sums before all read them.
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x];
  return total;
}

template <typename T>
__device__ void scan_and_keep_total(const T* in, T* out, T* totals, unsigned n,
                                    T identity) {
  const T total = scan_by_one(in, out, n, identity);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <typename T>
__device__ void carry(T* out, const T* totals, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0 || i >= n) return;
  out[i] = join(totals[blockIdx.x - 1], out[i]);
}

extern "C" {
__global__ void kogge_stone_single(const float* in, float* out, unsigned n) {
  scan_by_one(in, out, n, 0.0f);
}
__global__ void kogge_stone_double(const float* in, float* out, unsigned n) {
  scan_by_one(in, out, n, 0.0f);
}
__global__ void kogge_stone_repair(const float* in, float* out, unsigned n) {
  scan_by_one(in, out, n, 0.0f);
}
__global__ void scan_op_int(const int* in, int* out, unsigned n) {
  scan_by_one(in, out, n, 0);
}
__global__ void scan_op_float(const float* in, float* out, unsigned n) {
  scan_by_one(in, out, n, 0.0f);
}
__global__ void scan_op_max(const int* in, int* out, unsigned n) {
  // A scan of the maximum, each element by a thread of its own.
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int most = in[i];
  for (unsigned k = blockIdx.x * blockDim.x; k < i; ++k)
    most = max(most, in[k]);
  out[i] = most;
}
__global__ void scan_op_compose(const Affine* in, Affine* out, unsigned n) {
  scan_by_one(in, out, n, Affine{1, 0});
}
__global__ void kogge_stone_sections(const int* in, int* out, int* totals,
                                     unsigned n) {
  scan_and_keep_total(in, out, totals, n, 0);
}
__global__ void add_carries(int* out, const int* totals, unsigned n) {
  carry(out, totals, n);
}
__global__ void compose_sections(const Affine* in, Affine* out, Affine* totals,
                                 unsigned n) {
  scan_and_keep_total(in, out, totals, n, Affine{1, 0});
}
__global__ void compose_carries(Affine* out, const Affine* totals, unsigned n) {
  carry(out, totals, n);
}
__global__ void kogge_stone_warp(const int* in, int* out, unsigned n) {
  // No shared memory at all: two shuffled scans of half a block each.
  const unsigned lane = threadIdx.x % 32;
  const unsigned begin = blockIdx.x * blockDim.x;
  int before = 0;
  if (threadIdx.x >= 32) {
    const unsigned i = begin + lane;
    before = __reduce_add_sync(~0u, i < n ? in[i] : 0);
  }
  const unsigned i = begin + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (unsigned by = 1; by < 32; by *= 2) {
    const int left = __shfl_up_sync(~0u, sum, by);
    sum += lane >= by ? left : 0;
  }
  if (i < n) out[i] = before + sum;
}
__global__ void fast_totals(const int* in, int* totals, unsigned n) {
  if (threadIdx.x != 0) return;
  const unsigned items = 3 * blockDim.x;
  int sum = 0;
  for (unsigned k = 0; k < items; ++k) {
    const unsigned i = blockIdx.x * items + k;
    if (i < n) sum += in[i];
  }
  totals[blockIdx.x] = sum;
}
__global__ void fast_scan_totals(int* totals, unsigned count) {
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned t = 0; t < count; ++t) {
    const int own = totals[t];
    totals[t] = sum;
    sum += own;
  }
}
__global__ void fast_scan(const int* in, const int* carries, int* out,
                          unsigned n) {
  if (threadIdx.x != 0) return;
  const unsigned items = 3 * blockDim.x;
  int sum = carries[blockIdx.x];
  for (unsigned k = 0; k < items; ++k) {
    const unsigned i = blockIdx.x * items + k;
    if (i < n) out[i] = sum += in[i];
  }
}
}
