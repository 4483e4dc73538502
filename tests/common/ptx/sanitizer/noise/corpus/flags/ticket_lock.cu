// SPDX-License-Identifier: Apache-2.0
// Blocks add to one sum in turn: a lock that hands out numbers.
// launch: grid 5 block 32 in 5 out 1 scratch 2 zeroed yes; expect total_sum
__global__ void ticket_lock(const int* in, int* out, int* scratch, int) {
  if (threadIdx.x != 0) return;
  // @volatile: race spin next / race work work, race next next,
  //   launch
  volatile int* serving = scratch + 1;
  // @atomic: race here here, race work work, race next next, launch spin
  const int mine = atomicAdd(&scratch[0], 1);
  while (*serving != mine) {  // [spin]
  }                           // [spin]
  // @fence: race work work
  __threadfence();
  *out += in[blockIdx.x];  // [work]
  // @fence: race work work
  __threadfence();
  *serving = mine + 1;  // [next]
}
