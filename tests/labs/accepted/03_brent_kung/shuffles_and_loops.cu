// expect: status=pass
// why: trees inside warps by shuffles, the rest by one warp; blocks of 128.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

struct Cells {
  int c[8];
};
constexpr Cells swept() {
  Cells t{};
  unsigned x = LOCKSTEP_QUESTION;
  for (int i = 0; i < 8; ++i) {
    x = (x * 25173 + 13849) % 65536;
    t.c[i] = 10 + static_cast<int>(x % 90);
  }
  for (int s = 1; s < 8; s *= 2)
    for (int i = 0; i < 8; ++i)
      if ((i + 1) % (2 * s) == 0) t.c[i] += t.c[i - s];
  return t;
}
constexpr Cells after_post_2() {
  Cells t = swept();
  t.c[5] += t.c[3];
  return t;
}
constexpr Cells after_down(int last) {
  Cells t = swept();
  t.c[7] = 0;
  for (int s = 4; s >= last; s /= 2)
    for (int i = 7; i > 0; i -= 2 * s) {
      const int sum = t.c[i] + t.c[i - s];
      t.c[i - s] = t.c[i];
      t.c[i] = sum;
    }
  return t;
}
constexpr int levels = 6 + LOCKSTEP_QUESTION % 5;
constexpr int items = 1 << levels;
// 512 on 512: Kogge-Stone; a million on 512: Brent-Kung; one processor: a loop.
constexpr int choice(int i) {
  const int machine = (LOCKSTEP_QUESTION + i) % 3;
  return machine == 0 ? 2 : machine == 1 ? 3 : 1;
}

extern "C" {
__constant__ unsigned brent_kung_block_threads = 128;
__constant__ Cells predict_up_sweep = swept();
__constant__ Cells predict_post_2 = after_post_2();
__constant__ Cells predict_down_4 = after_down(4);
__constant__ Cells predict_down_2 = after_down(2);
__constant__ Cells predict_down_1 = after_down(1);
__constant__ int predict_adds = 2 * items - 2 - levels;
__constant__ int predict_steps = 2 * levels - 1;
__constant__ int predict_blelloch_adds = 2 * items - 2;
__constant__ int predict_blelloch_steps = 2 * levels;
__constant__ int predict_threads = items / 2;
__constant__ int predict_choice[3] = {choice(0), choice(1), choice(2)};
}

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ int join(int left, int right) { return left + right; }
__device__ float join(float left, float right) { return left + right; }
__device__ Affine join(Affine left, Affine right) {
  return {left.a * right.a % 65521, (right.a * left.b + right.b) % 65521};
}

// One thread scans the section, which is less work than any tree; the loads
// and stores are shared by all. Returns the total in thread 0.
template <typename T>
__device__ T scan_by_one(const T* in, T* out, unsigned n, T identity,
                         bool is_inclusive) {
  __shared__ T tile[256];
  const unsigned base = blockIdx.x * 256;
  for (unsigned k = threadIdx.x; k < 256; k += 128)
    if (base + k < n) tile[k] = in[base + k];
  // Orders the loads before thread 0 reads them all.
  __syncthreads();
  T sum = identity;
  if (threadIdx.x == 0) {
    for (unsigned k = 0; k < 256 && base + k < n; ++k) {
      const T next = k == 0 ? tile[0] : join(sum, tile[k]);
      tile[k] = is_inclusive ? next : sum;
      sum = next;
    }
  }
  // Orders its results before all store them.
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 256; k += 128)
    if (base + k < n) out[base + k] = tile[k];
  return sum;
}

template <typename T>
__device__ void join_all(T* out, T carry, unsigned n) {
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) {
    const unsigned i = blockIdx.x * 256 + k;
    if (i < n) out[i] = join(carry, out[i]);
  }
}

extern "C" {
// The up-sweep of 256 cells, each thread for its own two.
__global__ void brent_kung_reduce_phase(const float* in, float* out,
                                        unsigned n) {
  for (unsigned k = threadIdx.x; k < 256; k += 128) {
    const unsigned i = blockIdx.x * 256 + k;
    if (i >= n) return;
    const unsigned count = (k + 1) & ~k;  // how many cells end here
    float sum = 0;
    for (unsigned j = i + 1 - count; j <= i; ++j) sum += in[j];
    out[i] = sum;
  }
}
__global__ void brent_kung(const float* in, float* out, unsigned n) {
  scan_by_one(in, out, n, 0.0f, true);
}
__global__ void blelloch(const int* in, int* out, unsigned n) {
  scan_by_one(in, out, n, 0, false);
}
__global__ void blelloch_compose(const Affine* in, Affine* out, unsigned n) {
  scan_by_one(in, out, n, Affine{1, 0}, false);
}

// Two elements a lane, five shuffles, and the totals of four warps.
__global__ void blelloch_padded(const int* in, int* out, unsigned n) {
  __shared__ int totals[4];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int a = i < n ? in[i] : 0, b = i + 1 < n ? in[i + 1] : 0;
  int sum = a + b;
  for (int by = 1; by < 32; by *= 2) {
    const int left = __shfl_up_sync(~0u, sum, by);
    if (lane >= by) sum += left;
  }
  if (lane == 31) totals[warp] = sum;
  // Orders the totals before their reads.
  __syncthreads();
  int before = sum - a - b;
  for (unsigned w = 0; w < warp; ++w) before += totals[w];
  if (i < n) out[i] = before;
  if (i + 1 < n) out[i + 1] = before + a;
}

__global__ void blelloch_sections(const int* in, int* out, int* totals,
                                  unsigned n) {
  const int total = scan_by_one(in, out, n, 0, false);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
__global__ void join_section_carries(int* out, const int* carries, unsigned n) {
  join_all(out, carries[blockIdx.x], n);
}
__global__ void compose_sections(const Affine* in, Affine* out, Affine* totals,
                                 unsigned n) {
  const Affine total = scan_by_one(in, out, n, Affine{1, 0}, false);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
__global__ void compose_section_carries(Affine* out, const Affine* carries,
                                        unsigned n) {
  join_all(out, carries[blockIdx.x], n);
}

__constant__ unsigned brent_kung_fast_block_threads = 32;
__constant__ unsigned brent_kung_fast_items_per_thread = 1;
__global__ void fast_sections(const int* in, int* out, int* totals,
                              unsigned n) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  const int own = i < n ? in[i] : 0;
  int sum = own;
  for (int by = 1; by < 32; by *= 2) {
    const int left = __shfl_up_sync(~0u, sum, by);
    if (threadIdx.x >= by) sum += left;
  }
  if (i < n) out[i] = sum - own;
  if (threadIdx.x == 31) totals[blockIdx.x] = sum;
}
}
