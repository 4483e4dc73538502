// SPDX-License-Identifier: Apache-2.0
// Blocks leave their sums in global memory; the one that comes last adds
// them up.
// launch: grid 5 block 64 in 320 out 1 scratch 6; expect total_sum
__global__ void last_block(const int* in, int* out, int* scratch, int) {
  __shared__ int total, is_last;
  const int t = threadIdx.x;
  // @init: init add
  if (t == 0) total = 0;  // [zero]
  // @barrier: race zero add, init add
  __syncthreads();
  // @atomic: race here here
  // @atomic.narrow: fine shared memory belongs to one block
  atomicAdd(&total, in[blockIdx.x * 64 + t]);  // [add]
  // @barrier: race add part
  __syncthreads();
  if (t == 0) {
    scratch[1 + blockIdx.x] = total;  // [part]
    // @fence: race part gather
    __threadfence();
    // @atomic: race here here, race part gather, init host
    is_last = atomicAdd(&scratch[0], 1) == 4;  // [flag]
  }
  // @barrier: race flag test, init test, race part gather, init host
  __syncthreads();
  if (is_last && t == 0) {  // [test]
    // @init: compiler gather, init host
    int sum = 0;
    // @bound.off: mem gather
    for (int b = 0; b < 5; ++b) sum += scratch[1 + b];  // [gather]
    out[0] = sum;
  }
}
