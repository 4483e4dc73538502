// expect: status=pass
// why: blocks of 512, templates over the block size, functions that are not
// inlined and reach shared memory through generic pointers.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

typedef unsigned long size_type;

template <unsigned Draws>
struct Lcg {
  static constexpr unsigned state =
      (Lcg<Draws - 1>::state * 25173u + 13849u) % 65536u;
  static constexpr int element = state % 90 + 10;
};
template <>
struct Lcg<0> {
  static constexpr unsigned state = LOCKSTEP_QUESTION;
};

enum : int {
  s0 = Lcg<1>::element + Lcg<5>::element,
  s1 = Lcg<2>::element + Lcg<6>::element,
  s2 = Lcg<3>::element + Lcg<7>::element,
  s3 = Lcg<4>::element + Lcg<8>::element,
  block_items = 64 << LOCKSTEP_QUESTION % 5,
};

constexpr int halvings(int items) {
  return items == 1 ? 0 : 1 + halvings(items / 2);
}

extern "C" {
__constant__ unsigned reduction_block_threads = 512;
__constant__ unsigned reduce_fast_block_threads = 1024;
__constant__ unsigned reduce_fast_items_per_thread = 8;
__constant__ unsigned reduce_fast_max_blocks = 264;
__constant__ int predict_after_step_1[4] = {s0, s1, s2, s3};
__constant__ int predict_after_step_2[2] = {s0 + s2, s1 + s3};
__constant__ int predict_after_step_3[1] = {s0 + s1 + s2 + s3};
__constant__ int predict_steps[1] = {halvings(block_items)};
__constant__ int predict_adds[1] = {block_items - 1};
__constant__ int predict_gmem_reads[1] = {block_items + block_items - 1};
__constant__ int predict_gmem_writes[1] = {block_items};
__constant__ int predict_smem_reads[1] = {block_items};
__constant__ int predict_smem_writes[1] = {1};
}

struct Affine {
  unsigned a, b;
};

namespace {

__noinline__ __device__ int load_or(const int* in, size_type index,
                                    size_type size, int otherwise) {
  return index < size ? in[index] : otherwise;
}

__noinline__ __device__ void add_cell(int* to, const int* from) {
  *to = *to + *from;
}

// Unrolled at compile time, one barrier a step.
template <unsigned Stride>
__device__ void tree(int* cells) {
  if (threadIdx.x < Stride)
    add_cell(cells + threadIdx.x, cells + threadIdx.x + Stride);
  __syncthreads();
  if constexpr (Stride > 1) tree<Stride / 2>(cells);
}

__noinline__ __device__ void tree_of_any_size(int* cells) {
  for (unsigned left = blockDim.x; left > 1;) {
    left /= 2;
    if (threadIdx.x < left)
      add_cell(&cells[threadIdx.x], &cells[threadIdx.x + left]);
    __syncthreads();
  }
}

__noinline__ __device__ int sum_of_warp(int value) {
#pragma unroll
  for (int lanes = 32; lanes > 1; lanes /= 2)
    value += __shfl_down_sync(0xffffffff, value, lanes / 2);
  return value;
}

// In all threads of warp 0; two barriers, so it may be called again at once.
__device__ int sum_of_block(int value) {
  __shared__ int cells[32];
  value = sum_of_warp(value);
  if ((threadIdx.x & 31) == 0) cells[threadIdx.x >> 5] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned count = blockDim.x >> 5;
    value = sum_of_warp(threadIdx.x < count ? cells[threadIdx.x] : 0);
  }
  __syncthreads();
  return value;
}

// Keeps the order: a doubling window to the right of each element.
template <class T, class Join>
__device__ void join_block(const T* in, T* block_results, unsigned n,
                           const T identity, Join join) {
  __shared__ T cells[512];
  const size_type index = size_type(blockIdx.x) * 512 + threadIdx.x;
  T mine = index < n ? in[index] : identity;
  for (unsigned width = 1; width < 512; width <<= 1) {
    cells[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x + width < 512)
      mine = join(mine, cells[threadIdx.x + width]);
    __syncthreads();
  }
  if (threadIdx.x == 0) block_results[blockIdx.x] = mine;
}

struct Sum {
  __device__ int operator()(int x, int y) { return x + y; }
};
struct Product {
  __device__ int operator()(int x, int y) { return x * y; }
};
struct Both {
  __device__ int operator()(int x, int y) { return x ? !!y : 0; }
};
struct Either {
  __device__ int operator()(int x, int y) { return !!(x | y); }
};
struct Larger {
  __device__ int operator()(int x, int y) { return x < y ? y : x; }
};
struct Then {
  __noinline__ __device__ Affine operator()(const Affine& f, const Affine& g) {
    Affine h;
    h.a = static_cast<unsigned>(1ull * f.a * g.a % 65521);
    h.b = static_cast<unsigned>((1ull * g.a * f.b + g.b) % 65521);
    return h;
  }
};

}  // namespace

extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  const size_type first = size_type(blockIdx.x) * 512;
  for (int step = 8; step >= 0; --step) {
    const size_type left = first + threadIdx.x;
    const size_type right = left + (1u << step);
    if (threadIdx.x < 1u << step && right < n)
      add_cell(data + left, data + right);
    __syncthreads();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = load_or(data, first, n, 0);
}

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int cells[512];
  const size_type index = size_type(blockIdx.x) * 512 + threadIdx.x;
  cells[threadIdx.x] = load_or(in, index, n, 0);
  __syncthreads();
  tree<256>(cells);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = *cells;
}

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int cells[512];
  const size_type index = size_type(blockIdx.x) * 2048 + threadIdx.x;
  cells[threadIdx.x] =
      load_or(in, index, n, 0) + load_or(in, index + 512, n, 0) +
      load_or(in, index + 1024, n, 0) + load_or(in, index + 1536, n, 0);
  __syncthreads();
  tree<256>(cells);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = *cells;
}

extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  extern __shared__ int cells[];
  const size_type index = 4ul * blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (unsigned k = 0; k < 4; ++k)
    sum += load_or(in, index + k * blockDim.x, n, 0);
  cells[threadIdx.x] = sum;
  __syncthreads();
  tree_of_any_size(cells);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = *cells;
}

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  const size_type index = size_type(blockIdx.x) * 512 + threadIdx.x;
  const int sum = sum_of_block(load_or(in, index, n, 0));
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  join_block(in, block_results, n, 0, Sum());
}
extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  join_block(in, block_results, n, 1, Product());
}
extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  join_block(in, block_results, n, 1, Both());
}
extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  join_block(in, block_results, n, 0, Either());
}
extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  join_block(in, block_results, n, int(0x80000000u), Larger());
}
extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  join_block(in, block_results, n, Affine{1, 0}, Then());
}

extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  int sum = 0;
  size_type index = size_type(blockIdx.x) * blockDim.x + threadIdx.x;
  while (index < n) {
    sum += in[index];
    index += size_type(blockDim.x) * gridDim.x;
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

// The last warp keeps its sums in registers.
extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int cells[512];
  const size_type index = size_type(blockIdx.x) * 512 + threadIdx.x;
  cells[threadIdx.x] = load_or(in, index, n, 0);
  __syncthreads();
  for (unsigned left = 256; left > 32; left /= 2) {
    if (threadIdx.x < left) cells[threadIdx.x] += cells[threadIdx.x + left];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    const int sum = sum_of_warp(cells[threadIdx.x] + cells[threadIdx.x + 32]);
    if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  }
}

extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  __shared__ bool last;
  const size_type threads = size_type(gridDim.x) * blockDim.x;
  const size_type me = size_type(blockIdx.x) * blockDim.x + threadIdx.x;
  const int4* vectors = (const int4*)in;
  int4 sums = {0, 0, 0, 0};
#pragma unroll 4
  for (size_type i = me; i < n / 4; i += threads) {
    const int4 v = vectors[i];
    sums.x += v.x;
    sums.y += v.y;
    sums.z += v.z;
    sums.w += v.w;
  }
  int sum = sums.x + sums.y + sums.z + sums.w;
  for (size_type i = n / 4 * size_type(4) + me; i < n; i += threads)
    sum += in[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) + 1 == gridDim.x;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    sum = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
      sum += block_sums[b];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) *out = sum;
  }
}
