// expect: status=pass
// why: the textbook's kernels, each written out, in blocks of 512 threads.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

#define ITEMS 1024

constexpr int drawn(int i) {
  unsigned x = LOCKSTEP_QUESTION;
  for (int k = 0; k <= i; ++k) x = (x * 25173 + 13849) % 65536;
  return static_cast<int>(x % 90) + 10;
}
constexpr int sum(int from, int count) {
  return count == 0 ? 0 : drawn(from) + sum(from + 1, count - 1);
}
constexpr int depth = LOCKSTEP_QUESTION % 5 + 6;
constexpr int size = 64 << LOCKSTEP_QUESTION % 5;

#define ALL(a, b, c, d, e, f, g, h) \
  { a, b, c, d, e, f, g, h }
extern "C" {
__constant__ unsigned brent_kung_block_threads = 512;
__constant__ int predict_up_sweep[8] =
    ALL(sum(0, 1), sum(0, 2), sum(2, 1), sum(0, 4), sum(4, 1), sum(4, 2),
        sum(6, 1), sum(0, 8));
__constant__ int predict_post_2[8] =
    ALL(sum(0, 1), sum(0, 2), sum(2, 1), sum(0, 4), sum(4, 1), sum(0, 6),
        sum(6, 1), sum(0, 8));
__constant__ int predict_down_4[8] =
    ALL(sum(0, 1), sum(0, 2), sum(2, 1), 0, sum(4, 1), sum(4, 2), sum(6, 1),
        sum(0, 4));
__constant__ int predict_down_2[8] =
    ALL(sum(0, 1), 0, sum(2, 1), sum(0, 2), sum(4, 1), sum(0, 4), sum(6, 1),
        sum(0, 6));
__constant__ int predict_down_1[8] =
    ALL(0, sum(0, 1), sum(0, 2), sum(0, 3), sum(0, 4), sum(0, 5), sum(0, 6),
        sum(0, 7));
__constant__ int predict_adds[1] = {2 * size - 2 - depth};
__constant__ int predict_steps[1] = {2 * depth - 1};
__constant__ int predict_blelloch_adds[1] = {2 * size - 2};
__constant__ int predict_blelloch_steps[1] = {2 * depth};
__constant__ int predict_threads[1] = {size / 2};
__constant__ int predict_choice[3] = {(LOCKSTEP_QUESTION + 1) % 3 + 1,
                                      (LOCKSTEP_QUESTION + 2) % 3 + 1,
                                      LOCKSTEP_QUESTION % 3 + 1};
}

struct alignas(8) Affine {
  unsigned a, b;
};
__device__ Affine then(Affine f, Affine g) {
  return {g.a * f.a % 65521, (g.a * f.b + g.b) % 65521};
}

extern "C" __global__ void brent_kung_reduce_phase(const float* in, float* out,
                                                   unsigned n) {
  __shared__ float xy[ITEMS];
  const unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  xy[threadIdx.x] = i < n ? in[i] : 0;
  xy[threadIdx.x + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index < ITEMS) xy[index] += xy[index - stride];
  }
  __syncthreads();
  if (i < n) out[i] = xy[threadIdx.x];
  if (i + blockDim.x < n) out[i + blockDim.x] = xy[threadIdx.x + blockDim.x];
}

extern "C" __global__ void brent_kung(const float* in, float* out, unsigned n) {
  __shared__ float xy[ITEMS];
  const unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  xy[threadIdx.x] = i < n ? in[i] : 0;
  xy[threadIdx.x + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index < ITEMS) xy[index] += xy[index - stride];
  }
  for (unsigned stride = ITEMS / 4; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < ITEMS) xy[index + stride] += xy[index];
  }
  __syncthreads();
  if (i < n) out[i] = xy[threadIdx.x];
  if (i + blockDim.x < n) out[i + blockDim.x] = xy[threadIdx.x + blockDim.x];
}

__device__ unsigned hole(unsigned i) { return i + (i >> 5); }

// Returns the total in thread 0.
__device__ int blelloch_tile(const int* in, int* out, unsigned n) {
  __shared__ int x[ITEMS + ITEMS / 32];
  const unsigned t = threadIdx.x, i = 2 * blockIdx.x * blockDim.x + t;
  x[hole(t)] = i < n ? in[i] : 0;
  x[hole(t + blockDim.x)] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  unsigned offset = 1;
  for (unsigned d = blockDim.x; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      x[hole(offset * (2 * t + 2) - 1)] += x[hole(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  int total = 0;
  if (t == 0) {
    total = x[hole(ITEMS - 1)];
    x[hole(ITEMS - 1)] = 0;
  }
  for (unsigned d = 1; d <= blockDim.x; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      const unsigned a = hole(offset * (2 * t + 1) - 1);
      const unsigned b = hole(offset * (2 * t + 2) - 1);
      const int left = x[a];
      x[a] = x[b];
      x[b] = left + x[b];
    }
  }
  __syncthreads();
  if (i < n) out[i] = x[hole(t)];
  if (i + blockDim.x < n) out[i + blockDim.x] = x[hole(t + blockDim.x)];
  return total;
}

__device__ Affine compose_tile(const Affine* in, Affine* out, unsigned n) {
  __shared__ Affine x[ITEMS];
  const unsigned t = threadIdx.x, i = 2 * blockIdx.x * blockDim.x + t;
  const Affine none = {1, 0};
  x[t] = i < n ? in[i] : none;
  x[t + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : none;
  for (unsigned offset = 1; offset < ITEMS; offset *= 2) {
    __syncthreads();
    const unsigned b = offset * (2 * t + 2) - 1;
    if (b < ITEMS) x[b] = then(x[b - offset], x[b]);
  }
  Affine total = none;
  if (t == 0) {
    total = x[ITEMS - 1];
    x[ITEMS - 1] = none;
  }
  for (unsigned offset = ITEMS / 2; offset > 0; offset /= 2) {
    __syncthreads();
    const unsigned b = offset * (2 * t + 2) - 1;
    if (b < ITEMS) {
      const Affine left = x[b - offset], before = x[b];
      x[b - offset] = before;
      x[b] = then(before, left);
    }
  }
  __syncthreads();
  if (i < n) out[i] = x[t];
  if (i + blockDim.x < n) out[i + blockDim.x] = x[t + blockDim.x];
  return total;
}

extern "C" {
__global__ void blelloch(const int* in, int* out, unsigned n) {
  blelloch_tile(in, out, n);
}
__global__ void blelloch_padded(const int* in, int* out, unsigned n) {
  blelloch_tile(in, out, n);
}
__global__ void blelloch_compose(const Affine* in, Affine* out, unsigned n) {
  compose_tile(in, out, n);
}
__global__ void blelloch_sections(const int* in, int* out, int* totals,
                                  unsigned n) {
  const int total = blelloch_tile(in, out, n);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
__global__ void compose_sections(const Affine* in, Affine* out, Affine* totals,
                                 unsigned n) {
  const Affine total = compose_tile(in, out, n);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
__global__ void join_section_carries(int* out, const int* carries, unsigned n) {
  const unsigned i = blockIdx.x * ITEMS + threadIdx.x;
  if (i < n) out[i] += carries[blockIdx.x];
  if (i + 512 < n) out[i + 512] += carries[blockIdx.x];
}
__global__ void compose_section_carries(Affine* out, const Affine* carries,
                                        unsigned n) {
  const unsigned i = blockIdx.x * ITEMS + threadIdx.x;
  if (i < n) out[i] = then(carries[blockIdx.x], out[i]);
  if (i + 512 < n) out[i + 512] = then(carries[blockIdx.x], out[i + 512]);
}

__constant__ unsigned brent_kung_fast_block_threads = 512;
__constant__ unsigned brent_kung_fast_items_per_thread = 2;
__global__ void fast_sections(const int* in, int* out, int* totals,
                              unsigned n) {
  const int total = blelloch_tile(in, out, n);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
}
