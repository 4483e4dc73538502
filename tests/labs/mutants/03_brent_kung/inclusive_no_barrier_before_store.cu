// expect: task=inclusive status=fail tool=racecheck symptom=race
// why: cells are copied out while other threads still add to them.
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
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) tile[right] = tile[right - stride] + tile[right];
  }
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1 + stride;
    if (right < section_items) tile[right] += tile[right - stride];
  }
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[k];
}
