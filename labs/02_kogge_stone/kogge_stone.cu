// SPDX-License-Identifier: Apache-2.0
// Lab 02, Kogge-Stone scan: element i of the result is elements 0 to i of the
// input joined from left to right. All outputs grow together: after the step
// with stride s each has joined the 2 s elements that end at it. n may be any
// number up to 2^31, also 0; the last block of a grid may be partly or wholly
// empty. Below, B is the number of threads of a block; a section is the B
// elements, from a multiple of B on, that one block scans.

// The question of your seed, for the task "predict"; the grader sets it.
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

// B of all kernels but those of "fast", which have their own constants: a
// power of two from 32 to 1024, your choice.
constexpr unsigned block_threads = 256;

constexpr unsigned warp_threads = 32;

// What the grader reads to launch your kernels.
extern "C" {
__constant__ unsigned kogge_stone_block_threads = block_threads;
}

// predict: the eight elements and the number N that `lockstep check 02 --task
// predict` prints. In the step with stride s, element i becomes the sum of the
// elements i - s and i before it, for every i from s on; strides are 1, 2, 4.
//
// --- student code begins [predict] ---
// TODO(student): replace every -1, with a pencil and before you write a
// kernel. In: the eight elements and N. Out: the eight elements after each
// step; for N elements the steps and the additions of this scan, the additions
// if every output were a reduction of its own (element i needs i), and the
// smallest power of two p for which p processors are done sooner than one
// that adds in a row (N - 1 rounds): a step with m additions takes them
// m / p rounds, rounded up.
extern "C" {
__constant__ int predict_after_stride_1[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_after_stride_2[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_after_stride_4[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
__constant__ int predict_steps[1] = {-1};
__constant__ int predict_adds[1] = {-1};
__constant__ int predict_naive_adds[1] = {-1};
__constant__ int predict_processors[1] = {-1};
}
// --- student code ends [predict] ---

// single: out[i] is the elements from the start of i's section to i added up.
// One shared buffer, two barriers a step. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  // --- student code begins [single] ---
  // TODO(student): scan the section of this block in one array in shared
  // memory. In: in[0 .. n), of which block b has those from b * B on. Out:
  // out[i] for every i below n. Establish: in each step, no thread reads a sum
  // before it is there, and none replaces a value that another has yet to read.
  // --- student code ends [single] ---
}

// double: as single, but from one buffer to the other; one barrier a step.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_double(const float* in, float* out,
                                              unsigned n) {
  // --- student code begins [double] ---
  // TODO(student): scan as before, each step from one array to another. In:
  // in[0 .. n). Out: out[i]. Establish: with one barrier a step, nothing is
  // read before it is written, and every cell of the new array has a value.
  // --- student code ends [double] ---
}

// op: one scan for every associative operator. The function x -> a x + b,
// modulo 65521; a and b are below 65521. The alignment lets one access of 8
// bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// --- student code begins [op] ---
// TODO(student): write the scan once, as a template over an operator: a type,
// an identity and a call of two values. In: one value a thread. Out: the
// values of this thread and of all to its left, joined. Establish: the left
// operand is the one further left; cells behind the end hold the identity.
// --- student code ends [op] ---

// Each leaves in out[i] the elements from the start of i's section to i
// joined from left to right. "Compose" applies the left function first.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void scan_op_int(const int* in, int* out, unsigned n) {
  // --- student code begins [op_int] ---
  // TODO(student): scan with your template. In: in[0 .. n). Out: out[i].
  // Establish: the operator is addition, its identity 0.
  // --- student code ends [op_int] ---
}

extern "C" __global__ void scan_op_float(const float* in, float* out,
                                         unsigned n) {
  // --- student code begins [op_float] ---
  // TODO(student): scan with your template. In: in[0 .. n). Out: out[i].
  // Establish: the values stay floats on the way.
  // --- student code ends [op_float] ---
}

extern "C" __global__ void scan_op_max(const int* in, int* out, unsigned n) {
  // --- student code begins [op_max] ---
  // TODO(student): scan with your template. In: in[0 .. n). Out: out[i].
  // Establish: a section of negative values has a negative maximum.
  // --- student code ends [op_max] ---
}

extern "C" __global__ void scan_op_compose(const Affine* in, Affine* out,
                                           unsigned n) {
  // --- student code begins [op_compose] ---
  // TODO(student): scan with your template. In: in[0 .. n). Out: out[i].
  // Establish: out[i] applies in[i] last.
  // --- student code ends [op_compose] ---
}

// sections: n elements in three kinds of launches, which the grader makes:
// scan every section and keep its total; scan the totals, as an input of
// their own, with the same kernels; add to every section the total of all
// that come before it.
//
// --- student code begins [sections] ---
// TODO(student): what the four kernels below have in common. In: the elements
// of a section, or a carry. Out: the scanned section and its total, or the
// section with its carry. Establish: the total counts all elements of the
// section, also where the data ends inside it.
// --- student code ends [sections] ---

// Leaves the scan of every section in out and its total in section_totals[b],
// the identity where the section is empty. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_sections(const int* in, int* out,
                                                int* section_totals,
                                                unsigned n) {
  // --- student code begins [sections_int] ---
  // TODO(student): scan every section and keep its total. In: in[0 .. n). Out:
  // out[0 .. n), section_totals[b] of every block b. Establish: the total of a
  // section is there exactly once, from the thread that knows it.
  // --- student code ends [sections_int] ---
}

// Makes out, scanned by sections, a scan of everything; scanned_totals[b] is
// the totals of the sections 0 to b joined. The same grid.
extern "C" __global__ void add_carries(int* out, const int* scanned_totals,
                                       unsigned n) {
  // --- student code begins [carries_int] ---
  // TODO(student): add the carry of its section to each element. In: out,
  // scanned_totals. Out: out. Establish: the carry of section b is the total of
  // the sections before b, without b itself.
  // --- student code ends [carries_int] ---
}

// The same two for functions, whose order counts.
extern "C" __global__ void compose_sections(const Affine* in, Affine* out,
                                            Affine* section_totals,
                                            unsigned n) {
  // --- student code begins [sections_compose] ---
  // TODO(student): the same for functions. In: in[0 .. n). Out: out[0 .. n),
  // section_totals[b]. Establish: an empty section has the total {1, 0}.
  // --- student code ends [sections_compose] ---
}

extern "C" __global__ void compose_carries(Affine* out,
                                           const Affine* scanned_totals,
                                           unsigned n) {
  // --- student code begins [carries_compose] ---
  // TODO(student): the same for functions. In: out, scanned_totals. Out: out.
  // Establish: what is to the left is applied first.
  // --- student code ends [carries_compose] ---
}

// Returns, in lane l, the sum of the values of lanes 0 to l of the warp, all
// of which call it. Uses no memory.
__device__ int scan_warp(int value) {
  // --- student code begins [scan_warp] ---
  // TODO(student): scan a warp by shuffles. In: one value a lane. Out: the sum
  // of the lanes up to this one. Establish: every lane executes every shuffle,
  // and a lane adds only what comes from a lane of its own warp.
  return 0;
  // --- student code ends [scan_warp] ---
}

// warp: as single, on ints: each warp scans its part by shuffles; at most four
// ints a warp are written to shared memory. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_warp(const int* in, int* out,
                                            unsigned n) {
  // --- student code begins [by_warps] ---
  // TODO(student): scan each warp with scan_warp, then the totals of the warps.
  // In: in[0 .. n). Out: out[i]. Establish: a warp adds the totals of all warps
  // before it, after these are there.
  // --- student code ends [by_warps] ---
}

// repair: as single; somebody found that it also works with one barrier.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_repair(const float* in, float* out,
                                              unsigned n) {
  // --- student code begins [repair] ---
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0.0f;

  // TODO(student): make this correct. In: in[0 .. n). Out: out[i]. Establish:
  // whatever order the threads of the block run in, the result is the same.
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float sum = tile[thread];
    if (thread >= stride) sum = tile[thread - stride] + sum;
    tile[thread] = sum;
  }

  if (i < n) out[i] = tile[thread];
  // --- student code ends [repair] ---
}

// fast: three launches for any n, near the speed of the memory. A tile is T =
// fast_block_threads * fast_items_per_thread elements, from a multiple of T
// on: fast_totals adds up each tile, fast_scan_totals scans the totals in
// place, exclusively, in one block, and fast_scan reads every tile again and
// scans it from its carry on.
constexpr unsigned fast_block_threads = 256;    // a multiple of 32, to 1024
constexpr unsigned fast_items_per_thread = 16;  // a multiple of 4

extern "C" {
__constant__ unsigned kogge_stone_fast_block_threads = fast_block_threads;
__constant__ unsigned kogge_stone_fast_items_per_thread = fast_items_per_thread;
}

// --- student code begins [fast] ---
// TODO(student): what the three kernels below have in common. In: the tile of
// a block. Out: its elements in registers. Establish: neighbouring lanes load
// neighbouring vectors of four, and nothing behind n is read.
// --- student code ends [fast] ---

// Leaves in tile_totals[t] the sum of tile t. Grid: max(1, ceil(n / T)).
extern "C" __global__ void fast_totals(const int* in, int* tile_totals,
                                       unsigned n) {
  // --- student code begins [fast_totals] ---
  // TODO(student): add up one tile a block. In: in[0 .. n). Out:
  // tile_totals[t]. Establish: all loads of a thread are on their way before it
  // waits for the first.
  // --- student code ends [fast_totals] ---
}

// Replaces each of the `count` totals by the sum of those before it. One
// block of fast_block_threads.
extern "C" __global__ void fast_scan_totals(int* tile_totals, unsigned count) {
  // --- student code begins [fast_scan_totals] ---
  // TODO(student): scan the totals in place, exclusively. In: tile_totals[0 ..
  // count). Out: the same cells. Establish: any count is right, also more than
  // the block has threads.
  // --- student code ends [fast_scan_totals] ---
}

// Leaves in out[i] the elements 0 to i added up; carries[t] is the sum of the
// tiles before t. Grid: max(1, ceil(n / T)).
extern "C" __global__ void fast_scan(const int* in, const int* carries,
                                     int* out, unsigned n) {
  // --- student code begins [fast_scan] ---
  // TODO(student): scan each tile from its carry on. In: in[0 .. n),
  // carries[t]. Out: out[0 .. n). Establish: each element is read once and
  // written once.
  // --- student code ends [fast_scan] ---
}
