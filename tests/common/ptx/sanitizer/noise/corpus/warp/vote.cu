// SPDX-License-Identifier: Apache-2.0
// Votes over a warp decide what each lane writes.
// launch: grid 2 block 64 in 128 out 128; expect votes
__global__ void vote(const int* in, int* out, int*, int) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  // @mask: sync here
  const int any = __any_sync(0xffffffff, in[i] == 7);
  // @mask: sync here
  const int all = __all_sync(0xffffffff, in[i] != 7);
  // @mask: sync here
  const unsigned odd = __ballot_sync(0xffffffff, in[i] % 2);
  out[i] = any * 100 + all * 1000 + __popc(odd);
}
