// SPDX-License-Identifier: Apache-2.0
// Lab 03, Brent-Kung scan: a tree that adds up and a second one that hands
// the sums down again. Twice the steps of lab 02, but hardly more work than
// one thread has. n may be any number up to 2^31, also 0; the last block of a
// grid may be partly or wholly empty. Below, B is the number of threads of a
// block; a section is the 2 B elements, from a multiple of 2 B on, that one
// block scans.

// The question of your seed, for the task "predict"; the grader sets it.
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

// B of all kernels but that of "fast", which has its own constants: a power of
// two from 32 to 512, your choice.
constexpr unsigned block_threads = 256;
constexpr unsigned section_items = 2 * block_threads;

constexpr unsigned warp_threads = 32;

// What the grader reads to launch your kernels.
extern "C" {
__constant__ unsigned brent_kung_block_threads = block_threads;
}

// predict: the eight elements, the number N and the three machines that
// `lockstep check 03 --task predict` prints. The up-sweep has strides 1, 2, 4:
// each adds element i - s to element i for i = 2 s - 1, 4 s - 1, 6 s - 1, …
// Brent-Kung goes on with strides 2 and 1, which add element i - s to element
// i for i = 3 s - 1, 5 s - 1, …; Blelloch puts 0 into the last cell and goes on
// with strides 4, 2, 1: cell i - s gets what is in cell i, and cell i the sum
// of what was in both.
//
// --- student code begins [predict] ---
// TODO(student): replace every -1, with a pencil and before you write a
// kernel. In: what is printed. Out: the eight cells after the up-sweep, after
// Brent-Kung's stride 2, and after Blelloch's strides 4, 2 and 1; for N
// elements the additions and steps of both, and the threads that Brent-Kung
// needs; for each of the three machines the scan with the fewest rounds: 1
// for one addition after the other, 2 for Kogge-Stone, 3 for Brent-Kung (a
// step with m additions takes p processors m / p rounds, rounded up).
extern "C" {
__constant__ int predict_up_sweep[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_post_2[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_down_4[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_down_2[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_down_1[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_adds[1] = {-1};
__constant__ int predict_steps[1] = {-1};
__constant__ int predict_blelloch_adds[1] = {-1};
__constant__ int predict_blelloch_steps[1] = {-1};
__constant__ int predict_threads[1] = {-1};
__constant__ int predict_choice[3] = {-1, -1, -1};
}
// --- student code ends [predict] ---

// The function x -> a x + b, modulo 65521; a and b are below 65521. The
// alignment lets one access of 8 bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// An operator has a value type, an identity and a call of two values, the
// left one first.
struct AddFloat {
  using Value = float;
  static __device__ float identity() { return 0.0f; }
  static __device__ float call(float left, float right) { return left + right; }
};

struct AddInt {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left + right; }
};

// Applies left, then right: a product below 65521 squared fits in 32 bits.
struct Compose {
  using Value = Affine;
  static __device__ Affine identity() { return {1, 0}; }
  static __device__ Affine call(Affine left, Affine right) {
    return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
  }
};

// Where cell i of a section lies in shared memory. A tile passes one of them
// to the functions below, so that both layouts share them.
struct Plain {
  static constexpr unsigned cells = section_items;
  static __device__ unsigned at(unsigned i) { return i; }
};

struct Padded {
  // --- student code begins [padding] ---
  // TODO(student): for the task padded: a layout with holes. In: a cell. Out:
  // where it lies. Establish: cells that a warp touches at a time, 2, 4, 8, …
  // apart, lie in different banks; `cells` has room for all of them.
  static constexpr unsigned cells = section_items;
  static __device__ unsigned at(unsigned i) { return i; }
  // --- student code ends [padding] ---
};

// Fills the tile with the block's section, the identity behind the end.
template <typename Operator, typename Layout>
__device__ void load_section(const typename Operator::Value* in,
                             typename Operator::Value* tile, unsigned n) {
  // --- student code begins [load_section] ---
  // TODO(student): two elements a thread. In: in[0 .. n). Out: the 2 B cells of
  // the tile, cell k at Layout::at(k). Establish: every cell has a value, and
  // neighbouring threads load neighbouring elements.
  // --- student code ends [load_section] ---
}

// Copies the tile to the block's section of out.
template <typename T, typename Layout>
__device__ void store_section(const T* tile, T* out, unsigned n) {
  // --- student code begins [store_section] ---
  // TODO(student): two elements a thread. In: the tile, whose last writes no
  // barrier has ordered yet. Out: the section of out. Establish: nothing is
  // written behind n.
  // --- student code ends [store_section] ---
}

// Leaves in every cell 2 s - 1, 4 s - 1, … the s cells that end with it
// joined, for s = 2, 4, … up to the whole section.
template <typename Operator, typename Layout>
__device__ void up_sweep(typename Operator::Value* tile) {
  // --- student code begins [up_sweep] ---
  // TODO(student): the tree that adds up. In: a tile that was just filled, no
  // barrier yet. Out: the sums in cells 2 s - 1, 4 s - 1, … Establish: every
  // thread reaches every barrier, and the threads that work in a step are
  // neighbours.
  // --- student code ends [up_sweep] ---
}

// reduce_phase: out is the section as the up-sweep leaves it.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void brent_kung_reduce_phase(const float* in, float* out,
                                                   unsigned n) {
  // --- student code begins [reduce_phase] ---
  // TODO(student): load, sweep up, store. In: in[0 .. n). Out: out[0 .. n).
  // Establish: the tile is as large as the section.
  // --- student code ends [reduce_phase] ---
}

// inclusive: out[i] is the elements from the start of i's section to i added
// up, with 2 S - 2 - log2 S additions in a section of S.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void brent_kung(const float* in, float* out, unsigned n) {
  // --- student code begins [inclusive] ---
  // TODO(student): after the up-sweep hand the sums on. In: in[0 .. n). Out:
  // out[i]. Establish: a step adds only cells that are complete to cells that
  // lack exactly them.
  // --- student code ends [inclusive] ---
}

// Turns the tile, as the up-sweep leaves it, into its exclusive scan.
template <typename Operator, typename Layout>
__device__ void down_sweep(typename Operator::Value* tile) {
  // --- student code begins [down_sweep] ---
  // TODO(student): the tree that hands down. In: the tile after the up-sweep,
  // no barrier yet. Out: the exclusive scan. Establish: each pair of cells gets
  // what is left of both; in the right one that comes before the left half.
  // --- student code ends [down_sweep] ---
}

// blelloch: out[i] is the elements from the start of i's section up to, and
// without, i joined from left to right; the identity where there are none.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch(const int* in, int* out, unsigned n) {
  // --- student code begins [blelloch] ---
  // TODO(student): load, sweep up, sweep down, store. In: in[0 .. n). Out:
  // out[i]. Establish: out[i] does not contain in[i].
  // --- student code ends [blelloch] ---
}

// The same for functions, whose order counts: out[i] applies in[i - 1] last.
extern "C" __global__ void blelloch_compose(const Affine* in, Affine* out,
                                            unsigned n) {
  // --- student code begins [blelloch_compose] ---
  // TODO(student): the same for functions. In: in[0 .. n). Out: out[i].
  // Establish: the first element of a section gets the identity {1, 0}.
  // --- student code ends [blelloch_compose] ---
}

// padded: as blelloch, without a conflict between banks of shared memory.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch_padded(const int* in, int* out,
                                           unsigned n) {
  // --- student code begins [padded] ---
  // TODO(student): as blelloch, in the padded layout. In: in[0 .. n). Out:
  // out[i]. Establish: every access of the tile goes through the layout.
  // --- student code ends [padded] ---
}

// sections: an exclusive scan of n elements in three kinds of launches, which
// the grader makes: scan every section and keep its total; scan the totals,
// exclusively, with the same kernels; join to every section what is left of
// it.
//
// --- student code begins [sections] ---
// TODO(student): what the four kernels below have in common. In: the elements
// of a section, or a carry. Out: the scanned section and its total, or the
// section with its carry. Establish: the total is taken before the root is
// replaced.
// --- student code ends [sections] ---

// Leaves the exclusive scan of every section in out and its total in
// section_totals[b], the identity where the section is empty.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch_sections(const int* in, int* out,
                                             int* section_totals, unsigned n) {
  // --- student code begins [sections_int] ---
  // TODO(student): scan every section and keep its total. In: in[0 .. n). Out:
  // out[0 .. n), section_totals[b] of every block b. Establish: the total of a
  // section contains its last element.
  // --- student code ends [sections_int] ---
}

// Makes out, scanned by sections, a scan of everything; carries[b] is the
// totals of the sections before b joined. The same grid.
extern "C" __global__ void join_section_carries(int* out, const int* carries,
                                                unsigned n) {
  // --- student code begins [carries_int] ---
  // TODO(student): join its carry to each section. In: out, carries. Out: out.
  // Establish: the carry of section b is carries[b], as these are exclusive.
  // --- student code ends [carries_int] ---
}

// The same two for functions.
extern "C" __global__ void compose_sections(const Affine* in, Affine* out,
                                            Affine* section_totals,
                                            unsigned n) {
  // --- student code begins [sections_compose] ---
  // TODO(student): the same for functions. In: in[0 .. n). Out: out[0 .. n),
  // section_totals[b]. Establish: an empty section has the total {1, 0}.
  // --- student code ends [sections_compose] ---
}

extern "C" __global__ void compose_section_carries(Affine* out,
                                                   const Affine* carries,
                                                   unsigned n) {
  // --- student code begins [carries_compose] ---
  // TODO(student): the same for functions. In: out, carries. Out: out.
  // Establish: what is to the left is applied first.
  // --- student code ends [carries_compose] ---
}

// fast: the exclusive scan of every tile of T = fast_block_threads *
// fast_items_per_thread elements, and the tiles' totals, near the speed of a
// copy. Grid: max(1, ceil(n / T)).
constexpr unsigned fast_block_threads = 256;    // a multiple of 32, to 1024
constexpr unsigned fast_items_per_thread = 16;  // a multiple of 4

extern "C" {
__constant__ unsigned brent_kung_fast_block_threads = fast_block_threads;
__constant__ unsigned brent_kung_fast_items_per_thread = fast_items_per_thread;
}

// --- student code begins [fast_parts] ---
// TODO(student): what you need besides the kernel itself. In: nothing. Out:
// nothing. Establish: nothing.
// --- student code ends [fast_parts] ---

extern "C" __global__ void fast_sections(const int* in, int* out,
                                         int* tile_totals, unsigned n) {
  // --- student code begins [fast] ---
  // TODO(student): scan a tile with several elements a thread. In: in[0 .. n).
  // Out: out[0 .. n), tile_totals[t]. Establish: neighbouring lanes access
  // neighbouring vectors, each element is read and written once, and only sums
  // of several elements go through the parallel scan.
  // --- student code ends [fast] ---
}
