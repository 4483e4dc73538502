// expect: task=inclusive status=fail symptom=gate_adds
// why: right, but with the work of lab 02: n log2 n additions.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
constexpr unsigned section_items = 2 * block_threads;
extern "C" __constant__ unsigned brent_kung_block_threads = block_threads;

extern "C" __global__ void brent_kung(const float* in, float* out, unsigned n) {
  __shared__ float tile[section_items];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    tile[k] = first + k < n ? in[first + k] : 0.0f;
  for (unsigned stride = 1; stride < section_items; stride *= 2) {
    float sum[2];
    __syncthreads();
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned i = thread + half * blockDim.x;
      sum[half] = tile[i];
      if (i >= stride) sum[half] = tile[i - stride] + sum[half];
    }
    __syncthreads();
    for (unsigned half = 0; half < 2; ++half)
      tile[thread + half * blockDim.x] = sum[half];
  }
  __syncthreads();
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[k];
}
