// expect: task=scatter status=fail tool=memcheck symptom=out_of_bounds
// why: every element fills four cells, those of its neighbours too.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

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
  for (int k = 0; k < 4; ++k) out[offsets[i] + k] = in[i] + k;
}
