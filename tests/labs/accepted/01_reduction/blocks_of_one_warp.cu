// expect: status=pass
// why: blocks of one warp, in which no block barrier is needed.
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
__constant__ unsigned reduction_block_threads = 32;
__constant__ unsigned reduce_fast_block_threads = 1024;
__constant__ unsigned reduce_fast_items_per_thread = 8;
__constant__ unsigned reduce_fast_max_blocks = 264;
}

struct Affine {
  unsigned a, b;
};

__device__ int sum_of_lanes(int value) {
  for (unsigned offset = 1; offset < 32; offset *= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  int* cell = data + blockIdx.x * 32 + threadIdx.x;
  const unsigned behind = n - blockIdx.x * 32;
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    if (threadIdx.x < stride && threadIdx.x + stride < behind)
      *cell += cell[stride];
    __syncwarp();  // global cells, too, are ordered within the warp
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = n == 0 ? 0 : *cell;
}

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[32];
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncwarp();
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncwarp();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = tile[0];
}

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  const int* mine = in + blockIdx.x * 128 + threadIdx.x;
  int sum = 0;
#pragma unroll
  for (int item = 0; item < 4; ++item, mine += 32)
    if (mine < in + n) sum += *mine;
  sum = sum_of_lanes(sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

// The warps of a block, however many, take turns in filling the tile.
extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  extern __shared__ int tile[];
  const unsigned first = blockIdx.x * blockDim.x * 4;
  int sum = 0;
  for (unsigned i = first + threadIdx.x; i < first + 4 * blockDim.x;
       i += blockDim.x)
    if (i < n) sum += in[i];
  sum = sum_of_lanes(sum);
  if (threadIdx.x % 32 == 0) tile[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = sum_of_lanes(threadIdx.x * 32 < blockDim.x ? tile[threadIdx.x] : 0);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  const int sum = sum_of_lanes(i < n ? in[i] : 0);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

// Neighbours first; a cell that is done is only read again by its own thread.
template <typename T, typename Join>
__device__ void join(const T* in, T* block_results, unsigned n, T identity,
                     Join call) {
  __shared__ T tile[32];
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : identity;
  for (unsigned stride = 1; stride < 32; stride *= 2) {
    __syncwarp();
    if ((threadIdx.x & (2 * stride - 1)) == 0)
      tile[threadIdx.x] = call(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) block_results[blockIdx.x] = tile[0];
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
  __shared__ int tile[1024];
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  tile[threadIdx.x] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = tile[0];
}

extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int tile[32];
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  volatile int* cell = tile + threadIdx.x;
  cell[0] = i < n ? in[i] : 0;
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    __syncwarp();
    if (threadIdx.x < stride) cell[0] = cell[0] + cell[stride];
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = cell[0];
}

extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  __shared__ int warp_sums[32];
  __shared__ bool last;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 4
  for (unsigned i = me; i < n / 4; i += gridDim.x * blockDim.x) {
    const int4 v = reinterpret_cast<const int4*>(in)[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (me < n % 4) sum += in[n / 4 * 4 + me];
  sum = sum_of_lanes(sum);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = sum_of_lanes(warp_sums[threadIdx.x]);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncwarp();
  if (!last) return;
  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += 32)
    sum += block_sums[block];
  sum = sum_of_lanes(sum);
  if (threadIdx.x == 0) *out = sum;
}
