// SPDX-License-Identifier: Apache-2.0
// The first warp produces, the second consumes, two buffers between them.
// Barriers 1 and 2: a buffer is full; 3 and 4: it is empty again.
// launch: grid 2 block 64 in 512 out 512; expect doubled_swapped
__global__ void specialised(const int* in, int* out, int*, int) {
  __shared__ int buffer[2][32];
  const int lane = threadIdx.x % 32, first = blockIdx.x * 256;
  if (threadIdx.x / 32 == 0) {
    // @bound.off: sync waits, launch waits
    for (int k = 0; k < 8; ++k) {
      const int empty = 3 + k % 2, full = 1 + k % 2;
      // @bound: sync waits, launch waits
      // Ahead of the consumer it may also arrive twice at a full barrier,
      // which completes without the consumer, who then waits for ever.
      // @barrier: race put get / sync waits, launch waits
      if (k >= 2)
        asm volatile("bar.sync %0, 64;" ::"r"(empty) : "memory");  // [waits]
      // @init: init get
      buffer[k % 2][lane] = in[first + 32 * k + lane];  // [put]
      // @barrier: sync waits, launch waits
      asm volatile("bar.arrive %0, 64;" ::"r"(full) : "memory");
    }
  } else {
    // @bound.off: sync waits, launch waits
    for (int k = 0; k < 8; ++k) {
      const int empty = 3 + k % 2, full = 1 + k % 2;
      // @barrier: race put get, sync waits, launch waits
      asm volatile("bar.sync %0, 64;" ::"r"(full) : "memory");   // [waits]
      out[first + 32 * k + lane] = 2 * buffer[k % 2][lane ^ 1];  // [get]
      // @bound: fine nobody waits for the last two buffers
      // @barrier: sync waits, launch waits
      if (k < 6) asm volatile("bar.arrive %0, 64;" ::"r"(empty) : "memory");
    }
  }
}
