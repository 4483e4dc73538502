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
// The solution answers every question, so it computes where you count.
struct Prediction {
  int inclusive[8], exclusive[8], offset[8];
  int total, items, first_loaded;
};

constexpr Prediction predict(unsigned question) {
  Prediction p{};
  unsigned state = question;
  for (int i = 0; i < 8; ++i) {
    state = (state * 25173 + 13849) % 65536;
    const int value = static_cast<int>(state % 90 + 10);
    p.exclusive[i] = p.total;
    p.total += value;
    p.inclusive[i] = p.total;
    p.offset[i] = p.items;
    p.items += value % 4;
  }
  const int n = 64 << question % 5, k = 2 + static_cast<int>(question % 7);
  p.first_loaded = k * n - 1;
  return p;
}

constexpr Prediction answer = predict(LOCKSTEP_QUESTION);

#define EIGHT(a) \
  { a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7] }
extern "C" {
__constant__ int predict_inclusive[8] = EIGHT(answer.inclusive);
__constant__ int predict_exclusive[8] = EIGHT(answer.exclusive);
// The last exclusive result and the last element: the exclusive scan alone
// does not tell.
__constant__ int predict_total[1] = {answer.total};
// The element to the left, which belongs to the block before.
__constant__ int predict_first_loaded[1] = {answer.first_loaded};
// An element x gets x % 4 cells: the exclusive scan of these.
__constant__ int predict_offset[8] = EIGHT(answer.offset);
__constant__ int predict_items[1] = {answer.items};
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
  return i > 0 && i <= n ? in[i - 1] : Operator::identity();
  // --- student code ends [left_of] ---
}

// Returns, in thread t, the values of threads 0 to t joined, as lab 02 has it.
// All B threads call it; to call it again, put a barrier between.
template <typename Operator>
__device__ typename Operator::Value scan_block(typename Operator::Value value) {
  // --- student code begins [scan_block] ---
  __shared__ typename Operator::Value buffers[2][block_threads];
  unsigned source = 0;
  buffers[source][threadIdx.x] = value;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // Orders the writes of this buffer, by the load or the step before,
    // before its reads; the other one was last read before this barrier.
    __syncthreads();
    if (threadIdx.x >= stride)
      value = Operator::call(buffers[source][threadIdx.x - stride], value);
    source = 1 - source;
    buffers[source][threadIdx.x] = value;
  }
  return value;
  // --- student code ends [scan_block] ---
}

// kogge_stone: the scan of lab 02 over the input moved to the right by one:
// out[i] is the elements from the one to the left of i's block up to, and
// without, i added up; block 0 begins with 0. Grid: max(1, ceil(n / B)).
extern "C" __global__ void exclusive_kogge_stone(const int* in, int* out,
                                                 unsigned n) {
  // --- student code begins [kogge_stone] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = scan_block<Add>(left_of<Add>(in, i, n));
  if (i < n) out[i] = sum;
  // --- student code ends [kogge_stone] ---
}

// brent_kung: the same with the two trees of lab 03 and two elements a
// thread, in blocks of 2 B elements. Grid: max(1, ceil(n / (2 B))).
extern "C" __global__ void exclusive_brent_kung(const int* in, int* out,
                                                unsigned n) {
  // --- student code begins [brent_kung] ---
  __shared__ int tile[2 * block_threads];
  const unsigned first = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = left_of<Add>(in, first, n);
  tile[threadIdx.x + blockDim.x] = left_of<Add>(in, first + blockDim.x, n);

  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    // Orders the load, then the step before, before the reads below.
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < 2 * blockDim.x) tile[right] += tile[right - stride];
  }
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    // Orders the step before before the reads below.
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1 + stride;
    if (right < 2 * blockDim.x) tile[right] += tile[right - stride];
  }
  // Orders the last step before other threads copy its results.
  __syncthreads();

  if (first < n) out[first] = tile[threadIdx.x];
  if (first + blockDim.x < n)
    out[first + blockDim.x] = tile[threadIdx.x + blockDim.x];
  // --- student code ends [brent_kung] ---
}

// convert: from one kind of scan to the other, for functions, without a new
// scan and without an inverse. Grid: max(1, ceil(n / B)).
extern "C" __global__ void to_exclusive(const Affine* inclusive, Affine* out,
                                        unsigned n) {
  // --- student code begins [to_exclusive] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = left_of<Compose>(inclusive, i, n);
  // --- student code ends [to_exclusive] ---
}

// `in` is what was scanned.
extern "C" __global__ void to_inclusive(const Affine* exclusive,
                                        const Affine* in, Affine* out,
                                        unsigned n) {
  // --- student code begins [to_inclusive] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Compose::call(exclusive[i], in[i]);
  // --- student code ends [to_inclusive] ---
}

// any_size: an exclusive scan of n elements in three kinds of launches, which
// the grader makes: scan every block exclusively, beginning with the identity,
// and keep its total; scan the totals exclusively with the same kernels; join
// to every block what is left of it.
//
// --- student code begins [any_size] ---
// Keeps a block of its own: the first element of a block gets the identity,
// what is left of the block comes with the carry.
template <typename Operator>
__device__ void scan_and_total(const typename Operator::Value* in,
                               typename Operator::Value* out,
                               typename Operator::Value* block_totals,
                               unsigned n) {
  __shared__ typename Operator::Value scanned[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  scanned[thread] = scan_block<Operator>(i < n ? in[i] : Operator::identity());
  // Orders the results before each thread reads its left neighbour's.
  __syncthreads();
  if (i < n) out[i] = thread > 0 ? scanned[thread - 1] : Operator::identity();
  if (thread == blockDim.x - 1) block_totals[blockIdx.x] = scanned[thread];
}

// The carry is everything to the left, so it is the left operand.
template <typename Operator>
__device__ void join_left(typename Operator::Value* out,
                          const typename Operator::Value* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Operator::call(carries[blockIdx.x], out[i]);
}
// --- student code ends [any_size] ---

// Leaves the exclusive scan of every block in out and the total of its
// elements in block_totals[b], the identity where there are none.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void exclusive_max(const int* in, int* out,
                                         int* block_totals, unsigned n) {
  // --- student code begins [exclusive_max] ---
  scan_and_total<Max>(in, out, block_totals, n);
  // --- student code ends [exclusive_max] ---
}

// Makes out, scanned by blocks, a scan of everything; carries[b] is the totals
// of the blocks before b joined. The same grid.
extern "C" __global__ void join_max(int* out, const int* carries, unsigned n) {
  // --- student code begins [join_max] ---
  join_left<Max>(out, carries, n);
  // --- student code ends [join_max] ---
}

// The same two for functions, whose order counts.
extern "C" __global__ void exclusive_compose(const Affine* in, Affine* out,
                                             Affine* block_totals, unsigned n) {
  // --- student code begins [exclusive_compose] ---
  scan_and_total<Compose>(in, out, block_totals, n);
  // --- student code ends [exclusive_compose] ---
}

extern "C" __global__ void join_compose(Affine* out, const Affine* carries,
                                        unsigned n) {
  // --- student code begins [join_compose] ---
  join_left<Compose>(out, carries, n);
  // --- student code ends [join_compose] ---
}

// scatter: what exclusive scans are for. Element x asks for x & 3 cells of one
// output, which it fills with x, x + 1, … The grader scans the counts.
// Leaves in counts[i] how many cells element i asks for.
// Grid: max(1, ceil(n / B)).
extern "C" __global__ void count_items(const int* in, unsigned* counts,
                                       unsigned n) {
  // --- student code begins [count_items] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = in[i] & 3;
  // --- student code ends [count_items] ---
}

// Writes the cells of each element; offsets is the exclusive scan of counts.
extern "C" __global__ void scatter_allocated(const int* in,
                                             const unsigned* offsets, int* out,
                                             unsigned n) {
  // --- student code begins [scatter_allocated] ---
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // The cells of different elements do not overlap: no atomics, and the
  // output has the order of the input.
  const int count = in[i] & 3;
  for (int k = 0; k < count; ++k) out[offsets[i] + k] = in[i] + k;
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
constexpr unsigned all_lanes = 0xffffffff;
constexpr unsigned lookback_warps = lookback_block_threads / warp_threads;
constexpr unsigned lookback_vectors = lookback_items_per_thread / 4;

// What a tile says of itself, in one word of 64 bits, so that who sees the
// flag sees the value too: nothing yet; the sum of its own elements; the sum
// of all up to its last.
using TileState = unsigned long long;
constexpr TileState has_aggregate = TileState{1} << 32;
constexpr TileState has_prefix = TileState{2} << 32;

// volatile: the access happens, now, as one. (A relaxed atomic would do.)
__device__ void publish(TileState* state, TileState flag, int value) {
  *static_cast<volatile TileState*>(state) =
      flag | static_cast<unsigned>(value);
}

// Returns, in lane l, the sum of the lanes 0 to l.
__device__ int scan_warp(int value) {
  const unsigned lane = threadIdx.x % warp_threads;
  for (unsigned stride = 1; stride < warp_threads; stride *= 2) {
    const int left = __shfl_up_sync(all_lanes, value, stride);
    if (lane >= stride) value += left;
  }
  return value;
}

// Returns the sum of all tiles before `tile`. Called by one whole warp, whose
// lanes look at 32 predecessors at a time, the nearest in lane 0.
__device__ int look_back(const TileState* states, int tile) {
  const int lane = threadIdx.x % warp_threads;
  int sum = 0;
  for (int nearest = tile - 1;; nearest -= warp_threads) {
    const int other = nearest - lane;
    TileState state = has_prefix;  // of nothing, in front of the first tile
    do {
      // Waits for tiles that took their number earlier: they run already
      // and wait for nobody behind them, so this ends.
      if (other >= 0)
        state = *static_cast<const volatile TileState*>(states + other);
    } while (__any_sync(all_lanes, state < has_aggregate));

    // Add up to the nearest tile that knows its prefix, and be done; or all
    // 32, and look further.
    const unsigned prefixes = __ballot_sync(all_lanes, state >= has_prefix);
    const int last = prefixes != 0 ? __ffs(prefixes) - 1 : warp_threads - 1;
    int value = lane <= last ? static_cast<int>(state) : 0;
    for (unsigned offset = warp_threads / 2; offset > 0; offset /= 2)
      value += __shfl_xor_sync(all_lanes, value, offset);
    sum += value;
    if (prefixes != 0) return sum;
  }
}

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
// --- student code ends [lookback_parts] ---

// *ticket and tile_states[t] of every tile are 0 at the launch. Blocks may
// run in any order, and only those that run make progress.
// Grid: max(1, ceil(n / T)).
extern "C" __global__ void scan_lookback(const int* in, int* out,
                                         unsigned long long* tile_states,
                                         unsigned* ticket, unsigned n) {
  // --- student code begins [lookback] ---
  __shared__ unsigned shared_tile;
  __shared__ int warp_totals[warp_threads];
  __shared__ int shared_prefix;
  const unsigned lane = threadIdx.x % warp_threads;
  const unsigned warp = threadIdx.x / warp_threads;

  // Take the next tile in the order in which blocks begin to run: those with
  // smaller numbers run then, too. blockIdx.x promises nothing of the kind.
  if (threadIdx.x == 0) shared_tile = atomicAdd(ticket, 1);
  // Orders the write of the number before all threads read it.
  __syncthreads();
  const unsigned tile = shared_tile;

  // A warp has neighbouring elements, 128 of them a vector.
  const unsigned first =
      tile * lookback_block_threads * lookback_items_per_thread +
      warp * warp_threads * lookback_items_per_thread + lane * 4;
  int4 four[lookback_vectors];
#pragma unroll
  for (unsigned v = 0; v < lookback_vectors; ++v)
    four[v] = load_four(in, first + v * 4 * warp_threads, n);

  // Scan the tile: each lane its four, the lanes by shuffles, one vector
  // after the other, then the warps.
  int before[lookback_vectors];
  int warp_total = 0;
#pragma unroll
  for (unsigned v = 0; v < lookback_vectors; ++v) {
    const int own = four[v].x + four[v].y + four[v].z + four[v].w;
    const int scanned = scan_warp(own);
    before[v] = warp_total + scanned - own;
    warp_total += __shfl_sync(all_lanes, scanned, warp_threads - 1);
  }
  if (lane == 0) warp_totals[warp] = warp_total;
  // Orders the totals of all warps before all warps read them.
  __syncthreads();
  const int scanned = scan_warp(lane < lookback_warps ? warp_totals[lane] : 0);
  const int left_warps = __shfl_sync(all_lanes, scanned, (warp + 31) % 32);
  const int tile_total = __shfl_sync(all_lanes, scanned, warp_threads - 1);

  // Say at once what this tile adds up to, so that nobody waits for its
  // prefix; then find the prefix, and say that.
  if (warp == 0) {
    if (lane == 0 && tile > 0)
      publish(tile_states + tile, has_aggregate, tile_total);
    const int prefix = tile > 0 ? look_back(tile_states, tile) : 0;
    if (lane == 0) {
      publish(tile_states + tile, has_prefix, prefix + tile_total);
      shared_prefix = prefix;
    }
  }
  // Orders the prefix before all threads read it.
  __syncthreads();
  const int carry = shared_prefix + (warp > 0 ? left_warps : 0);

#pragma unroll
  for (unsigned v = 0; v < lookback_vectors; ++v) {
    const int a = carry + before[v];
    const int b = a + four[v].x, c = b + four[v].y;
    store_four(out, first + v * 4 * warp_threads, n, {a, b, c, c + four[v].z});
  }
  // --- student code ends [lookback] ---
}
