// SPDX-License-Identifier: Apache-2.0
// A sum whose last steps one warp does in shared memory with __syncwarp.
// launch: grid 2 block 128 in 256 out 2; expect block_sum
__global__ void last_warp(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  // @init: init sum
  tile[t] = in[blockIdx.x * 128 + t];  // [load]
  // @barrier: race load sum
  __syncthreads();
  // @bound: mem sum, race sum sum
  if (t < 64) tile[t] += tile[t + 64];  // [sum]
  // @barrier: race sum first, race sum read
  __syncthreads();
  // @bound: mem first, mem read, race first write, race read write
  // @bound.off: race first write, race read write, sync meet
  if (t < 32) {
    int sum = tile[t] + tile[t + 32];  // [first]
    // @syncwarp: fine of the elements that the warp writes from here on
    //   a lane has read only the one that it writes itself
    // @mask: sync here
    __syncwarp();  // [meet]
    // @bound.off: launch loop
    for (int d = 16; d > 0; d /= 2) {  // [loop]
      tile[t] = sum;                   // [write] [loop]
      // @syncwarp: race write read
      // @mask: sync here, race write read
      __syncwarp();        // [meet] [loop]
      sum += tile[t + d];  // [read] [loop]
      // @syncwarp: race read write
      // @mask: sync here, race read write
      __syncwarp();  // [meet] [loop]
    }
    if (t == 0) out[blockIdx.x] = sum;
  }
}
