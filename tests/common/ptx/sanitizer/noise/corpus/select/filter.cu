// SPDX-License-Identifier: Apache-2.0
// All odd values in any order: a warp asks for room once, by its leader.
// launch: grid 3 block 64 in 192 out 81 scratch 1; expect any_order:odd
__global__ void filter(const int* in, int* out, int* scratch, int) {
  const int lane = threadIdx.x % 32;
  const int value = in[blockIdx.x * 64 + threadIdx.x];
  // @mask: sync here, race write write, init host, mem write
  const unsigned kept = __ballot_sync(0xffffffff, value % 2);
  // @init: fine the shuffle takes the value of lane 0 only
  int begin = 0;
  // @atomic: race here here, race write write, init host
  if (lane == 0) begin = atomicAdd(scratch, __popc(kept));
  // @mask: sync here, race write write, init host, mem write
  begin = __shfl_sync(0xffffffff, begin, 0);
  const int before = __popc(kept & ((1u << lane) - 1));
  if (value % 2) out[begin + before] = value;  // [write]
}
