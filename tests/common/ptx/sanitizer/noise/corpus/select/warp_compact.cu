// SPDX-License-Identifier: Apache-2.0
// Keeps the odd values of each warp, in order, and marks the rest with -1.
// launch: grid 2 block 64 in 128 out 128; expect odd_in_warps
__global__ void compact(const int* in, int* out, int*, int) {
  const int lane = threadIdx.x % 32;
  const int i = blockIdx.x * 64 + threadIdx.x, first = i - lane;
  const int value = in[i];
  // @mask: sync here, race keep keep, race keep mark
  const unsigned kept = __ballot_sync(0xffffffff, value % 2);
  const int before = __popc(kept & ((1u << lane) - 1));
  if (value % 2) out[first + before] = value;  // [keep]
  // @bound: race mark keep
  // @init: init host
  if (lane >= __popc(kept)) out[i] = -1;  // [mark]
}
