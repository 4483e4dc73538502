// SPDX-License-Identifier: Apache-2.0
// The warp's own reduction instruction, then one atomic a warp.
// launch: grid 3 block 96 in 288 out 1 zeroed yes; expect total_sum
__global__ void redux(const int* in, int* out, int*, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // @mask: sync here
  const int sum = __reduce_add_sync(0xffffffff, in[i]);
  // @atomic: race here here
  if (threadIdx.x % 32 == 0) atomicAdd(&out[0], sum);
}
