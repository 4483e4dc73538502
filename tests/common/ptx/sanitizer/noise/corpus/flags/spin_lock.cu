// SPDX-License-Identifier: Apache-2.0
// Eight threads of every block compete for one lock, also within a warp.
// launch: grid 3 block 8 in 24 out 1 scratch 1 zeroed yes; expect total_sum
__global__ void spin_lock(const int* in, int* out, int* scratch, int) {
  const int i = blockIdx.x * 8 + threadIdx.x;
  for (bool is_done = false; !is_done;) {  // [take] [spin]
    // @atomic: race take take / race take give, race work work, launch spin
    if (atomicCAS(scratch, 0, 1) != 0) continue;  // [take] [spin]
    // @fence: race work work
    __threadfence();
    *out += in[i];  // [work]
    // @fence: race work work
    __threadfence();
    // @atomic: race take give, race work work, race give give, launch spin
    atomicExch(scratch, 0);  // [give]
    is_done = true;
  }
}
