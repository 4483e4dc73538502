// SPDX-License-Identifier: Apache-2.0
// Each warp turns its part of shared memory round, with __syncwarp only.
// launch: grid 2 block 128 in 256 out 256; expect warp_reverse
__global__ void exchange(const int* in, int* out, int*, int) {
  __shared__ int tile[4][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = blockIdx.x * 128 + threadIdx.x;
  // @init: init read
  tile[warp][lane] = in[i];  // [write]
  // @syncwarp: race write read, init read
  // @mask: sync here, race write read, init read
  __syncwarp();
  out[i] = tile[warp][31 - lane];  // [read]
}
