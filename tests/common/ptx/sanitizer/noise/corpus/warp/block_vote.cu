// SPDX-License-Identifier: Apache-2.0
// Barriers that count, and and or: they order shared memory too.
// launch: grid 2 block 96 in 192 out 192; expect block_votes
__global__ void block_vote(const int* in, int* out, int*, int) {
  __shared__ int tile[96];
  const int t = threadIdx.x, i = blockIdx.x * 96 + t;
  const int value = in[i];
  // @init: init one
  tile[t] = value;  // [put]
  // @barrier: race put one, init one
  const int odd = __syncthreads_count(value % 2);
  const int one = tile[95 - t];  // [one]
  // @barrier: race one again
  const int is_all = __syncthreads_and(value >= 0);
  tile[t] = odd + one;  // [again]
  // @barrier: race again two
  const int is_any = __syncthreads_or(value == 1000);
  out[i] = tile[95 - t] + 10000 * is_all + 20000 * is_any;  // [two]
}
