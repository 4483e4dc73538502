// SPDX-License-Identifier: Apache-2.0
// Lanes with one value find each other; the lowest adds for all.
// launch: grid 3 block 64 in 192 out 8 mod 8 zeroed yes; expect histogram
__global__ void match(const int* in, int* out, int*, int) {
  const int lane = threadIdx.x % 32;
  const int value = in[blockIdx.x * 64 + threadIdx.x];
  // @mask: sync here
  const unsigned peers = __match_any_sync(0xffffffff, value);
  // @atomic: race here here
  if (__ffs(peers) - 1 == lane) atomicAdd(&out[value], __popc(peers));
}
