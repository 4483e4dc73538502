// SPDX-License-Identifier: Apache-2.0
// Adds by compare and swap, the way an operation without an atomic is made.
// launch: grid 2 block 32 in 64 out 1 zeroed yes; expect total_sum
__global__ void cas_loop(const int* in, int* out, int*, int) {
  const int value = in[blockIdx.x * 32 + threadIdx.x];
  // @volatile: race first swap
  int seen = *(volatile int*)out;  // [first]
  for (;;) {                       // [swap]
    // @atomic: race here here, race first here, launch swap
    const int old = atomicCAS(out, seen, seen + value);  // [swap]
    if (old == seen) break;                              // [swap]
    seen = old;                                          // [swap]
  }
}
