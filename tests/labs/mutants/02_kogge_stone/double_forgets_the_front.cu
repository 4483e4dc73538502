// expect: task=double status=fail tool=initcheck symptom=uninitialised
// why: cells below the stride are not copied, so the next step reads what was
// there two steps before.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

extern "C" __global__ void kogge_stone_double(const float* in, float* out,
                                              unsigned n) {
  __shared__ float buffers[2][block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  unsigned source = 0;
  buffers[0][thread] = i < n ? in[i] : 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (thread >= stride)
      buffers[1 - source][thread] =
          buffers[source][thread] + buffers[source][thread - stride];
    source = 1 - source;
  }
  if (i < n) out[i] = buffers[source][thread];
}
