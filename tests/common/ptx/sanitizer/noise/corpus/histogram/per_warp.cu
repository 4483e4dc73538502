// SPDX-License-Identifier: Apache-2.0
// A histogram with a copy of the bins for every warp of a block.
// launch: grid 2 block 128 in 512 out 16 mod 16 zeroed yes; expect histogram
__global__ void histogram(const int* in, int* out, int*, int n) {
  __shared__ int bins[4][16];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  // @bound: mem zero, race zero count
  // @init: init count, init sum
  if (lane < 16) bins[warp][lane] = 0;  // [zero]
  // @syncwarp: race zero count, init count
  // @mask: sync here, race zero count, init count
  __syncwarp();
  // @bound.off: mem count
  for (int i = blockIdx.x * 128 + t; i < n; i += 256)
    // @atomic: race here here
    // @atomic.narrow: fine shared memory belongs to one block
    atomicAdd(&bins[warp][in[i]], 1);  // [count]
  // @barrier: race count sum, race zero sum
  __syncthreads();
  // @bound: mem sum, race sum sum
  if (t < 16) {
    const int sum = bins[0][t] + bins[1][t] + bins[2][t] + bins[3][t];  // [sum]
    // @atomic: race here here
    atomicAdd(&out[t], sum);  // [sum]
  }
}
