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
// The solution answers every question, so it computes where you count.
struct Prediction {
  int up[8], post_2[8], down_4[8], down_2[8], down_1[8];
  int n, steps, choice[3];
};

struct Machine {
  int elements, processors;
};

constexpr int rounded_up(int a, int b) { return (a + b - 1) / b; }

// Rounds of one addition at a time, of Kogge-Stone and of Brent-Kung.
constexpr int rounds(int algorithm, Machine m) {
  if (algorithm == 1) return m.elements - 1;
  int sum = 0;
  for (int stride = 1; stride < m.elements; stride *= 2) {
    if (algorithm == 2) {
      sum += rounded_up(m.elements - stride, m.processors);
    } else {
      const int pairs = m.elements / (2 * stride);
      sum += rounded_up(pairs, m.processors) +
             rounded_up((m.elements - stride) / (2 * stride), m.processors);
    }
  }
  return sum;
}

constexpr int fastest(Machine m) {
  int best = 1;
  for (int algorithm = 2; algorithm <= 3; ++algorithm)
    if (rounds(algorithm, m) < rounds(best, m)) best = algorithm;
  return best;
}

constexpr Prediction predict(unsigned question) {
  Prediction p{};
  unsigned state = question;
  for (int& value : p.up) {
    state = (state * 25173 + 13849) % 65536;
    value = static_cast<int>(state % 90 + 10);
  }
  for (int s = 1; s <= 4; s *= 2)
    for (int i = 2 * s - 1; i < 8; i += 2 * s) p.up[i] += p.up[i - s];
  for (int i = 0; i < 8; ++i) p.post_2[i] = p.up[i] + (i == 5 ? p.up[3] : 0);
  int cell[8] = {};
  for (int i = 0; i < 7; ++i) cell[i] = p.up[i];
  for (int s = 4; s >= 1; s /= 2) {
    for (int i = 2 * s - 1; i < 8; i += 2 * s) {
      const int left = cell[i - s];
      cell[i - s] = cell[i];
      cell[i] += left;
    }
    for (int i = 0; i < 8; ++i)
      (s == 4 ? p.down_4 : s == 2 ? p.down_2 : p.down_1)[i] = cell[i];
  }
  p.n = 64 << question % 5;
  while (1 << p.steps < p.n) ++p.steps;
  const Machine machines[3] = {{512, 512}, {1000000, 512}, {131072, 1}};
  for (int i = 0; i < 3; ++i)
    p.choice[i] = fastest(machines[(question + i) % 3]);
  return p;
}

constexpr Prediction answer = predict(LOCKSTEP_QUESTION);

#define EIGHT(a) \
  { a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7] }
extern "C" {
__constant__ int predict_up_sweep[8] = EIGHT(answer.up);
__constant__ int predict_post_2[8] = EIGHT(answer.post_2);
__constant__ int predict_down_4[8] = EIGHT(answer.down_4);
__constant__ int predict_down_2[8] = EIGHT(answer.down_2);
__constant__ int predict_down_1[8] = EIGHT(answer.down_1);
// The up-sweep makes N - 1 additions, the second tree N / 2 - 1, N / 4 - 1, …
// The root alone is finished by the up-sweep, so the second tree is one step
// shorter.
__constant__ int predict_adds[1] = {2 * answer.n - 2 - answer.steps};
__constant__ int predict_steps[1] = {2 * answer.steps - 1};
// Both trees of Blelloch are whole.
__constant__ int predict_blelloch_adds[1] = {2 * (answer.n - 1)};
__constant__ int predict_blelloch_steps[1] = {2 * answer.steps};
// One thread for each pair of the first step.
__constant__ int predict_threads[1] = {answer.n / 2};
__constant__ int predict_choice[3] = {answer.choice[0], answer.choice[1],
                                      answer.choice[2]};
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
  // One cell in 33 stays empty: cells 32, 64, 128, … apart, which the upper
  // steps of the trees touch at a time, then lie in different banks.
  static constexpr unsigned cells = section_items + section_items / 32;
  static __device__ unsigned at(unsigned i) { return i + i / 32; }
  // --- student code ends [padding] ---
};

// Fills the tile with the block's section, the identity behind the end.
template <typename Operator, typename Layout>
__device__ void load_section(const typename Operator::Value* in,
                             typename Operator::Value* tile, unsigned n) {
  // --- student code begins [load_section] ---
  // Neighbouring threads load neighbours, in two halves.
  const unsigned first = blockIdx.x * 2 * blockDim.x;
  for (unsigned k = threadIdx.x; k < 2 * blockDim.x; k += blockDim.x) {
    const unsigned i = first + k;
    tile[Layout::at(k)] = i < n ? in[i] : Operator::identity();
  }
  // --- student code ends [load_section] ---
}

// Copies the tile to the block's section of out.
template <typename T, typename Layout>
__device__ void store_section(const T* tile, T* out, unsigned n) {
  // --- student code begins [store_section] ---
  // Orders the last writes of the tile before other threads read them.
  __syncthreads();
  const unsigned first = blockIdx.x * 2 * blockDim.x;
  for (unsigned k = threadIdx.x; k < 2 * blockDim.x; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[Layout::at(k)];
  // --- student code ends [store_section] ---
}

// Leaves in every cell 2 s - 1, 4 s - 1, … the s cells that end with it
// joined, for s = 2, 4, … up to the whole section.
template <typename Operator, typename Layout>
__device__ void up_sweep(typename Operator::Value* tile) {
  // --- student code begins [up_sweep] ---
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    // Orders the writes before it (the load, then the step before) before
    // the reads below by other threads; without it a partial sum may be old.
    __syncthreads();
    // The threads that work are neighbours, whatever the stride.
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < 2 * blockDim.x) {
      const unsigned to = Layout::at(right);
      tile[to] = Operator::call(tile[Layout::at(right - stride)], tile[to]);
    }
  }
  // --- student code ends [up_sweep] ---
}

// reduce_phase: out is the section as the up-sweep leaves it.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void brent_kung_reduce_phase(const float* in, float* out,
                                                   unsigned n) {
  // --- student code begins [reduce_phase] ---
  __shared__ float tile[Plain::cells];
  load_section<AddFloat, Plain>(in, tile, n);
  up_sweep<AddFloat, Plain>(tile);
  store_section<float, Plain>(tile, out, n);
  // --- student code ends [reduce_phase] ---
}

// inclusive: out[i] is the elements from the start of i's section to i added
// up, with 2 S - 2 - log2 S additions in a section of S.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void brent_kung(const float* in, float* out, unsigned n) {
  // --- student code begins [inclusive] ---
  __shared__ float tile[Plain::cells];
  load_section<AddFloat, Plain>(in, tile, n);
  up_sweep<AddFloat, Plain>(tile);

  // What ends at 2 s - 1, 4 s - 1, … is complete; s cells further on lie the
  // sums of s elements that lack exactly that.
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    // Orders the sums of the step before before their reads by others.
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1 + stride;
    if (right < 2 * blockDim.x) tile[right] += tile[right - stride];
  }

  store_section<float, Plain>(tile, out, n);
  // --- student code ends [inclusive] ---
}

// Turns the tile, as the up-sweep leaves it, into its exclusive scan.
template <typename Operator, typename Layout>
__device__ void down_sweep(typename Operator::Value* tile) {
  // --- student code begins [down_sweep] ---
  // The thread that writes the root last in the up-sweep is thread 0, and
  // nobody else reads it before the barrier below.
  if (threadIdx.x == 0)
    tile[Layout::at(2 * blockDim.x - 1)] = Operator::identity();
  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    // Orders the writes of the step before before their reads by others.
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < 2 * blockDim.x) {
      const unsigned to_left = Layout::at(right - stride);
      const unsigned to_right = Layout::at(right);
      const auto left_half = tile[to_left];
      const auto before = tile[to_right];  // all that is left of both halves
      tile[to_left] = before;
      // The left half follows what is before it: in that order.
      tile[to_right] = Operator::call(before, left_half);
    }
  }
  // --- student code ends [down_sweep] ---
}

// blelloch: out[i] is the elements from the start of i's section up to, and
// without, i joined from left to right; the identity where there are none.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch(const int* in, int* out, unsigned n) {
  // --- student code begins [blelloch] ---
  __shared__ int tile[Plain::cells];
  load_section<AddInt, Plain>(in, tile, n);
  up_sweep<AddInt, Plain>(tile);
  down_sweep<AddInt, Plain>(tile);
  store_section<int, Plain>(tile, out, n);
  // --- student code ends [blelloch] ---
}

// The same for functions, whose order counts: out[i] applies in[i - 1] last.
extern "C" __global__ void blelloch_compose(const Affine* in, Affine* out,
                                            unsigned n) {
  // --- student code begins [blelloch_compose] ---
  __shared__ Affine tile[Plain::cells];
  load_section<Compose, Plain>(in, tile, n);
  up_sweep<Compose, Plain>(tile);
  down_sweep<Compose, Plain>(tile);
  store_section<Affine, Plain>(tile, out, n);
  // --- student code ends [blelloch_compose] ---
}

// padded: as blelloch, without a conflict between banks of shared memory.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch_padded(const int* in, int* out,
                                           unsigned n) {
  // --- student code begins [padded] ---
  __shared__ int tile[Padded::cells];
  load_section<AddInt, Padded>(in, tile, n);
  up_sweep<AddInt, Padded>(tile);
  down_sweep<AddInt, Padded>(tile);
  store_section<int, Padded>(tile, out, n);
  // --- student code ends [padded] ---
}

// sections: an exclusive scan of n elements in three kinds of launches, which
// the grader makes: scan every section and keep its total; scan the totals,
// exclusively, with the same kernels; join to every section what is left of
// it.
//
// --- student code begins [sections] ---
template <typename Operator>
__device__ void scan_sections(const typename Operator::Value* in,
                              typename Operator::Value* out,
                              typename Operator::Value* section_totals,
                              unsigned n) {
  __shared__ typename Operator::Value tile[Padded::cells];
  load_section<Operator, Padded>(in, tile, n);
  up_sweep<Operator, Padded>(tile);
  // The root of the up-sweep is the total; thread 0 wrote it itself, and
  // replaces it only after this.
  if (threadIdx.x == 0)
    section_totals[blockIdx.x] = tile[Padded::at(2 * blockDim.x - 1)];
  down_sweep<Operator, Padded>(tile);
  store_section<typename Operator::Value, Padded>(tile, out, n);
}

// The carry is everything to the left, so it is the left operand.
template <typename Operator>
__device__ void join_carries(typename Operator::Value* out,
                             const typename Operator::Value* carries,
                             unsigned n) {
  const auto carry = carries[blockIdx.x];
  const unsigned first = blockIdx.x * 2 * blockDim.x;
  for (unsigned k = threadIdx.x; k < 2 * blockDim.x; k += blockDim.x)
    if (first + k < n) out[first + k] = Operator::call(carry, out[first + k]);
}
// --- student code ends [sections] ---

// Leaves the exclusive scan of every section in out and its total in
// section_totals[b], the identity where the section is empty.
// Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void blelloch_sections(const int* in, int* out,
                                             int* section_totals, unsigned n) {
  // --- student code begins [sections_int] ---
  scan_sections<AddInt>(in, out, section_totals, n);
  // --- student code ends [sections_int] ---
}

// Makes out, scanned by sections, a scan of everything; carries[b] is the
// totals of the sections before b joined. The same grid.
extern "C" __global__ void join_section_carries(int* out, const int* carries,
                                                unsigned n) {
  // --- student code begins [carries_int] ---
  join_carries<AddInt>(out, carries, n);
  // --- student code ends [carries_int] ---
}

// The same two for functions.
extern "C" __global__ void compose_sections(const Affine* in, Affine* out,
                                            Affine* section_totals,
                                            unsigned n) {
  // --- student code begins [sections_compose] ---
  scan_sections<Compose>(in, out, section_totals, n);
  // --- student code ends [sections_compose] ---
}

extern "C" __global__ void compose_section_carries(Affine* out,
                                                   const Affine* carries,
                                                   unsigned n) {
  // --- student code begins [carries_compose] ---
  join_carries<Compose>(out, carries, n);
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
constexpr unsigned fast_warps = fast_block_threads / warp_threads;
constexpr unsigned fast_vectors = fast_items_per_thread / 4;

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

// Returns, in lane l, the sum of the lanes 0 to l.
__device__ int scan_warp(int value) {
  const unsigned lane = threadIdx.x % warp_threads;
  for (unsigned stride = 1; stride < warp_threads; stride *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, stride);
    if (lane >= stride) value += left;
  }
  return value;
}
// --- student code ends [fast_parts] ---

extern "C" __global__ void fast_sections(const int* in, int* out,
                                         int* tile_totals, unsigned n) {
  // --- student code begins [fast] ---
  __shared__ int warp_totals[warp_threads];
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;
  // A warp has neighbouring elements, 128 of them a vector.
  const unsigned first =
      blockIdx.x * fast_block_threads * fast_items_per_thread +
      warp * warp_threads * fast_items_per_thread + lane * 4;

  // All loads leave before the first addition waits for one.
  int4 four[fast_vectors];
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v)
    four[v] = load_four(in, first + v * 4 * warp_threads, n);

  // Coarsening: a lane adds up its four by itself, which is the least work
  // there is, and only the lanes' sums need a parallel scan.
  int before[fast_vectors];
  int warp_total = 0;
#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v) {
    const int own = four[v].x + four[v].y + four[v].z + four[v].w;
    const int scanned = scan_warp(own);
    before[v] = warp_total + scanned - own;
    warp_total += __shfl_sync(0xffffffff, scanned, warp_threads - 1);
  }

  if (lane == 0) warp_totals[warp] = warp_total;
  // Orders the totals of all warps before all warps read them.
  __syncthreads();
  const int scanned = scan_warp(lane < fast_warps ? warp_totals[lane] : 0);
  const int left_warps = __shfl_sync(0xffffffff, scanned, (warp + 31) % 32);
  const int carry = warp > 0 ? left_warps : 0;
  if (threadIdx.x == fast_warps - 1) tile_totals[blockIdx.x] = scanned;

#pragma unroll
  for (unsigned v = 0; v < fast_vectors; ++v) {
    const int a = carry + before[v];
    const int b = a + four[v].x, c = b + four[v].y;
    store_four(out, first + v * 4 * warp_threads, n, {a, b, c, c + four[v].z});
  }
  // --- student code ends [fast] ---
}
