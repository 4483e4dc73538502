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
// TODO(student): replace every -1, with a pencil and before you write a
// kernel. In: the eight elements and N. Out: what the comment above and each
// name say; "adds" and "steps" of one tree, "reads" and "writes" of int cells
// in global memory by all threads of the block together, for the tree in
// place in global memory (gmem) and in shared memory (smem), the last read
// and the write of the result included.
extern "C" {
__constant__ int predict_after_step_1[4] = {-1, -1, -1, -1};
__constant__ int predict_after_step_2[2] = {-1, -1};
__constant__ int predict_after_step_3[1] = {-1};
__constant__ int predict_steps[1] = {-1};
__constant__ int predict_adds[1] = {-1};
__constant__ int predict_gmem_reads[1] = {-1};
__constant__ int predict_gmem_writes[1] = {-1};
__constant__ int predict_smem_reads[1] = {-1};
__constant__ int predict_smem_writes[1] = {-1};
}
// --- student code ends [predict] ---

// gmem: leaves in block_sums[b] the sum of the B elements of block b, with a
// tree in place in global memory. Touches nothing outside data[0 .. n).
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  // --- student code begins [gmem] ---
  // TODO(student): reduce the elements of this block inside data. In: data[0
  // .. n), of which block b has those from b * B on. Out: block_sums[b].
  // Establish: no thread reads a sum before the thread that makes it is done,
  // every thread reaches every barrier, and no index is n or more.
  // --- student code ends [gmem] ---
}

// Returns, in thread 0 only, the sum of the B elements of a tile in shared
// memory and destroys the tile. All B threads call it, each right after it
// has written tile[threadIdx.x].
__device__ int tile_sum(int* tile) {
  // --- student code begins [tile_sum] ---
  // TODO(student): reduce the tile. In: tile[0 .. B), each cell written by
  // its own thread just now, with no barrier yet. Out: the sum, returned in
  // thread 0. Establish: a barrier lies between every write of a cell and its
  // read by another thread.
  return 0;
  // --- student code ends [tile_sum] ---
}

// smem: as gmem, but the tree is in shared memory and the input stays as it
// is: a block reads each of its elements once and writes one value.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  // --- student code begins [smem] ---
  // TODO(student): fill a shared tile and let tile_sum add it up. In: in[0 ..
  // n). Out: block_sums[b]. Establish: every cell of the tile has a value,
  // also those behind the end of the data, and each element is read once.
  // --- student code ends [smem] ---
}

// unrolled: as smem, but each block sums 4 B elements, four a thread, which
// are B apart so that the threads of a warp read neighbours.
// Grid: max(1, ceil(n / (4 B))).
extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  // --- student code begins [unrolled] ---
  // TODO(student): let each thread sum four elements while it loads them,
  // then go on as in smem. In: in[0 .. n), of which block b has the 4 B from
  // b * 4 B on. Out: block_sums[b]. Establish: every element below n is added
  // exactly once, also when n is no multiple of 4 B.
  // --- student code ends [unrolled] ---
}

// dynamic: as unrolled, for every B that is a power of two from 32 to 1024
// and known at launch only, with B * 4 bytes of dynamic shared memory.
// Grid: max(1, ceil(n / (4 B))).
extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  // --- student code begins [dynamic] ---
  // TODO(student): do the same with `extern __shared__ int name[]`. In: in[0
  // .. n), B from blockDim.x. Out: block_sums[b]. Establish: nothing depends
  // on block_threads.
  // --- student code ends [dynamic] ---
}

// Returns, in lane 0 only, the sum of the values of the 32 lanes of a warp,
// all of which call it. Uses no memory.
__device__ int warp_sum(int value) {
  // --- student code begins [warp_sum] ---
  // TODO(student): add up a warp by shuffles. In: one value a lane. Out: the
  // sum, returned in lane 0. Establish: after k steps a lane has the sum of
  // 2^k lanes, and the mask names exactly the lanes that execute the shuffle.
  return 0;
  // --- student code ends [warp_sum] ---
}

// Returns, in thread 0 only, the sum of the values of all B threads of a
// block, all of which call it. To call it again, put a barrier between.
__device__ int block_sum(int value) {
  // --- student code begins [block_sum] ---
  // TODO(student): add up each warp, then the sums of the warps. In: one
  // value a thread, B a multiple of 32. Out: the sum, returned in thread 0.
  // Establish: one warp reads the other warps' sums after they are written.
  return 0;
  // --- student code ends [block_sum] ---
}

// shuffle: as smem, but sums travel between registers; at most two block
// barriers. Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  // --- student code begins [shuffle] ---
  // TODO(student): give each thread its element and call block_sum. In: in[0
  // .. n). Out: block_sums[b]. Establish: threads behind the end of the data
  // take part with a value that changes nothing.
  // --- student code ends [shuffle] ---
}

// op: one tree for every associative operator. The function x -> a x + b,
// modulo 65521; a and b are below 65521. The alignment lets one access of 8
// bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// --- student code begins [op] ---
// TODO(student): write a device template over an operator (its value type,
// its identity, a call of a left and a right value), and the six operators.
// In: in[0 .. n). Out: block_results[b]. Establish: elements stay in their
// order when they are joined, so the operator need not commute; cells behind
// the end hold the identity.
// --- student code ends [op] ---

// Each leaves in block_results[b] the elements of block b joined from left to
// right, the identity where there are none. "And" and "or" are logical: every
// value but 0 is true, the result is 0 or 1. "Compose" applies the left
// function first. Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_add] ---
  // TODO(student): instantiate it with x + y; its identity is yours to find.
  // --- student code ends [op_add] ---
}

extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  // --- student code begins [op_multiply] ---
  // TODO(student): instantiate it with x * y.
  // --- student code ends [op_multiply] ---
}

extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_and] ---
  // TODO(student): instantiate it with logical and; the result is 0 or 1.
  // --- student code ends [op_and] ---
}

extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  // --- student code begins [op_or] ---
  // TODO(student): instantiate it with logical or; the result is 0 or 1.
  // --- student code ends [op_or] ---
}

extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  // --- student code begins [op_max] ---
  // TODO(student): instantiate it with the larger of x and y; all elements
  // may be negative.
  // --- student code ends [op_max] ---
}

extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  // --- student code begins [op_compose] ---
  // TODO(student): instantiate it with the function that applies the left
  // one first, then the right one, modulo 65521.
  // --- student code ends [op_compose] ---
}

// two_phase: any n with any grid and any B that is a multiple of 32 up to
// 1024: the threads of the grid walk over the input together. Launched on its
// own block_sums again and again it leaves one value.
extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  // --- student code begins [two_phase] ---
  // TODO(student): let thread t of the whole grid sum the elements t, t + T,
  // t + 2 T, …, where T is the number of threads of the grid, then call
  // block_sum. In: in[0 .. n). Out: block_sums[b]. Establish: every element is
  // added once whatever the grid, and block_sums[b] is written even if block b
  // has no elements.
  // --- student code ends [two_phase] ---
}

// repair: as smem, with the last 64 elements left to one warp.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void reduce_volatile(const int* in, int* block_sums,
                                           unsigned n) {
  // --- student code begins [volatile] ---
  // TODO(student): this was right on hardware on which a warp ran in step and
  // is wrong since each lane has its own program counter. In: in[0 .. n). Out:
  // block_sums[b]. Establish: also in the last warp, a cell is written before
  // another lane reads it, for every B; keep the last 64 elements to one warp.
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > warp_threads; stride /= 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];
    __syncthreads();
  }

  if (thread < warp_threads) {
    volatile int* cell = tile + thread;
    cell[0] += cell[32];
    cell[0] += cell[16];
    cell[0] += cell[8];
    cell[0] += cell[4];
    cell[0] += cell[2];
    cell[0] += cell[1];
  }

  if (thread == 0) block_sums[blockIdx.x] = tile[0];
  // --- student code ends [volatile] ---
}

// fast: your choice of threads a block, of the items a thread that decide the
// size of the grid, and of its limit. `in` is aligned to 256 bytes.
// --- student code begins [fast_shape] ---
// TODO(student): choose them with `lockstep bench 01`. Establish: enough warps
// and enough loads in flight to fill every SM.
constexpr unsigned fast_block_threads = 128;
constexpr unsigned fast_items_per_thread = 4;
constexpr unsigned fast_max_blocks = 1024;
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
  // TODO(student): sum the input with 16-byte loads, several in flight a
  // thread; let the block that finishes last add up the blocks' sums. In: in[0
  // .. n), *ticket, which is 0. Out: out[0], and *ticket is 0 again. Establish:
  // a block's sum is visible to the whole GPU before its ticket is, and the
  // one to three elements behind the last whole vector are added, too.
  // --- student code ends [fast] ---
}
