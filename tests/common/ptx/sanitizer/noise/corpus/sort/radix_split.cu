// SPDX-License-Identifier: Apache-2.0
// Sorts each block's elements by their six bits, one split a bit.
// launch: grid 2 block 64 in 128 out 128 mod 64; expect sorted_blocks
__global__ void radix_split(const int* in, int* out, int*, int) {
  __shared__ int keys[64], zeros[2];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  // @init: init read
  keys[t] = in[blockIdx.x * 64 + t];  // [load]
  // @bound.off: fine all values are below 64
  for (int bit = 0; bit < 6; ++bit) {
    const int key = keys[t];  // [read]
    const bool is_zero = (key >> bit & 1) == 0;
    // @mask: sync here, race move move, race move rank, mem move
    const unsigned votes = __ballot_sync(0xffffffff, is_zero);
    // @init: init rank, mem move, race move move
    if (lane == 0) zeros[warp] = __popc(votes);  // [count]
    // @barrier: race count rank, race read move, race load move,
    //   race move move, mem move
    __syncthreads();
    const int zeros_before = __popc(votes & ((1u << lane) - 1));
    // @bound: race move move
    const int before = zeros_before + (warp > 0 ? zeros[0] : 0);  // [rank]
    const int all = zeros[0] + zeros[1];                          // [rank]
    keys[is_zero ? before : all + t - before] = key;              // [move]
    // @barrier: race move read / race rank count, race move move, mem move,
    //   race move rank, race move count
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = keys[t];  // [read]
}
