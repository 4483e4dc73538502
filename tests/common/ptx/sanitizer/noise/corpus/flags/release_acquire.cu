// SPDX-License-Identifier: Apache-2.0
// Each block adds its value to that of the block before, which it waits for
// with acquire and release instead of fences.
// launch: grid 6 block 32 in 6 out 6 scratch 12; expect scan
__device__ int load_acquire(const int* from) {
  int value;
  // @order: race value put
  // @order.weak: race acquire release / race value put, launch spin
  // @order.narrow: race acquire release, race value put
  asm volatile("ld.acquire.gpu.s32 %0, [%1];"  // [acquire]
               : "=r"(value)                   // [acquire]
               : "l"(from)                     // [acquire]
               : "memory");
  return value;
}

__device__ void store_release(int* to, int value) {
  // @order: race value put
  // @order.weak: race acquire release / race value put
  // @order.narrow: race acquire release, race value put
  asm volatile("st.release.gpu.s32 [%0], %1;"  // [release]
               :                               // [release]
               : "l"(to), "r"(value)           // [release]
               : "memory");
}

__global__ void chain(const int* in, int* out, int* scratch, int) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  int sum = in[b];
  // @bound: mem acquire
  if (b > 0) {
    while (load_acquire(&scratch[b - 1]) == 0) {  // [spin]
    }                                             // [spin]
    sum += scratch[6 + b - 1];                    // [value]
  }
  scratch[6 + b] = sum;  // [put]
  store_release(&scratch[b], 1);
  out[b] = sum;
}
