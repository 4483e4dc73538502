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
// The solution answers every question, so it computes where you count.
struct Prediction {
  int after[3][8];
  int n, steps, adds, processors;
};

// Rounds that p processors need for the adds of all steps over n elements.
constexpr int rounds(int n, int p) {
  int sum = 0;
  for (int stride = 1; stride < n; stride *= 2) sum += (n - stride + p - 1) / p;
  return sum;
}

constexpr Prediction predict(unsigned question) {
  Prediction answer{};
  int element[8] = {};
  unsigned state = question;
  for (int& value : element) {
    state = (state * 25173 + 13849) % 65536;
    value = static_cast<int>(state % 90 + 10);
  }
  for (int step = 0; step < 3; ++step) {
    const int stride = 1 << step;
    for (int i = 7; i >= stride; --i) element[i] += element[i - stride];
    for (int i = 0; i < 8; ++i) answer.after[step][i] = element[i];
  }
  answer.n = 64 << question % 5;
  for (int stride = 1; stride < answer.n; stride *= 2) {
    ++answer.steps;
    answer.adds += answer.n - stride;
  }
  answer.processors = 1;
  while (rounds(answer.n, answer.processors) >= answer.n - 1)
    answer.processors *= 2;
  return answer;
}

constexpr Prediction answer = predict(LOCKSTEP_QUESTION);

extern "C" {
__constant__ int predict_after_stride_1[8] = {
    answer.after[0][0], answer.after[0][1], answer.after[0][2],
    answer.after[0][3], answer.after[0][4], answer.after[0][5],
    answer.after[0][6], answer.after[0][7]};
__constant__ int predict_after_stride_2[8] = {
    answer.after[1][0], answer.after[1][1], answer.after[1][2],
    answer.after[1][3], answer.after[1][4], answer.after[1][5],
    answer.after[1][6], answer.after[1][7]};
__constant__ int predict_after_stride_4[8] = {
    answer.after[2][0], answer.after[2][1], answer.after[2][2],
    answer.after[2][3], answer.after[2][4], answer.after[2][5],
    answer.after[2][6], answer.after[2][7]};
// Each step doubles what an element has joined: log2 N steps.
__constant__ int predict_steps[1] = {answer.steps};
// N - 1, N - 2, N - 4, … of them: N log2 N - (N - 1).
__constant__ int predict_adds[1] = {answer.adds};
// 0 + 1 + … + (N - 1).
__constant__ int predict_naive_adds[1] = {answer.n * (answer.n - 1) / 2};
__constant__ int predict_processors[1] = {answer.processors};
}
// --- student code ends [predict] ---

// single: out[i] is the elements from the start of i's section to i added up.
// One shared buffer, two barriers a step. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  // --- student code begins [single] ---
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0.0f;  // identity behind the end

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Orders the writes before it (the load, then the step before) before the
    // reads below by other threads; without it a partial sum may be old.
    __syncthreads();
    float sum = 0;
    if (thread >= stride) sum = tile[thread - stride] + tile[thread];
    // Orders all reads of this step before its writes; without it a thread
    // that runs ahead replaces a cell whose old value its neighbour to the
    // right has yet to read (write after read).
    __syncthreads();
    if (thread >= stride) tile[thread] = sum;
  }

  if (i < n) out[i] = tile[thread];  // this thread wrote the cell itself
  // --- student code ends [single] ---
}

// double: as single, but from one buffer to the other; one barrier a step.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_double(const float* in, float* out,
                                              unsigned n) {
  // --- student code begins [double] ---
  __shared__ float buffers[2][block_threads];
  float* source = buffers[0];
  float* destination = buffers[1];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  source[thread] = i < n ? in[i] : 0.0f;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Orders the writes of source before the reads of it below. The writes
    // of destination need no barrier of their own: what was last read there,
    // by the step before, was read before this one.
    __syncthreads();
    float sum = source[thread];
    if (thread >= stride) sum = source[thread - stride] + sum;
    destination[thread] = sum;  // every cell: the next step reads all

    float* const read = source;
    source = destination;
    destination = read;
  }

  if (i < n) out[i] = source[thread];
  // --- student code ends [double] ---
}

// op: one scan for every associative operator. The function x -> a x + b,
// modulo 65521; a and b are below 65521. The alignment lets one access of 8
// bytes move both.
struct alignas(8) Affine {
  unsigned a, b;
};

// --- student code begins [op] ---
// An operator has a value type, an identity and a call of two values, the
// left one first.
struct AddInt {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left + right; }
};

struct AddFloat {
  using Value = float;
  static __device__ float identity() { return 0.0f; }
  static __device__ float call(float left, float right) { return left + right; }
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

// Returns, in thread t, the values of threads 0 to t joined. All B threads
// call it; to call it again, put a barrier between.
template <typename Operator>
__device__ typename Operator::Value scan_block(typename Operator::Value value) {
  __shared__ typename Operator::Value buffers[2][block_threads];
  const unsigned thread = threadIdx.x;
  unsigned source = 0;
  buffers[source][thread] = value;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // As in kogge_stone_double: one barrier orders both buffers.
    __syncthreads();
    // The element further left is the left operand.
    if (thread >= stride)
      value = Operator::call(buffers[source][thread - stride], value);
    source = 1 - source;
    buffers[source][thread] = value;
  }
  return value;
}

// Scans the section of each block.
template <typename Operator>
__device__ void scan_sections(const typename Operator::Value* in,
                              typename Operator::Value* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto scanned =
      scan_block<Operator>(i < n ? in[i] : Operator::identity());
  if (i < n) out[i] = scanned;
}
// --- student code ends [op] ---

// Each leaves in out[i] the elements from the start of i's section to i
// joined from left to right. "Compose" applies the left function first.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void scan_op_int(const int* in, int* out, unsigned n) {
  // --- student code begins [op_int] ---
  scan_sections<AddInt>(in, out, n);
  // --- student code ends [op_int] ---
}

extern "C" __global__ void scan_op_float(const float* in, float* out,
                                         unsigned n) {
  // --- student code begins [op_float] ---
  scan_sections<AddFloat>(in, out, n);
  // --- student code ends [op_float] ---
}

extern "C" __global__ void scan_op_max(const int* in, int* out, unsigned n) {
  // --- student code begins [op_max] ---
  scan_sections<Max>(in, out, n);
  // --- student code ends [op_max] ---
}

extern "C" __global__ void scan_op_compose(const Affine* in, Affine* out,
                                           unsigned n) {
  // --- student code begins [op_compose] ---
  scan_sections<Compose>(in, out, n);
  // --- student code ends [op_compose] ---
}

// sections: n elements in three kinds of launches, which the grader makes:
// scan every section and keep its total; scan the totals, as an input of
// their own, with the same kernels; add to every section the total of all
// that come before it.
//
// --- student code begins [sections] ---
// Returns nothing; leaves the scanned sections in out and in section_totals
// the last, inclusive value of each section, the identity if it is empty.
template <typename Operator>
__device__ void scan_sections_and_totals(
    const typename Operator::Value* in, typename Operator::Value* out,
    typename Operator::Value* section_totals, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto scanned =
      scan_block<Operator>(i < n ? in[i] : Operator::identity());
  if (i < n) out[i] = scanned;
  // The last thread's value includes the whole section, also where the end
  // of the data cuts it: identities change nothing.
  if (threadIdx.x == blockDim.x - 1) section_totals[blockIdx.x] = scanned;
}

// Joins what is left of a section to each of its elements, as left operand.
// Section 0 has nothing to its left.
template <typename Operator>
__device__ void join_carries(typename Operator::Value* out,
                             const typename Operator::Value* scanned_totals,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0)
    out[i] = Operator::call(scanned_totals[blockIdx.x - 1], out[i]);
}
// --- student code ends [sections] ---

// Leaves the scan of every section in out and its total in section_totals[b],
// the identity where the section is empty. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_sections(const int* in, int* out,
                                                int* section_totals,
                                                unsigned n) {
  // --- student code begins [sections_int] ---
  scan_sections_and_totals<AddInt>(in, out, section_totals, n);
  // --- student code ends [sections_int] ---
}

// Makes out, scanned by sections, a scan of everything; scanned_totals[b] is
// the totals of the sections 0 to b joined. The same grid.
extern "C" __global__ void add_carries(int* out, const int* scanned_totals,
                                       unsigned n) {
  // --- student code begins [carries_int] ---
  join_carries<AddInt>(out, scanned_totals, n);
  // --- student code ends [carries_int] ---
}

// The same two for functions, whose order counts.
extern "C" __global__ void compose_sections(const Affine* in, Affine* out,
                                            Affine* section_totals,
                                            unsigned n) {
  // --- student code begins [sections_compose] ---
  scan_sections_and_totals<Compose>(in, out, section_totals, n);
  // --- student code ends [sections_compose] ---
}

extern "C" __global__ void compose_carries(Affine* out,
                                           const Affine* scanned_totals,
                                           unsigned n) {
  // --- student code begins [carries_compose] ---
  join_carries<Compose>(out, scanned_totals, n);
  // --- student code ends [carries_compose] ---
}

// Returns, in lane l, the sum of the values of lanes 0 to l of the warp, all
// of which call it. Uses no memory.
__device__ int scan_warp(int value) {
  // --- student code begins [scan_warp] ---
  constexpr unsigned all_lanes = 0xffffffff;
  const unsigned lane = threadIdx.x % warp_threads;
  for (unsigned stride = 1; stride < warp_threads; stride *= 2) {
    // All lanes shuffle, also those that have nothing to add: the mask names
    // them. A shuffle reads before anyone writes, so no second buffer.
    const int left = __shfl_up_sync(all_lanes, value, stride);
    if (lane >= stride) value += left;
  }
  return value;
  // --- student code ends [scan_warp] ---
}

// warp: as single, on ints: each warp scans its part by shuffles; at most four
// ints a warp are written to shared memory. Grid: max(1, ceil(n / B)).
extern "C" __global__ void kogge_stone_warp(const int* in, int* out,
                                            unsigned n) {
  // --- student code begins [by_warps] ---
  __shared__ int warp_totals[warp_threads];  // 1024 threads are 32 warps
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;
  const unsigned warps = blockDim.x / warp_threads;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int sum = scan_warp(i < n ? in[i] : 0);
  if (lane == warp_threads - 1) warp_totals[warp] = sum;
  // Orders the totals of all warps before warp 0 reads them.
  __syncthreads();

  if (warp == 0) {
    const int scanned = scan_warp(lane < warps ? warp_totals[lane] : 0);
    if (lane < warps) warp_totals[lane] = scanned;
  }
  // Orders the scanned totals before the other warps read them; without it
  // they may add a warp's own total instead of all those before it.
  __syncthreads();

  if (warp > 0) sum += warp_totals[warp - 1];
  if (i < n) out[i] = sum;
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

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Orders the writes before it before the reads below.
    __syncthreads();
    float sum = tile[thread];
    if (thread >= stride) sum = tile[thread - stride] + sum;
    // Orders the reads before the writes: the barrier that was missing.
    __syncthreads();
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
constexpr unsigned fast_warps = fast_block_threads / warp_threads;
constexpr unsigned fast_vectors = fast_items_per_thread / 4;
constexpr unsigned fast_tile = fast_block_threads * fast_items_per_thread;

// Four neighbours, from a multiple of 4 on; 0 behind the end of the data.
__device__ int4 load_four(const int* in, unsigned first, unsigned n) {
  if (first + 3 < n) return *reinterpret_cast<const int4*>(in + first);
  return {first < n ? in[first] : 0, first + 1 < n ? in[first + 1] : 0,
          first + 2 < n ? in[first + 2] : 0, 0};
}

__device__ void store_four(int* out, unsigned first, unsigned n, int4 four) {
  if (first + 3 < n) {
    *reinterpret_cast<int4*>(out + first) = four;
    return;
  }
  if (first < n) out[first] = four.x;
  if (first + 1 < n) out[first + 1] = four.y;
  if (first + 2 < n) out[first + 2] = four.z;
}

// The first element of this thread's vector `v`. A warp has neighbouring
// elements, 128 of them a vector, so that its loads are neighbours too.
__device__ unsigned first_of(unsigned v) {
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;
  return blockIdx.x * fast_tile + warp * warp_threads * fast_items_per_thread +
         (v * warp_threads + lane) * 4;
}

// Returns, in every thread, the totals of the warps before its own added up,
// and leaves the total of all in block_total. One barrier.
__device__ int carry_of_warp(int warp_total, int* totals, int& block_total) {
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;
  if (lane == warp_threads - 1) totals[warp] = warp_total;
  // Orders the totals of all warps before all warps read them.
  __syncthreads();
  const int scanned = scan_warp(lane < fast_warps ? totals[lane] : 0);
  block_total = __shfl_sync(0xffffffff, scanned, warp_threads - 1);
  const int before = __shfl_sync(0xffffffff, scanned, (warp + 31) % 32);
  return warp > 0 ? before : 0;
}
// --- student code ends [fast] ---

// Leaves in tile_totals[t] the sum of tile t. Grid: max(1, ceil(n / T)).
extern "C" __global__ void fast_totals(const int* in, int* tile_totals,
                                       unsigned n) {
  // --- student code begins [fast_totals] ---
  __shared__ int totals[warp_threads];
  int4 four[fast_vectors];
  // All loads leave before the first add waits for one.
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v)
    four[v] = load_four(in, first_of(v), n);
  int sum = 0;
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v)
    sum += four[v].x + four[v].y + four[v].z + four[v].w;

  int block_total;
  carry_of_warp(scan_warp(sum), totals, block_total);
  if (threadIdx.x == 0) tile_totals[blockIdx.x] = block_total;
  // --- student code ends [fast_totals] ---
}

// Replaces each of the `count` totals by the sum of those before it. One
// block of fast_block_threads.
extern "C" __global__ void fast_scan_totals(int* tile_totals, unsigned count) {
  // --- student code begins [fast_scan_totals] ---
  __shared__ int totals[warp_threads];
  int carry = 0;
  for (unsigned first = 0; first < count; first += fast_block_threads) {
    const unsigned i = first + threadIdx.x;
    const int own = i < count ? tile_totals[i] : 0;
    const int scanned = scan_warp(own);
    int block_total;
    const int before = carry_of_warp(scanned, totals, block_total);
    if (i < count) tile_totals[i] = carry + before + scanned - own;
    carry += block_total;
    // Orders this round's reads of totals before the next round's writes.
    __syncthreads();
  }
  // --- student code ends [fast_scan_totals] ---
}

// Leaves in out[i] the elements 0 to i added up; carries[t] is the sum of the
// tiles before t. Grid: max(1, ceil(n / T)).
extern "C" __global__ void fast_scan(const int* in, const int* carries,
                                     int* out, unsigned n) {
  // --- student code begins [fast_scan] ---
  __shared__ int totals[warp_threads];
  int4 four[fast_vectors];
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v)
    four[v] = load_four(in, first_of(v), n);

  // Scan the warp's part: each lane its four, the lanes by shuffles, and one
  // vector after the other.
  int warp_total = 0;
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v) {
    four[v].y += four[v].x;
    four[v].z += four[v].y;
    four[v].w += four[v].z;
    const int scanned = scan_warp(four[v].w);
    const int before = warp_total + scanned - four[v].w;
    four[v] = {four[v].x + before, four[v].y + before, four[v].z + before,
               four[v].w + before};
    warp_total += __shfl_sync(0xffffffff, scanned, warp_threads - 1);
  }

  int block_total;
  const int carry =
      carries[blockIdx.x] + carry_of_warp(warp_total, totals, block_total);
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v)
    store_four(out, first_of(v), n,
               {four[v].x + carry, four[v].y + carry, four[v].z + carry,
                four[v].w + carry});
  // --- student code ends [fast_scan] ---
}
