// SPDX-License-Identifier: Apache-2.0
// Each thread adds up what it meets in a grid-stride loop.
// launch: grid 3 block 64 in 1000 out 1 zeroed yes; expect total_sum
__global__ void grid_stride(const int* in, int* out, int*, int n) {
  __shared__ int warps[2];
  const int lane = threadIdx.x % 32;
  // @init: compiler load
  int sum = 0;
  // @bound.off: mem load
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)
    sum += in[i];  // [load]
  // @mask: sync here
  sum = __reduce_add_sync(0xffffffff, sum);
  // @init: init read
  if (lane == 0) warps[threadIdx.x / 32] = sum;  // [write]
  // @barrier: race write read, init read
  __syncthreads();
  // @atomic: race here here
  if (threadIdx.x == 0) atomicAdd(out, warps[0] + warps[1]);  // [read]
}
