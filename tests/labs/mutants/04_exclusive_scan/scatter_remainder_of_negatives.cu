// expect: task=scatter status=fail names=count_items
// why: x % 4 is negative for a negative x.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

extern "C" __global__ void count_items(const int* in, unsigned* counts,
                                       unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = in[i] % 4;
}

extern "C" __global__ void scatter_allocated(const int* in,
                                             const unsigned* offsets, int* out,
                                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int count = in[i] & 3;
  for (int k = 0; k < count; ++k) out[offsets[i] + k] = in[i] + k;
}
