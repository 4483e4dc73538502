// SPDX-License-Identifier: Apache-2.0
// Lab 01, reduction: ways to add up n numbers, each a small step from the one
// before. Sums wrap around at 32 bits; n may be any number up to 2^31, also 0;
// the last block of a grid may be partly or wholly empty. Below, B is the
// number of threads of a block.

// The question of your seed, for the task "predict"; the grader sets it.
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

// B of all kernels but three: a power of two from 32 to 1024, your choice.
// reduce_dynamic and reduce_two_phase are told B at launch, reduce_fast has
// its own constants.
constexpr unsigned block_threads = 256;

constexpr unsigned warp_threads = 32;

// What the grader reads to launch your kernels.
extern "C" {
__constant__ unsigned reduction_block_threads = block_threads;
}

// predict: the eight elements and the block size N that `lockstep check 01
// --task predict` prints. Element i after a step is the sum of the elements i
// and i + stride before it, for strides of 4, 2 and 1; the rest is about a
// block of N threads that reduces N elements with such a tree.
//
// --- student code begins [predict] ---
// The solution answers every question, so it computes where you count.
struct Prediction {
  int element[8], after_step_1[4], after_step_2[2], after_step_3[1];
  int block, steps;
};

constexpr Prediction predict(unsigned question) {
  Prediction answer{};
  unsigned state = question;
  for (int& element : answer.element) {
    state = (state * 25173 + 13849) % 65536;
    element = static_cast<int>(state % 90 + 10);
  }
  for (int i = 0; i < 4; ++i)
    answer.after_step_1[i] = answer.element[i] + answer.element[i + 4];
  for (int i = 0; i < 2; ++i)
    answer.after_step_2[i] =
        answer.after_step_1[i] + answer.after_step_1[i + 2];
  answer.after_step_3[0] = answer.after_step_2[0] + answer.after_step_2[1];
  answer.block = 64 << question % 5;
  for (int left = answer.block; left > 1; left /= 2) ++answer.steps;
  return answer;
}

constexpr Prediction answer = predict(LOCKSTEP_QUESTION);

extern "C" {
__constant__ int predict_after_step_1[4] = {
    answer.after_step_1[0], answer.after_step_1[1], answer.after_step_1[2],
    answer.after_step_1[3]};
__constant__ int predict_after_step_2[2] = {answer.after_step_2[0],
                                            answer.after_step_2[1]};
__constant__ int predict_after_step_3[1] = {answer.after_step_3[0]};
// Each step halves what is left: log2 N steps. Each add removes one element.
__constant__ int predict_steps[1] = {answer.steps};
__constant__ int predict_adds[1] = {answer.block - 1};
// In global memory a step that leaves s sums reads 2s cells and writes s; the
// s are N/2, N/4, …, 1 and add up to N - 1. One more each for the result.
__constant__ int predict_gmem_reads[1] = {2 * (answer.block - 1) + 1};
__constant__ int predict_gmem_writes[1] = {answer.block - 1 + 1};
// In shared memory only the first read and the result are global.
__constant__ int predict_smem_reads[1] = {answer.block};
__constant__ int predict_smem_writes[1] = {1};
}
// --- student code ends [predict] ---

// gmem: leaves in block_sums[b] the sum of the B elements of block b, with a
// tree in place in global memory. Touches nothing outside data[0 .. n).
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  // --- student code begins [gmem] ---
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned valid_items = n - first;  // from here to the end of the data
  int* tile = data + first;

  // Threads with nothing to add stay for the barriers: all B must arrive.
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride && thread + stride < valid_items)
      tile[thread] += tile[thread + stride];
    // Orders this step's sums before the next step's reads of them by other
    // threads; without it a thread may add a neighbour's old value.
    __syncthreads();
  }

  if (thread == 0) block_sums[blockIdx.x] = valid_items > 0 ? tile[0] : 0;
  // --- student code ends [gmem] ---
}

// Returns, in thread 0 only, the sum of the B elements of a tile in shared
// memory and destroys the tile. All B threads call it, each right after it
// has written tile[threadIdx.x].
__device__ int tile_sum(int* tile) {
  // --- student code begins [tile_sum] ---
  const unsigned thread = threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    // Orders the writes before it (the caller's at first, then those of the
    // step before) before the reads below by other threads; without it a
    // thread may read a cell that is not filled or not summed yet.
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  return tile[0];  // thread 0 wrote it itself, so no barrier is needed
  // --- student code ends [tile_sum] ---
}

// smem: as gmem, but the tree is in shared memory and the input stays as it
// is: a block reads each of its elements once and writes one value.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  // --- student code begins [smem] ---
  __shared__ int tile[block_threads];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  tile[threadIdx.x] = i < n ? in[i] : 0;  // identity behind the end
  const int sum = tile_sum(tile);

  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  // --- student code ends [smem] ---
}

// unrolled: as smem, but each block sums 4 B elements, four a thread, which
// are B apart so that the threads of a warp read neighbours.
// Grid: max(1, ceil(n / (4 B))).
extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  // --- student code begins [unrolled] ---
  __shared__ int tile[block_threads];
  const unsigned first = blockIdx.x * 4 * blockDim.x + threadIdx.x;

  // Each load has its own bound check: one check for all four would drop the
  // first elements of a group that the end of the data cuts in two.
  int sum = 0;
#pragma unroll
  for (unsigned item = 0; item < 4; ++item) {
    const unsigned i = first + item * blockDim.x;
    if (i < n) sum += in[i];
  }

  tile[threadIdx.x] = sum;
  sum = tile_sum(tile);

  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  // --- student code ends [unrolled] ---
}

// dynamic: as unrolled, for every B that is a power of two from 32 to 1024
// and known at launch only, with B * 4 bytes of dynamic shared memory.
// Grid: max(1, ceil(n / (4 B))).
extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  // --- student code begins [dynamic] ---
  extern __shared__ int dynamic_tile[];
  const unsigned first = blockIdx.x * 4 * blockDim.x + threadIdx.x;

  int sum = 0;
#pragma unroll
  for (unsigned item = 0; item < 4; ++item) {
    const unsigned i = first + item * blockDim.x;
    if (i < n) sum += in[i];
  }

  dynamic_tile[threadIdx.x] = sum;
  sum = tile_sum(dynamic_tile);

  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  // --- student code ends [dynamic] ---
}

// Returns, in lane 0 only, the sum of the values of the 32 lanes of a warp,
// all of which call it. Uses no memory.
__device__ int warp_sum(int value) {
  // --- student code begins [warp_sum] ---
  // A shuffle hands over registers: the mask names the lanes that take part
  // and makes them wait for each other, so no barrier is needed. A lane that
  // is named and does not come leaves the others with an undefined value.
  constexpr unsigned all_lanes = 0xffffffff;
  for (unsigned offset = warp_threads / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(all_lanes, value, offset);
  return value;
  // --- student code ends [warp_sum] ---
}

// Returns, in thread 0 only, the sum of the values of all B threads of a
// block, all of which call it. To call it again, put a barrier between.
__device__ int block_sum(int value) {
  // --- student code begins [block_sum] ---
  __shared__ int warp_sums[warp_threads];  // 1024 threads are 32 warps
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;

  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  // Orders the writes of all warps before the reads by warp 0; without it
  // warp 0 adds cells that the slower warps have not written yet.
  __syncthreads();

  // All lanes of warp 0 stay together, as the mask of warp_sum promises.
  if (warp == 0)
    value = warp_sum(lane < blockDim.x / warp_threads ? warp_sums[lane] : 0);
  return value;
  // --- student code ends [block_sum] ---
}

// shuffle: as smem, but sums travel between registers; at most two block
// barriers. Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  // --- student code begins [shuffle] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_sum(i < n ? in[i] : 0);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  // --- student code ends [shuffle] ---
}

// op: one tree for every associative operator. The function x -> a x + b,
// modulo 65521; a and b are below 65521. The alignment lets one access of 8
// bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// --- student code begins [op] ---
// An operator has a value type, an identity and a call of two values, the
// left one first.
struct Add {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left + right; }
};

struct Multiply {
  using Value = int;
  static __device__ int identity() { return 1; }
  static __device__ int call(int left, int right) { return left * right; }
};

struct And {
  using Value = int;
  static __device__ int identity() { return 1; }
  static __device__ int call(int left, int right) { return left && right; }
};

struct Or {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left || right; }
};

struct Max {
  using Value = int;
  static __device__ int identity() { return -2147483647 - 1; }
  static __device__ int call(int left, int right) {
    return left > right ? left : right;
  }
};

// Applies left, then right: a product below 65521 squared fits in 32 bits.
struct Compose {
  using Value = Affine;
  static __device__ Affine identity() { return {1, 0}; }
  static __device__ Affine call(Affine left, Affine right) {
    return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
  }
};

// Joins neighbours, then neighbouring pairs, and so on, so that the order of
// the operands is kept: the tree of tile_sum, which joins elements half a
// tile apart, also needs a commutative operator.
template <typename Operator>
__device__ void reduce_op(const typename Operator::Value* in,
                          typename Operator::Value* block_results, unsigned n) {
  __shared__ typename Operator::Value tile[block_threads];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : Operator::identity();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Orders the writes before it (the load, then the step before) before
    // the reads of other threads' cells; without it those may be old.
    __syncthreads();
    const unsigned left = 2 * stride * threadIdx.x;
    if (left < blockDim.x)
      tile[left] = Operator::call(tile[left], tile[left + stride]);
  }

  if (threadIdx.x == 0) block_results[blockIdx.x] = tile[0];
}
// --- student code ends [op] ---

// Each leaves in block_results[b] the elements of block b joined from left to
// right, the identity where there are none. "And" and "or" are logical: every
// value but 0 is true, the result is 0 or 1. "Compose" applies the left
// function first. Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_add] ---
  reduce_op<Add>(in, block_results, n);
  // --- student code ends [op_add] ---
}

extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  // --- student code begins [op_multiply] ---
  reduce_op<Multiply>(in, block_results, n);
  // --- student code ends [op_multiply] ---
}

extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_and] ---
  reduce_op<And>(in, block_results, n);
  // --- student code ends [op_and] ---
}

extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  // --- student code begins [op_or] ---
  reduce_op<Or>(in, block_results, n);
  // --- student code ends [op_or] ---
}

extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_max] ---
  reduce_op<Max>(in, block_results, n);
  // --- student code ends [op_max] ---
}

extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  // --- student code begins [op_compose] ---
  reduce_op<Compose>(in, block_results, n);
  // --- student code ends [op_compose] ---
}

// two_phase: any n with any grid and any B that is a multiple of 32 up to
// 1024: the threads of the grid walk over the input together. Launched on its
// own block_sums again and again it leaves one value.
extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  // --- student code begins [two_phase] ---
  const unsigned grid_threads = gridDim.x * blockDim.x;
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += grid_threads)
    sum += in[i];

  sum = block_sum(sum);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  // --- student code ends [two_phase] ---
}

// repair: as smem, with the last 64 elements left to one warp.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  // --- student code begins [volatile] ---
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0;
  // Orders the writes of the tile before the first step reads them; without
  // it a thread may add a cell that is not filled yet.
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > warp_threads; stride /= 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];
    // Orders this step's sums before the next step, or the last warp, reads
    // them; without it those may be the sums of the step before.
    __syncthreads();
  }

  // The lanes of a warp are threads of their own and need not run in step;
  // volatile only makes each access happen, it orders none between lanes.
  if (thread < warp_threads) {
    unsigned stride =
        blockDim.x > warp_threads ? warp_threads : warp_threads / 2;
    for (; stride > 0; stride /= 2) {
      if (thread < stride) tile[thread] += tile[thread + stride];
      // Orders the sums of this step before their reads in the next one;
      // without it a lane may run ahead and add a cell not summed yet. It
      // stands outside of the if because it waits for all 32 lanes.
      __syncwarp();
    }
  }

  if (thread == 0) block_sums[blockIdx.x] = tile[0];
  // --- student code ends [volatile] ---
}

// fast: your choice of threads a block, of the items a thread that decide the
// size of the grid, and of its limit. `in` is aligned to 256 bytes.
// --- student code begins [fast_shape] ---
// Two blocks of 1024 threads fill each of the 132 SMs of an H200, and fewer,
// larger blocks leave fewer sums for the last one. docs/measurements has the
// times of this shape.
constexpr unsigned fast_block_threads = 1024;
constexpr unsigned fast_items_per_thread = 8;
constexpr unsigned fast_max_blocks = 132 * 2;

// As block_sum, but a warp is added up by one instruction, which compute
// capability 8.0 and later have for integers.
__device__ int fast_block_sum(int value) {
  __shared__ int warp_sums[warp_threads];
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;
  constexpr unsigned all_lanes = 0xffffffff;

  value = __reduce_add_sync(all_lanes, value);
  if (lane == 0) warp_sums[warp] = value;
  // Orders the writes of all warps before the reads by warp 0, as in
  // block_sum.
  __syncthreads();

  if (warp == 0)
    value = __reduce_add_sync(
        all_lanes, lane < blockDim.x / warp_threads ? warp_sums[lane] : 0);
  return value;
}
// --- student code ends [fast_shape] ---

extern "C" {
__constant__ unsigned reduce_fast_block_threads = fast_block_threads;
__constant__ unsigned reduce_fast_items_per_thread = fast_items_per_thread;
__constant__ unsigned reduce_fast_max_blocks = fast_max_blocks;
}

// Leaves in out[0] the sum of all n elements, with one launch. block_sums has
// a cell for each block; *ticket is 0 at the start and has to be 0 again at
// the end. Grid: ceil(n / (threads * items)), at least 1, at most max_blocks.
extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  // --- student code begins [fast] ---
  __shared__ bool is_last_block;
  const unsigned grid_threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  // Keep four 16-byte loads in flight, which do not wait for each other.
  const int4* vectors = reinterpret_cast<const int4*>(in);
  const unsigned vector_count = n / 4;
  int sum = 0;
  unsigned i = first;
  for (; i + 3 * grid_threads < vector_count; i += 4 * grid_threads) {
    int4 item[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) item[k] = vectors[i + k * grid_threads];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k)
      sum += item[k].x + item[k].y + item[k].z + item[k].w;
  }
  for (; i < vector_count; i += grid_threads) {
    const int4 item = vectors[i];
    sum += item.x + item.y + item.z + item.w;
  }
  // At most three elements are left behind the last whole vector.
  if (first < n % 4) sum += in[4 * vector_count + first];

  sum = fast_block_sum(sum);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    // Orders the block's sum before its ticket; without it the last block
    // may count this block as done and still read an old cell.
    __threadfence();
    // Atomic, so that each block gets a ticket of its own and exactly one
    // gets the last; the count wraps to 0 there, ready for the next launch.
    is_last_block = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    // Orders the ticket before the reads below, so that who saw the last
    // ticket also sees the sums that the other blocks wrote before theirs;
    // without it the reads may be answered with what was there earlier.
    __threadfence();
  }
  // Orders is_last_block before its reads by the whole block, and thread 0's
  // fence before the other threads' reads of block_sums; keeps the two uses
  // of block_sum's shared cells apart. Without it threads leave, or stay, on
  // a value of is_last_block that nobody has written.
  __syncthreads();
  if (!is_last_block) return;  // all threads of the block, or none

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x)
    sum += block_sums[block];
  sum = fast_block_sum(sum);
  if (threadIdx.x == 0) out[0] = sum;
  // --- student code ends [fast] ---
}
