// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory: sums of neighbours, and behind them the values.
// launch: grid 2 block 64 in 128 out 128 shared 512; expect neighbour_sums
__global__ void dynamic(const int* in, int* out, int*, int) {
  extern __shared__ int memory[];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  // @init: init add
  memory[64 + t] = in[i];  // [load]
  // @barrier: race load add
  __syncthreads();
  // @bound: mem add
  memory[t] = memory[64 + t] + (t < 63 ? memory[65 + t] : 0);  // [add]
  // @barrier: race add last
  __syncthreads();
  // @bound: mem last
  out[i] = memory[t] + (t > 0 ? memory[t - 1] : 0);  // [last]
}
