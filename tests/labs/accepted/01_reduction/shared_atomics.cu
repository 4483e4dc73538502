// expect: status=pass
// why: blocks of 1024 whose threads add to one shared cell atomically.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

struct Worked {
  int cell[8];
};

// The cells after a number of steps of the tree.
constexpr Worked after(int steps) {
  Worked w{};
  unsigned x = LOCKSTEP_QUESTION;
  for (int i = 0; i < 8; ++i) {
    x = (x * 25173 + 13849) % 65536;
    w.cell[i] = static_cast<int>(x % 90) + 10;
  }
  for (int step = 1; step <= steps; ++step)
    for (int i = 0; i < 8 >> step; ++i) w.cell[i] += w.cell[i + (8 >> step)];
  return w;
}
constexpr int log_items = 6 + LOCKSTEP_QUESTION % 5;
constexpr int items = 1 << log_items;

extern "C" {
__constant__ int predict_after_step_1[4] = {after(1).cell[0], after(1).cell[1],
                                            after(1).cell[2], after(1).cell[3]};
__constant__ int predict_after_step_2[2] = {after(2).cell[0], after(2).cell[1]};
__constant__ int predict_after_step_3[1] = {after(3).cell[0]};
__constant__ int predict_steps[1] = {log_items};
__constant__ int predict_adds[1] = {items - 1};
__constant__ int predict_gmem_reads[1] = {2 * items - 1};
__constant__ int predict_gmem_writes[1] = {items};
__constant__ int predict_smem_reads[1] = {items};
__constant__ int predict_smem_writes[1] = {1};
__constant__ unsigned reduction_block_threads = 1024;
__constant__ unsigned reduce_fast_block_threads = 1024;
__constant__ unsigned reduce_fast_items_per_thread = 8;
__constant__ unsigned reduce_fast_max_blocks = 264;
}

struct Affine {
  unsigned a, b;
};

// Returns the sum of a block's values in all threads. Every thread calls it,
// once a kernel.
__device__ int shared_total(int value) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();  // the cell is 0 before anyone adds
  if (value != 0) atomicAdd(&total, value);
  __syncthreads();  // everyone has added before anyone reads
  return total;
}

__device__ int element(const int* in, unsigned i, unsigned n) {
  return i < n ? in[i] : 0;
}

// The block reads all it needs, then leaves its sum where its elements were.
extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  const unsigned first = blockIdx.x * blockDim.x;
  const int sum = shared_total(element(data, first + threadIdx.x, n));
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    if (first < n) data[first] = sum;
  }
}

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = shared_total(element(in, i, n));
  if (threadIdx.x == 1023) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  const int upper = element(in, i + 2048, n) + element(in, i + 3072, n);
  const int lower = element(in, i, n) + element(in, i + 1024, n);
  const int sum = shared_total(lower + upper);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

// A tile without a power of two in it: halves are rounded up.
extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  extern __shared__ int cells[];
  const unsigned thread = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x * 4 + thread;
  int sum = 0;
  for (const unsigned end = i + 4 * blockDim.x; i != end; i += blockDim.x)
    sum += element(in, i, n);
  cells[thread] = sum;
  for (unsigned valid = blockDim.x; valid > 1;) {
    const unsigned half = (valid + 1) / 2;
    __syncthreads();
    if (thread + half < valid) cells[thread] += cells[thread + half];
    valid = half;
  }
  if (thread == 0) block_sums[blockIdx.x] = cells[0];
}

// Warps in any order: each adds its own sum to the cell of the block.
extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  __shared__ int total;
  int sum = element(in, blockIdx.x * blockDim.x + threadIdx.x, n);
  for (int lanes = 16; lanes > 0; lanes >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, lanes);
  if (threadIdx.x == 0) total = sum;
  __syncthreads();  // the first warp's sum is there before others are added
  if (threadIdx.x % 32 == 0 && threadIdx.x > 0) atomicAdd(&total, sum);
  __syncthreads();  // all are added before the cell is read
  if (threadIdx.x == 0) block_sums[blockIdx.x] = total;
}

// Two arrays, read from one and written to the other, change places.
template <typename T, typename Join>
__device__ void join(const T* in, T* block_results, unsigned n, T identity,
                     Join call) {
  __shared__ T cells[2][1024];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[0][threadIdx.x] = i < n ? in[i] : identity;
  __syncthreads();
  unsigned from = 0;
  for (unsigned left = 512; left > 0; left /= 2, from ^= 1) {
    if (threadIdx.x < left)
      cells[from ^ 1][threadIdx.x] =
          call(cells[from][2 * threadIdx.x], cells[from][2 * threadIdx.x + 1]);
    __syncthreads();
  }
  if (threadIdx.x == 0) block_results[blockIdx.x] = cells[from][0];
}

extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  join(in, block_results, n, 0, [](int l, int r) { return l + r; });
}
extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  join(in, block_results, n, 1, [](int l, int r) { return l * r; });
}
extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  join(in, block_results, n, 1, [](int l, int r) -> int { return l && r; });
}
extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  join(in, block_results, n, 0, [](int l, int r) -> int { return l || r; });
}
extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  join(in, block_results, n, -2147483647 - 1,
       [](int l, int r) { return l < r ? r : l; });
}
extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  join(in, block_results, n, (Affine{1, 0}), [](Affine l, Affine r) {
    return Affine{r.a * l.a % 65521, (r.a * l.b + r.b) % 65521};
  });
}

extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  int sum = 0;
  for (unsigned base = blockIdx.x * blockDim.x; base < n;
       base += gridDim.x * blockDim.x)
    sum += element(in, base + threadIdx.x, n);
  sum = shared_total(sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int cells[1024];
  const unsigned thread = threadIdx.x;
  cells[thread] = element(in, blockIdx.x * blockDim.x + thread, n);
  __syncthreads();
#pragma unroll
  for (unsigned stride = 512; stride >= 64; stride /= 2) {
    if (thread < stride) cells[thread] += cells[thread + stride];
    __syncthreads();
  }
  if (thread < 32) {
    int sum = cells[thread] + cells[thread + 32];
#pragma unroll
    for (unsigned stride = 16; stride > 0; stride /= 2) {
      cells[thread] = sum;
      __syncwarp();  // cells are written before neighbours read them
      sum += cells[thread + stride];
      __syncwarp();  // they are read before they are written again
    }
    if (thread == 0) block_sums[blockIdx.x] = sum;
  }
}

extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  __shared__ bool last;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 4
  for (unsigned i = me; i < n / 4; i += gridDim.x * blockDim.x) {
    const int4 v = reinterpret_cast<const int4*>(in)[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (me < n % 4) sum += in[n / 4 * 4 + me];
  sum = shared_total(sum);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x)
    sum += block_sums[block];
  sum = shared_total(sum);
  if (threadIdx.x == 0) {
    *out = sum;
    *ticket = 0;
  }
}
