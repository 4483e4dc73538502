// expect: task=padded status=fail tool=memcheck symptom=out_of_bounds
// why: the layout has holes, but the tile has no room for them.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
constexpr unsigned section_items = 2 * block_threads;
extern "C" __constant__ unsigned brent_kung_block_threads = block_threads;

__device__ unsigned at(unsigned i) { return i + i / 32; }

extern "C" __global__ void blelloch_padded(const int* in, int* out,
                                           unsigned n) {
  __shared__ int tile[section_items];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    tile[at(k)] = first + k < n ? in[first + k] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items)
      tile[at(right)] = tile[at(right - stride)] + tile[at(right)];
  }
  if (thread == 0) tile[at(section_items - 1)] = 0;
  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) {
      const int left_half = tile[at(right - stride)];
      tile[at(right - stride)] = tile[at(right)];
      tile[at(right)] += left_half;
    }
  }
  __syncthreads();
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[at(k)];
}
