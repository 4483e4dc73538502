// expect: task=blelloch status=fail symptom=operands_swapped
// why: the right child gets its left half before what is left of both, as the
// source has it: right for sums, wrong where order counts.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
constexpr unsigned section_items = 2 * block_threads;
extern "C" __constant__ unsigned brent_kung_block_threads = block_threads;

extern "C" __global__ void blelloch(const int* in, int* out, unsigned n) {
  __shared__ int tile[section_items];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    tile[k] = first + k < n ? in[first + k] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) tile[right] = tile[right - stride] + tile[right];
  }
  if (thread == 0) tile[section_items - 1] = 0;
  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) {
      const int left_half = tile[right - stride];
      tile[right - stride] = tile[right];
      tile[right] += left_half;
    }
  }
  __syncthreads();
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[k];
}

struct alignas(8) Affine {
  unsigned a, b;
};

// Applies left, then right.
__device__ Affine join(Affine left, Affine right) {
  return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
}

extern "C" __global__ void blelloch_compose(const Affine* in, Affine* out,
                                            unsigned n) {
  __shared__ Affine tile[section_items];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    tile[k] = first + k < n ? in[first + k] : Affine{1, 0};
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items)
      tile[right] = join(tile[right - stride], tile[right]);
  }
  if (thread == 0) tile[section_items - 1] = Affine{1, 0};
  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) {
      const Affine left_half = tile[right - stride];
      const Affine before = tile[right];
      tile[right - stride] = before;
      tile[right] = join(left_half, before);
    }
  }
  __syncthreads();
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[k];
}
