// expect: status=pass
// why: tiles hand the sum on from one to the next, with a flag behind a fence;
// blocks of 64 threads, most of it done by one thread.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

constexpr int drawn(int i) {
  unsigned x = LOCKSTEP_QUESTION;
  for (int k = 0; k <= i; ++k) x = (x * 25173 + 13849) % 65536;
  return static_cast<int>(x % 90) + 10;
}
constexpr int sum(int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += drawn(i);
  return total;
}
constexpr int cells(int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += drawn(i) % 4;
  return total;
}

extern "C" {
__constant__ int predict_inclusive[8] = {sum(1), sum(2), sum(3), sum(4),
                                         sum(5), sum(6), sum(7), sum(8)};
__constant__ int predict_exclusive[8] = {0,      sum(1), sum(2), sum(3),
                                         sum(4), sum(5), sum(6), sum(7)};
__constant__ int predict_total[1] = {sum(8)};
__constant__ int predict_first_loaded[1] = {
    (2 + LOCKSTEP_QUESTION % 7) * (64 << LOCKSTEP_QUESTION % 5) - 1};
__constant__ int predict_offset[8] = {0,        cells(1), cells(2), cells(3),
                                      cells(4), cells(5), cells(6), cells(7)};
__constant__ int predict_items[1] = {cells(8)};
}

struct alignas(8) Affine {
  unsigned a, b;
};
__device__ int after(int f, int g) { return f > g ? f : g; }
__device__ Affine after(Affine f, Affine g) {
  return {g.a * f.a % 65521, (g.a * f.b + g.b) % 65521};
}

constexpr unsigned threads = 64;
extern "C" __constant__ unsigned exclusive_scan_block_threads = threads;

// One thread adds up the elements from the one in front of `first` on.
__device__ void sum_in_a_row(const int* in, int* out, unsigned first,
                             unsigned count, unsigned n) {
  if (threadIdx.x != 0) return;
  int total = 0;
  for (unsigned i = first; i < first + count && i < n; ++i) {
    if (i > 0) total += in[i - 1];
    out[i] = total;
  }
}

template <typename T>
__device__ void scan_in_a_row(const T* in, T* out, T* totals, unsigned n,
                              T total) {
  if (threadIdx.x != blockDim.x - 1) return;
  const unsigned first = blockIdx.x * blockDim.x;
  for (unsigned i = first; i < first + blockDim.x && i < n; ++i) {
    out[i] = total;
    total = after(total, in[i]);
  }
  totals[blockIdx.x] = total;
}

extern "C" {
__global__ void exclusive_kogge_stone(const int* in, int* out, unsigned n) {
  sum_in_a_row(in, out, blockIdx.x * blockDim.x, blockDim.x, n);
}
__global__ void exclusive_brent_kung(const int* in, int* out, unsigned n) {
  sum_in_a_row(in, out, blockIdx.x * 2 * blockDim.x, 2 * blockDim.x, n);
}
__global__ void to_exclusive(const Affine* inclusive, Affine* out, unsigned n) {
  // Each thread hands its result to the right instead.
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i == 0) out[0] = {1, 0};
  if (i + 1 < n) out[i + 1] = inclusive[i];
}
__global__ void to_inclusive(const Affine* exclusive, const Affine* in,
                             Affine* out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = after(exclusive[i], in[i]);
}
__global__ void exclusive_max(const int* in, int* out, int* totals,
                              unsigned n) {
  scan_in_a_row(in, out, totals, n, -2147483647 - 1);
}
__global__ void join_max(int* out, const int* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] = after(out[i], carries[blockIdx.x]);
}
__global__ void exclusive_compose(const Affine* in, Affine* out, Affine* totals,
                                  unsigned n) {
  scan_in_a_row(in, out, totals, n, Affine{1, 0});
}
__global__ void join_compose(Affine* out, const Affine* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = after(carries[blockIdx.x], out[i]);
}
__global__ void count_items(const int* in, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = static_cast<unsigned>(in[i]) % 4;
}
__global__ void scatter_allocated(const int* in, const unsigned* offsets,
                                  int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* cell = out + offsets[i];
  switch (in[i] & 3) {
    case 3:
      cell[2] = in[i] + 2;
      [[fallthrough]];
    case 2:
      cell[1] = in[i] + 1;
      [[fallthrough]];
    case 1:
      cell[0] = in[i];
  }
}

__constant__ unsigned exclusive_scan_lookback_block_threads = threads;
__constant__ unsigned exclusive_scan_lookback_items_per_thread = 5;
__global__ void scan_lookback(const int* in, int* out,
                              unsigned long long* states, unsigned* ticket,
                              unsigned n) {
  __shared__ unsigned tile;
  __shared__ int carry;
  __shared__ int scanned[5 * threads];
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  // Orders the tile's number before its reads.
  __syncthreads();
  const unsigned first = tile * 5 * threads;
  if (threadIdx.x == 0) {
    int total = 0;
    for (unsigned k = 0; k < 5 * threads; ++k) {
      scanned[k] = total;
      if (first + k < n) total += in[first + k];
    }
    // The low word of a state is the sum of all up to its last element, the
    // high word the flag that it is there.
    auto* words = reinterpret_cast<int*>(states);
    int before = 0;
    if (tile > 0) {
      while (static_cast<volatile int*>(words)[2 * tile - 1] == 0) {
      }
      // Orders the read of the flag before that of the sum.
      __threadfence();
      before = words[2 * tile - 2];
    }
    carry = before;
    words[2 * tile] = before + total;
    // Orders the sum before the flag.
    __threadfence();
    static_cast<volatile int*>(words)[2 * tile + 1] = 1;
  }
  // Orders the sums and the carry before their reads.
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 5 * threads && first + k < n;
       k += blockDim.x)
    out[first + k] = carry + scanned[k];
}
}
