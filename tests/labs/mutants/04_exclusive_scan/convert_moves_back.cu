// expect: task=convert status=fail tool=memcheck symptom=out_of_bounds
// why: the inclusive result of an element is the exclusive one of the next,
// which the last one does not have.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ Affine join(Affine left, Affine right) {
  return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
}

extern "C" __global__ void to_exclusive(const Affine* inclusive, Affine* out,
                                        unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i > 0 ? inclusive[i - 1] : Affine{1, 0};
}

extern "C" __global__ void to_inclusive(const Affine* exclusive,
                                        const Affine* in, Affine* out,
                                        unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = exclusive[i + 1];
}
