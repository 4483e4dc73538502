// expect: task=single status=fail symptom=imprecise
// why: sums are kept with the eleven bits of a half: close, but not a float.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

// The nearest number with a fraction of ten bits.
__device__ float rounded(float value) {
  const unsigned bits = __float_as_uint(value) + 0x0fff;
  return __uint_as_float(bits & 0xffffe000u);
}

extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float sum = tile[thread];
    if (thread >= stride) sum = rounded(tile[thread - stride] + sum);
    __syncthreads();
    tile[thread] = sum;
  }
  if (i < n) out[i] = tile[thread];
}
