// expect: status=pass
// why: blocks of 128, warps that work on their own, loops over the grid,
// 64-bit indices, an upward tree.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

using Index = unsigned long long;
constexpr int threads = 128;
constexpr int warps = threads / 32;

constexpr int drawn(int index) {
  unsigned x = LOCKSTEP_QUESTION;
  while (index-- >= 0) x = (x * 25173 + 13849) & 0xffff;
  return 10 + static_cast<int>(x % 90);
}
constexpr int part(int first, int step) {
  int sum = 0;
  for (int i = first; i < 8; i += step) sum += drawn(i);
  return sum;
}
constexpr int size = 1 << (6 + LOCKSTEP_QUESTION % 5);

extern "C" {
__constant__ unsigned reduction_block_threads = threads;
__constant__ unsigned reduce_fast_block_threads = 1024;
__constant__ unsigned reduce_fast_items_per_thread = 8;
__constant__ unsigned reduce_fast_max_blocks = 264;
__constant__ int predict_after_step_1[4] = {part(0, 4), part(1, 4), part(2, 4),
                                            part(3, 4)};
__constant__ int predict_after_step_2[2] = {part(0, 2), part(1, 2)};
__constant__ int predict_after_step_3[1] = {part(0, 1)};
__constant__ int predict_steps[1] = {6 + LOCKSTEP_QUESTION % 5};
__constant__ int predict_adds[1] = {size - 1};
__constant__ int predict_gmem_reads[1] = {2 * size - 1};
__constant__ int predict_gmem_writes[1] = {size};
__constant__ int predict_smem_reads[1] = {size};
__constant__ int predict_smem_writes[1] = {1};
}

__device__ Index global_thread() {
  return static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ Index grid_threads() {
  return static_cast<Index>(gridDim.x) * blockDim.x;
}

// The sum of a warp in every lane.
__device__ int all_lanes_sum(int value) {
  for (int bit = 1; bit < 32; bit <<= 1)
    value += __shfl_xor_sync(0xffffffffu, value, bit);
  return value;
}

// Each warp sums its values; thread 0 adds up the warps one after the other.
__device__ int collect(int* of_warp, int value) {
  value = all_lanes_sum(value);
  if (threadIdx.x % 32 == 31) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  int sum = 0;
  if (threadIdx.x == 0)
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp)
      sum += of_warp[warp];
  return sum;
}

extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  const Index i = global_thread();
  for (unsigned stride = 1; stride < threads; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0 && i + stride < n)
      data[i] += data[i + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = i < n ? data[i] : 0;
}

// A tile a warp: within it only the warp has to wait.
extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[warps][32];
  __shared__ int of_warp[warps];
  const Index i = global_thread();
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  tile[warp][lane] = 0;
  if (i < n) tile[warp][lane] = in[i];
  __syncwarp();
  for (int stride = 16; stride > 0; stride >>= 1) {
    const int other = tile[warp][lane ^ stride];
    __syncwarp();  // all have read
    tile[warp][lane] += other;
    __syncwarp();  // all have written
  }
  if (lane == 0) of_warp[warp] = tile[warp][0];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < warps; ++k) sum += of_warp[k];
    block_sums[blockIdx.x] = sum;
  }
}

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int of_warp[warps];
  const Index begin = Index{4} * threads * blockIdx.x;
  const Index end = begin + 4 * threads < n ? begin + 4 * threads : n;
  int sum = 0;
  for (Index i = begin + threadIdx.x; i < end; i += threads) sum += in[i];
  sum = collect(of_warp, sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  extern __shared__ int of_warp[];
  Index i = 4 * static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 4 && i < n; ++k, i += blockDim.x) sum += in[i];
  sum = collect(of_warp, sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  __shared__ int of_warp[warps];
  const Index i = global_thread();
  const int sum = collect(of_warp, i < n ? in[i] : 0);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

struct Affine {
  unsigned a, b;
};

// Thread 0 folds the elements of its block from the left; the others only
// fetch them.
template <typename T, typename F>
__device__ void fold(const T* in, T* block_results, unsigned n, T result, F f) {
  __shared__ T tile[threads];
  const Index i = global_thread();
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int k = 0; k < threads && i + k < n; ++k) result = f(result, tile[k]);
  block_results[blockIdx.x] = result;
}

extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  fold(in, block_results, n, 0, [](int x, int y) { return x + y; });
}
extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  fold(in, block_results, n, 1, [](int x, int y) { return x * y; });
}
extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  fold(in, block_results, n, 1, [](int x, int y) { return x != 0 && y != 0; });
}
extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  fold(in, block_results, n, 0, [](int x, int y) { return x != 0 || y != 0; });
}
extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  fold(in, block_results, n, -0x7fffffff - 1,
       [](int x, int y) { return y > x ? y : x; });
}
extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  fold(in, block_results, n, Affine{1, 0}, [](Affine f, Affine g) {
    const Index a = Index{g.a} * f.a;
    const Index b = Index{g.a} * f.b + g.b;
    return Affine{static_cast<unsigned>(a % 65521),
                  static_cast<unsigned>(b % 65521)};
  });
}

extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  __shared__ int of_warp[32];
  int sum = 0;
  for (Index i = global_thread(); i < n; i += grid_threads()) sum += in[i];
  sum = collect(of_warp, sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int tile[threads];
  const Index i = global_thread();
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x < 64) tile[threadIdx.x] += tile[threadIdx.x + 64];
  __syncthreads();
  if (threadIdx.x >= 32) return;
  volatile int* cell = tile + threadIdx.x;
  int sum = cell[0];
  for (int stride = 32; stride > 0; stride /= 2) {
    sum += cell[stride];
    __syncwarp();  // reads before writes
    cell[0] = sum;
    __syncwarp();  // writes before the next reads
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  __shared__ int of_warp[32];
  __shared__ unsigned place;
  const int4* quads = reinterpret_cast<const int4*>(in);
  int sum = 0;
#pragma unroll 4
  for (Index i = global_thread(); i < n / 4; i += grid_threads()) {
    const int4 quad = quads[i];
    sum += (quad.x + quad.y) + (quad.z + quad.w);
  }
  if (global_thread() < n % 4) sum += in[n - 1 - global_thread()];
  sum = collect(of_warp, sum);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    place = atomicAdd(ticket, 1u);
    __threadfence();
  }
  __syncthreads();
  if (place + 1 != gridDim.x) return;
  sum = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
    sum += block_sums[b];
  sum = collect(of_warp, sum);
  if (threadIdx.x == 0) {
    out[0] = sum;
    *ticket = 0;
  }
}
