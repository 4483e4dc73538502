// expect: task=fast status=fail device=gpu
// why: up to three elements behind the last whole vector are lost.
// SPDX-License-Identifier: Apache-2.0
extern "C" {
__constant__ unsigned reduction_block_threads = 256;
__constant__ unsigned reduce_fast_block_threads = 256;
__constant__ unsigned reduce_fast_items_per_thread = 16;
__constant__ unsigned reduce_fast_max_blocks = 1056;
}

__device__ int block_sum(int value) {
  __shared__ int tile[256];
  tile[threadIdx.x] = value;
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
  }
  return tile[0];
}

extern "C" __global__ void reduce_fast(const int* in, int* out, int* block_sums,
                                       unsigned* ticket, unsigned n) {
  __shared__ bool is_last;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  const int4* vectors = reinterpret_cast<const int4*>(in);
  int sum = 0;
  for (unsigned i = first; i < n / 4; i += gridDim.x * blockDim.x) {
    const int4 item = vectors[i];
    sum += item.x + item.y + item.z + item.w;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x)
    sum += block_sums[block];
  sum = block_sum(sum);
  if (threadIdx.x == 0) out[0] = sum;
}
