// expect: task=op status=fail names=reduce_op_and
// why: 1 & 2 is 0, but both are true.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

struct Affine {
  unsigned a, b;
};

template <typename Value, typename Call>
__device__ void reduce(const Value* in, Value* block_results, unsigned n,
                       Value identity, Call call) {
  __shared__ Value tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : identity;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (thread % (2 * stride) == 0)
      tile[thread] = call(tile[thread], tile[thread + stride]);
  }
  if (thread == 0) block_results[blockIdx.x] = tile[0];
}

struct Add {
  __device__ int operator()(int left, int right) const { return left + right; }
};
struct Multiply {
  __device__ int operator()(int left, int right) const { return left * right; }
};
struct And {
  __device__ int operator()(int left, int right) const { return left & right; }
};
struct Or {
  __device__ int operator()(int left, int right) const { return left || right; }
};
struct Max {
  __device__ int operator()(int left, int right) const {
    return left > right ? left : right;
  }
};
struct Compose {
  __device__ Affine operator()(Affine left, Affine right) const {
    return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
  }
};

extern "C" __global__ void reduce_op_add(const int* in, int* block_results,
                                         unsigned n) {
  reduce(in, block_results, n, 0, Add{});
}
extern "C" __global__ void reduce_op_multiply(const int* in, int* block_results,
                                              unsigned n) {
  reduce(in, block_results, n, 1, Multiply{});
}
extern "C" __global__ void reduce_op_and(const int* in, int* block_results,
                                         unsigned n) {
  reduce(in, block_results, n, 1, And{});
}
extern "C" __global__ void reduce_op_or(const int* in, int* block_results,
                                        unsigned n) {
  reduce(in, block_results, n, 0, Or{});
}
extern "C" __global__ void reduce_op_max(const int* in, int* block_results,
                                         unsigned n) {
  reduce(in, block_results, n, -2147483647 - 1, Max{});
}
extern "C" __global__ void reduce_op_compose(const Affine* in,
                                             Affine* block_results,
                                             unsigned n) {
  reduce(in, block_results, n, Affine{1, 0}, Compose{});
}
