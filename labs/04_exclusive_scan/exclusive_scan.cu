// SPDX-License-Identifier: Apache-2.0
// Lab 04, exclusive scan: element i of the result is what comes before
// element i of the input, joined from left to right, and the identity for the
// first. That is where a thread's output begins when each writes as much as
// it likes. n may be any number up to 2^31, also 0; the last block of a grid
// may be partly or wholly empty. Below, B is the number of threads of a block.

// The question of your seed, for the task "predict"; the grader sets it.
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

// B of all kernels but that of "lookback" and "fast", which has its own
// constants: a power of two from 32 to 512, your choice.
constexpr unsigned block_threads = 256;

constexpr unsigned warp_threads = 32;

// What the grader reads to launch your kernels.
extern "C" {
__constant__ unsigned exclusive_scan_block_threads = block_threads;
}

// predict: the eight elements, the block size N and the block number K that
// `lockstep check 04 --task predict` prints.
//
// --- student code begins [predict] ---
// TODO(student): replace every -1, with a pencil and before you write a
// kernel. In: what is printed. Out: both scans of the eight elements and their
// sum; the index of the element that thread 0 of block K loads in the task
// kogge_stone, with N threads a block; and, if element x asks for x % 4 cells
// of one output, the first cell of each and the cells of all.
extern "C" {
__constant__ int predict_inclusive[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_exclusive[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_total[1] = {-1};
__constant__ int predict_first_loaded[1] = {-1};
__constant__ int predict_offset[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_items[1] = {-1};
}
// --- student code ends [predict] ---

// The function x -> a x + b, modulo 65521; a and b are below 65521. The
// alignment lets one access of 8 bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// An operator has a value type, an identity and a call of two values, the
// left one first.
struct Add {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left + right; }
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

// Returns element i - 1, across the borders of blocks; the identity for i = 0
// and for i above n, which no element is to the left of.
template <typename Operator>
__device__ typename Operator::Value left_of(const typename Operator::Value* in,
                                            unsigned i, unsigned n) {
  // --- student code begins [left_of] ---
  // TODO(student): the load of both scans below. In: in[0 .. n), i. Out: the
  // value that cell i begins with. Establish: nothing is read outside of in.
  return Operator::identity();
  // --- student code ends [left_of] ---
}

// Returns, in thread t, the values of threads 0 to t joined, as lab 02 has it.
// All B threads call it; to call it again, put a barrier between.
template <typename Operator>
__device__ typename Operator::Value scan_block(typename Operator::Value value) {
  // --- student code begins [scan_block] ---
  // TODO(student): your scan of lab 02 will do. In: one value a thread. Out:
  // the values of this thread and of all to its left, joined. Establish: a
  // barrier lies between every write of a cell and its read by another thread.
  return value;
  // --- student code ends [scan_block] ---
}

// kogge_stone: the scan of lab 02 over the input moved to the right by one:
// out[i] is the elements from the one to the left of i's block up to, and
// without, i added up; block 0 begins with 0. Grid: max(1, ceil(n / B)).
extern "C" __global__ void exclusive_kogge_stone(const int* in, int* out,
                                                 unsigned n) {
  // --- student code begins [kogge_stone] ---
  // TODO(student): scan what left_of loads. In: in[0 .. n). Out: out[i].
  // Establish: the first element of a block is the one in front of the block.
  // --- student code ends [kogge_stone] ---
}

// brent_kung: the same with the two trees of lab 03 and two elements a
// thread, in blocks of 2 B elements. Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void exclusive_brent_kung(const int* in, int* out,
                                                unsigned n) {
  // --- student code begins [brent_kung] ---
  // TODO(student): the same with two elements a thread. In: in[0 .. n). Out:
  // out[i]. Establish: both elements of a thread are moved by one, not by B.
  // --- student code ends [brent_kung] ---
}

// convert: from one kind of scan to the other, for functions, without a new
// scan and without an inverse. Grid: max(1, ceil(n / B)).
extern "C" __global__ void to_exclusive(const Affine* inclusive, Affine* out,
                                        unsigned n) {
  // --- student code begins [to_exclusive] ---
  // TODO(student): move it. In: the inclusive scan. Out: the exclusive one.
  // Establish: no thread reads what another one writes.
  // --- student code ends [to_exclusive] ---
}

// `in` is what was scanned.
extern "C" __global__ void to_inclusive(const Affine* exclusive,
                                        const Affine* in, Affine* out,
                                        unsigned n) {
  // --- student code begins [to_inclusive] ---
  // TODO(student): join each element. In: the exclusive scan and the elements.
  // Out: the inclusive scan. Establish: the element is applied last.
  // --- student code ends [to_inclusive] ---
}

// any_size: an exclusive scan of n elements in three kinds of launches, which
// the grader makes: scan every block exclusively, beginning with the identity,
// and keep its total; scan the totals exclusively with the same kernels; join
// to every block what is left of it.
//
// --- student code begins [any_size] ---
// TODO(student): what the four kernels below have in common. In: the elements
// of a block, or a carry. Out: the block's exclusive scan and its total, or the
// block with its carry. Establish: the total counts all elements of the block,
// the last one too.
// --- student code ends [any_size] ---

// Leaves the exclusive scan of every block in out and the total of its
// elements in block_totals[b], the identity where there are none.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void exclusive_max(const int* in, int* out,
                                         int* block_totals, unsigned n) {
  // --- student code begins [exclusive_max] ---
  // TODO(student): scan every block and keep its total. In: in[0 .. n). Out:
  // out[0 .. n), block_totals[b]. Establish: 0 is not the identity of max.
  // --- student code ends [exclusive_max] ---
}

// Makes out, scanned by blocks, a scan of everything; carries[b] is the totals
// of the blocks before b joined. The same grid.
extern "C" __global__ void join_max(int* out, const int* carries, unsigned n) {
  // --- student code begins [join_max] ---
  // TODO(student): join its carry to each block. In: out, carries. Out: out.
  // Establish: the carry of block b is carries[b].
  // --- student code ends [join_max] ---
}

// The same two for functions, whose order counts.
extern "C" __global__ void exclusive_compose(const Affine* in, Affine* out,
                                             Affine* block_totals, unsigned n) {
  // --- student code begins [exclusive_compose] ---
  // TODO(student): the same for functions. In: in[0 .. n). Out: out[0 .. n),
  // block_totals[b]. Establish: an empty block has the total {1, 0}.
  // --- student code ends [exclusive_compose] ---
}

extern "C" __global__ void join_compose(Affine* out, const Affine* carries,
                                        unsigned n) {
  // --- student code begins [join_compose] ---
  // TODO(student): the same for functions. In: out, carries. Out: out.
  // Establish: what is to the left is applied first.
  // --- student code ends [join_compose] ---
}

// scatter: what exclusive scans are for. Element x asks for x & 3 cells of one
// output, which it fills with x, x + 1, … The grader scans the counts.
// Leaves in counts[i] how many cells element i asks for.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void count_items(const int* in, unsigned* counts,
                                       unsigned n) {
  // --- student code begins [count_items] ---
  // TODO(student): count. In: in[0 .. n). Out: counts[i]. Establish: a negative
  // x asks for x & 3 cells too, which is not x % 4.
  // --- student code ends [count_items] ---
}

// Writes the cells of each element; offsets is the exclusive scan of counts.
extern "C" __global__ void scatter_allocated(const int* in,
                                             const unsigned* offsets, int* out,
                                             unsigned n) {
  // --- student code begins [scatter_allocated] ---
  // TODO(student): fill the cells. In: in[i], offsets[i]. Out: x, x + 1, … in
  // the cells of element i. Establish: no cell is written twice.
  // --- student code ends [scatter_allocated] ---
}

// lookback: an exclusive scan of any n in one launch, which reads each
// element once and writes it once. A tile is T = lookback_block_threads *
// lookback_items_per_thread elements; each block scans one.
constexpr unsigned lookback_block_threads = 256;    // a multiple of 32, to 1024
constexpr unsigned lookback_items_per_thread = 32;  // a multiple of 4

extern "C" {
__constant__ unsigned exclusive_scan_lookback_block_threads =
    lookback_block_threads;
__constant__ unsigned exclusive_scan_lookback_items_per_thread =
    lookback_items_per_thread;
}

// --- student code begins [lookback_parts] ---
// TODO(student): what you need besides the kernel itself: a word that says a
// tile's state and value at once, how it is published, and the look-back. In:
// the states of the tiles before. Out: their sum. Establish: who sees a flag
// also sees the value that it stands for.
// --- student code ends [lookback_parts] ---

// *ticket and tile_states[t] of every tile are 0 at the launch. Blocks may
// run in any order, and only those that run make progress.
// Grid: max(1, ceil(n / T)).
extern "C" __global__ void scan_lookback(const int* in, int* out,
                                         unsigned long long* tile_states,
                                         unsigned* ticket, unsigned n) {
  // --- student code begins [lookback] ---
  // TODO(student): scan one tile a block. In: in[0 .. n), the states of other
  // tiles. Out: out[0 .. n), the state of this one. Establish: a block waits
  // only for tiles whose blocks run already, and says what its own tile adds up
  // to before it waits.
  // --- student code ends [lookback] ---
}
