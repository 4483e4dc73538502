// expect: status=pass
// why: scans by shuffles; the look-back goes one tile at a time, with atomics.
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

constexpr unsigned threads = 512;
extern "C" __constant__ unsigned exclusive_scan_block_threads = threads;

struct Plus {
  __device__ int operator()(int left, int right) const { return left + right; }
  __device__ int neutral() const { return 0; }
};
struct Most {
  __device__ int operator()(int left, int right) const {
    return max(left, right);
  }
  __device__ int neutral() const { return -2147483647 - 1; }
};
struct Then {
  __device__ Affine operator()(Affine f, Affine g) const {
    return {g.a * f.a % 65521, (g.a * f.b + g.b) % 65521};
  }
  __device__ Affine neutral() const { return {1, 0}; }
};

__device__ int from_left(int value, unsigned by) {
  return __shfl_up_sync(~0u, value, by);
}
__device__ Affine from_left(Affine value, unsigned by) {
  return {__shfl_up_sync(~0u, value.a, by), __shfl_up_sync(~0u, value.b, by)};
}

// Returns what is left of this thread in the block, and in `all` the whole.
template <typename T, typename Join>
__device__ T exclusive(T own, T& all, Join join) {
  __shared__ T totals[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  T value = own;
  for (unsigned by = 1; by < 32; by *= 2) {
    const T left = from_left(value, by);
    if (lane >= by) value = join(left, value);
  }
  // Orders earlier reads of the totals before these writes.
  __syncthreads();
  if (lane == 31) totals[warp] = value;
  // Orders the totals before their reads.
  __syncthreads();
  T before = join.neutral();
  for (unsigned w = 0; w < warp; ++w) before = join(before, totals[w]);
  all = before;
  for (unsigned w = warp; w < blockDim.x / 32; ++w) all = join(all, totals[w]);
  const T left = from_left(value, 1);
  return lane > 0 ? join(before, left) : before;
}

template <typename T, typename Join>
__device__ void blocks(const T* in, T* out, T* totals, unsigned n, Join join) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T all;
  const T value = exclusive(i < n ? in[i] : join.neutral(), all, join);
  if (i < n) out[i] = value;
  if (threadIdx.x == 0) totals[blockIdx.x] = all;
}

extern "C" {
__global__ void exclusive_kogge_stone(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int all;
  const int before = exclusive(i < n ? in[i] : 0, all, Plus{});
  const int front =
      blockIdx.x > 0 && i < n ? in[blockIdx.x * blockDim.x - 1] : 0;
  if (i < n) out[i] = front + before;
}
__global__ void exclusive_brent_kung(const int* in, int* out, unsigned n) {
  const unsigned first = blockIdx.x * 2 * blockDim.x,
                 i = first + 2 * threadIdx.x;
  const int a = i < n ? in[i] : 0, b = i + 1 < n ? in[i + 1] : 0;
  int all;
  int before = exclusive(a + b, all, Plus{});
  if (first > 0 && i < n) before += in[first - 1];
  if (i < n) out[i] = before;
  if (i + 1 < n) out[i + 1] = before + a;
}
__global__ void to_exclusive(const Affine* inclusive, Affine* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = i == 0 ? Affine{1, 0} : inclusive[i - 1];
}
__global__ void to_inclusive(const Affine* exclusive, const Affine* in,
                             Affine* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // All but the last find their result next door.
  out[i] = i + 1 < n ? exclusive[i + 1] : Then{}(exclusive[i], in[i]);
}
__global__ void exclusive_max(const int* in, int* out, int* totals,
                              unsigned n) {
  blocks(in, out, totals, n, Most{});
}
__global__ void join_max(int* out, const int* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(out + i, carries[blockIdx.x]);
}
__global__ void exclusive_compose(const Affine* in, Affine* out, Affine* totals,
                                  unsigned n) {
  blocks(in, out, totals, n, Then{});
}
__global__ void join_compose(Affine* out, const Affine* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Then{}(carries[blockIdx.x], out[i]);
}
__global__ void count_items(const int* in, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = in[i] & 3;
}
__global__ void scatter_allocated(const int* in, const unsigned* offsets,
                                  int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int value = in[i];
  for (unsigned end = offsets[i] + (value & 3), at = offsets[i]; at < end; ++at)
    out[at] = value + static_cast<int>(at - offsets[i]);
}

__constant__ unsigned exclusive_scan_lookback_block_threads = 96;
__constant__ unsigned exclusive_scan_lookback_items_per_thread = 1;
__global__ void scan_lookback(const int* in, int* out,
                              unsigned long long* states, unsigned* ticket,
                              unsigned n) {
  __shared__ unsigned tile;
  __shared__ int carry;
  if (threadIdx.x == 95) tile = atomicInc(ticket, ~0u);
  // Orders the tile's number before its reads.
  __syncthreads();
  const unsigned i = tile * 96 + threadIdx.x;
  int all;
  const int before = exclusive(i < n ? in[i] : 0, all, Plus{});
  if (threadIdx.x == 0) {
    const auto word = [](unsigned long long kind, int value) {
      return kind << 32 | static_cast<unsigned>(value);
    };
    atomicExch(states + tile, word(1, all));
    int sum = 0;
    for (unsigned other = tile; other-- > 0;) {
      unsigned long long state;
      do state = atomicAdd(states + other, 0ull);
      while (state == 0);
      sum += static_cast<int>(state);
      if (state >> 32 == 2) break;
    }
    atomicExch(states + tile, word(2, sum + all));
    carry = sum;
  }
  // Orders the carry before its reads.
  __syncthreads();
  if (i < n) out[i] = carry + before;
}
}
