// expect: status=pass
// why: one template by shuffles serves all tasks, in blocks of 1024 threads.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

struct Row {
  int cell[8];
};

// The cells after all strides up to `last`.
constexpr Row after(int last) {
  Row row{};
  unsigned x = LOCKSTEP_QUESTION;
  for (int i = 0; i < 8; ++i) {
    x = (x * 25173 + 13849) % 65536;
    row.cell[i] = static_cast<int>(x % 90) + 10;
  }
  for (int stride = 1; stride <= last; stride *= 2) {
    const Row old = row;
    for (int i = stride; i < 8; ++i) row.cell[i] += old.cell[i - stride];
  }
  return row;
}
constexpr int log_items = 6 + LOCKSTEP_QUESTION % 5;
constexpr int items = 1 << log_items;
constexpr int rounds(int p) {
  int sum = 0;
  for (int k = 0; k < log_items; ++k) sum += (items - (1 << k) + p - 1) / p;
  return sum;
}
constexpr int winner(int p) {
  return rounds(p) < items - 1 ? p : winner(2 * p);
}

#define CELLS(last)                                                    \
  {                                                                    \
    after(last).cell[0], after(last).cell[1], after(last).cell[2],     \
        after(last).cell[3], after(last).cell[4], after(last).cell[5], \
        after(last).cell[6], after(last).cell[7]                       \
  }

extern "C" {
__constant__ unsigned kogge_stone_block_threads = 1024;
__constant__ int predict_after_stride_1[8] = CELLS(1);
__constant__ int predict_after_stride_2[8] = CELLS(2);
__constant__ int predict_after_stride_4[8] = CELLS(4);
__constant__ int predict_steps[1] = {log_items};
__constant__ int predict_adds[1] = {items * log_items - items + 1};
__constant__ int predict_naive_adds[1] = {items * (items - 1) / 2};
__constant__ int predict_processors[1] = {winner(1)};
}

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ int up(int value, unsigned by) {
  return __shfl_up_sync(~0u, value, by);
}
__device__ float up(float value, unsigned by) {
  return __shfl_up_sync(~0u, value, by);
}
__device__ Affine up(Affine value, unsigned by) {
  return {__shfl_up_sync(~0u, value.a, by), __shfl_up_sync(~0u, value.b, by)};
}

struct Sum {
  template <typename T>
  __device__ T operator()(T left, T right) const {
    return left + right;
  }
};
struct Larger {
  __device__ int operator()(int left, int right) const {
    return max(left, right);
  }
};
struct Then {
  __device__ Affine operator()(Affine f, Affine g) const {
    const unsigned long long b = 1ull * g.a * f.b + g.b;
    return {static_cast<unsigned>(1ull * g.a * f.a % 65521),
            static_cast<unsigned>(b % 65521)};
  }
};

template <typename T, typename Join>
__device__ T warp_scan(T value, Join join) {
#pragma unroll
  for (unsigned by = 1; by < 32; by *= 2) {
    const T left = up(value, by);
    if (threadIdx.x % 32 >= by) value = join(left, value);
  }
  return value;
}

// Warp 0 scans the totals of all warps.
template <typename T, typename Join>
__device__ T block_scan(T value, T identity, Join join) {
  __shared__ T totals[33];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  value = warp_scan(value, join);
  if (lane == 31) totals[warp + 1] = value;
  if (threadIdx.x == 0) totals[0] = identity;
  // Orders the totals before warp 0 reads them.
  __syncthreads();
  if (warp == 0 && blockDim.x > 32) {
    const T total = lane < blockDim.x / 32 ? totals[lane + 1] : identity;
    __syncwarp();
    totals[lane + 1] = warp_scan(total, join);
  }
  // Orders their scan before all warps read it.
  __syncthreads();
  return warp > 0 ? join(totals[warp], value) : value;
}

template <typename T, typename Join>
__device__ void scan(const T* in, T* out, unsigned n, T identity, Join join) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const T value = block_scan(i < n ? in[i] : identity, identity, join);
  if (i < n) out[i] = value;
}

// Affine values go through shared memory.
__device__ Affine scan_functions(const Affine* in, unsigned n) {
  __shared__ Affine totals[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / 32;
  Affine value = warp_scan(i < n ? in[i] : Affine{1, 0}, Then{});
  if (threadIdx.x % 32 == 31) totals[warp] = value;
  // Orders the totals before all warps read them.
  __syncthreads();
  Affine before{1, 0};
  for (unsigned w = 0; w < warp; ++w) before = Then{}(before, totals[w]);
  return Then{}(before, value);
}

extern "C" {
__global__ void kogge_stone_single(const float* in, float* out, unsigned n) {
  scan(in, out, n, 0.0f, Sum{});
}
__global__ void kogge_stone_double(const float* in, float* out, unsigned n) {
  scan(in, out, n, 0.0f, Sum{});
}
__global__ void kogge_stone_repair(const float* in, float* out, unsigned n) {
  scan(in, out, n, 0.0f, Sum{});
}
__global__ void kogge_stone_warp(const int* in, int* out, unsigned n) {
  scan(in, out, n, 0, Sum{});
}
__global__ void scan_op_int(const int* in, int* out, unsigned n) {
  scan(in, out, n, 0, Sum{});
}
__global__ void scan_op_float(const float* in, float* out, unsigned n) {
  scan(in, out, n, 0.0f, Sum{});
}
__global__ void scan_op_max(const int* in, int* out, unsigned n) {
  scan(in, out, n, -2147483647 - 1, Larger{});
}
__global__ void scan_op_compose(const Affine* in, Affine* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const Affine value = scan_functions(in, n);
  if (i < n) out[i] = value;
}

__global__ void kogge_stone_sections(const int* in, int* out, int* totals,
                                     unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = block_scan(i < n ? in[i] : 0, 0, Sum{});
  if (i < n) out[i] = value;
  if (threadIdx.x + 1 == blockDim.x) totals[blockIdx.x] = value;
}
__global__ void add_carries(int* out, const int* scanned, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x != 0 && i < n) out[i] += scanned[blockIdx.x - 1];
}
__global__ void compose_sections(const Affine* in, Affine* out, Affine* totals,
                                 unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const Affine value = scan_functions(in, n);
  if (i < n) out[i] = value;
  if (threadIdx.x + 1 == blockDim.x) totals[blockIdx.x] = value;
}
__global__ void compose_carries(Affine* out, const Affine* scanned,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x != 0 && i < n)
    out[i] = Then{}(scanned[blockIdx.x - 1], out[i]);
}

__constant__ unsigned kogge_stone_fast_block_threads = 128;
__constant__ unsigned kogge_stone_fast_items_per_thread = 1;
__global__ void fast_totals(const int* in, int* totals, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < n ? in[i] : 0, 0, Sum{});
  if (threadIdx.x + 1 == blockDim.x) totals[blockIdx.x] = sum;
}
__global__ void fast_scan_totals(int* totals, unsigned count) {
  int carry = 0;
  for (unsigned first = 0; first < count; first += blockDim.x) {
    const unsigned i = first + threadIdx.x;
    const int own = i < count ? totals[i] : 0;
    const int sum = block_scan(own, 0, Sum{});
    __shared__ int all;
    if (threadIdx.x + 1 == blockDim.x) all = sum;
    if (i < count) totals[i] = carry + sum - own;
    // Orders the write of all before its reads.
    __syncthreads();
    carry += all;
    // Orders the reads of all before its next write.
    __syncthreads();
  }
}
__global__ void fast_scan(const int* in, const int* carries, int* out,
                          unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < n ? in[i] : 0, 0, Sum{});
  if (i < n) out[i] = carries[blockIdx.x] + sum;
}
}
