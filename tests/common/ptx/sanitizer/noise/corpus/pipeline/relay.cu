// SPDX-License-Identifier: Apache-2.0
// Three warps in a row: each adds one and hands on, by numbered barriers.
// launch: grid 2 block 96 in 64 out 64; expect plus_three
__global__ void relay(const int* in, int* out, int*, int) {
  __shared__ int first[32], second[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = blockIdx.x * 32 + lane;
  if (warp == 0) {
    // @init: init middle
    first[lane] = in[i] + 1;  // [start]
    // @barrier: sync wait1, launch wait1, sync wait2, launch wait2
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (warp == 1) {
    // @barrier: race start middle
    asm volatile("bar.sync 1, 64;" ::: "memory");  // [wait1]
    // @init: init last
    second[lane] = first[31 - lane] + 1;  // [middle]
    // @barrier: sync wait2, launch wait2
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    // @barrier: race middle last
    asm volatile("bar.sync 2, 64;" ::: "memory");  // [wait2]
    out[i] = second[31 - lane] + 1;                // [last]
  }
}
