// SPDX-License-Identifier: Apache-2.0
// Two pairs of warps, each pair with a numbered barrier of its own.
// launch: grid 2 block 128 in 256 out 256; expect reversed_runs_64
__global__ void named(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x, pair = t / 64, i = blockIdx.x * 128 + t;
  // @init: init read
  tile[t] = in[i];  // [write]
  // @barrier: race write read
  asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
  out[i] = tile[pair * 64 + 63 - t % 64];  // [read]
}
