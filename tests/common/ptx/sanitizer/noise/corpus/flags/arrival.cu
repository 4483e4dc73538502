// SPDX-License-Identifier: Apache-2.0
// A barrier for the whole grid by a counter: blocks are few enough to be
// resident together. Each block then reads what the next one has written.
// launch: grid 3 block 32 in 96 out 96 scratch 97; expect rotated
__global__ void arrival(const int* in, int* out, int* scratch, int n) {
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  scratch[1 + i] = in[i];  // [put]
  // @fence: race put get
  __threadfence();
  // @barrier: race put get
  __syncthreads();
  if (t == 0) {
    // @atomic: race here here, race put get, race here spin, launch spin
    atomicAdd(&scratch[0], 1);  // [arrive]
    // @volatile: race arrive spin / race put get, launch
    volatile int* count = scratch;
    // @bound.off: launch spin
    while (*count < 3) {  // [spin]
    }                     // [spin]
    // @fence: race put get
    __threadfence();
  }
  // @barrier: race put get
  __syncthreads();
  out[i] = scratch[1 + (i + 32) % n];  // [get]
}
