// SPDX-License-Identifier: Apache-2.0
// The halves of a warp go different ways, each with a mask of its own.
// launch: grid 2 block 64 in 128 out 128; expect half_warps
__global__ void half_warps(const int* in, int* out, int*, int) {
  __shared__ int tile[64];
  const int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 64 + t;
  // @init: init high, init low
  tile[t] = in[i];  // [put]
  // @bound: sync lowsync, race put low
  // @bound.off: sync lowsync, race put low, sync highsync, race put high
  if (lane < 16) {
    // @syncwarp: race put low
    // @mask: sync here, race put low
    // @mask.half: fine only lanes below 16 come here
    __syncwarp(0x0000ffff);  // [lowsync]
    out[i] = tile[t ^ 1];    // [low]
  } else {
    // @syncwarp: race put high
    // @mask: sync here, race put high
    __syncwarp(0xffff0000);  // [highsync]
    out[i] = tile[t ^ 2];    // [high]
  }
}
