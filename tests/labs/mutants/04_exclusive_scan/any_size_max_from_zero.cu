// expect: task=any_size status=fail symptom=identity_zero
// why: the identity of the maximum is taken for 0.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ int join(int left, int right) { return max(left, right); }
__device__ Affine join(Affine left, Affine right) {
  return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
}

template <typename T>
__device__ void scan(const T* in, T* out, T* totals, unsigned n, T identity) {
  __shared__ T scanned[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  T value = i < n ? in[i] : identity;
  scanned[thread] = value;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (thread >= stride) value = join(scanned[thread - stride], value);
    __syncthreads();
    scanned[thread] = value;
  }
  __syncthreads();
  if (i < n) out[i] = thread > 0 ? scanned[thread - 1] : identity;
  if (thread == blockDim.x - 1) totals[blockIdx.x] = scanned[thread];
}

template <typename T>
__device__ void add_left(T* out, const T* carries, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = join(carries[blockIdx.x], out[i]);
}

extern "C" {
__global__ void exclusive_max(const int* in, int* out, int* totals,
                              unsigned n) {
  scan(in, out, totals, n, 0);
}
__global__ void join_max(int* out, const int* carries, unsigned n) {
  add_left(out, carries, n);
}
__global__ void exclusive_compose(const Affine* in, Affine* out, Affine* totals,
                                  unsigned n) {
  scan(in, out, totals, n, Affine{1, 0});
}
__global__ void join_compose(Affine* out, const Affine* carries, unsigned n) {
  add_left(out, carries, n);
}
}
