// expect: task=scatter status=fail names=scatter_allocated
// why: cells are handed out by an atomic counter: each is right by itself, but
// their order is that of the threads, and the counter is never reset.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

__device__ unsigned cells;

extern "C" __global__ void count_items(const int* in, unsigned* counts,
                                       unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = in[i] & 3;
}

extern "C" __global__ void scatter_allocated(const int* in,
                                             const unsigned* offsets, int* out,
                                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int count = in[i] & 3;
  const unsigned first = atomicAdd(&cells, count);
  for (int k = 0; k < count; ++k) out[first + k] = in[i] + k;
}
