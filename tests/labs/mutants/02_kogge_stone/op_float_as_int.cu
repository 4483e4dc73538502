// expect: task=op status=fail names=scan_op_float
// why: the floats are rounded to whole numbers on their way.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

struct alignas(8) Affine {
  unsigned a, b;
};

struct AddInt {
  using Value = int;
  static __device__ int identity() { return 0; }
  static __device__ int call(int left, int right) { return left + right; }
};

struct AddFloat {
  using Value = float;
  static __device__ float identity() { return 0.0f; }
  static __device__ float call(float left, float right) {
    return static_cast<float>(static_cast<int>(left) + static_cast<int>(right));
  }
};

struct Max {
  using Value = int;
  static __device__ int identity() { return -2147483647 - 1; }
  static __device__ int call(int left, int right) {
    return left > right ? left : right;
  }
};

struct Compose {
  using Value = Affine;
  static __device__ Affine identity() { return {1, 0}; }
  static __device__ Affine call(Affine left, Affine right) {
    return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
  }
};

template <typename Operator>
__device__ typename Operator::Value scan_block(typename Operator::Value value) {
  __shared__ typename Operator::Value tile[block_threads];
  tile[threadIdx.x] = value;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (threadIdx.x >= stride)
      value = Operator::call(tile[threadIdx.x - stride], value);
    __syncthreads();
    tile[threadIdx.x] = value;
  }
  return value;
}

template <typename Operator>
__device__ void scan_sections(const typename Operator::Value* in,
                              typename Operator::Value* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto value = scan_block<Operator>(i < n ? in[i] : Operator::identity());
  if (i < n) out[i] = value;
}

extern "C" __global__ void scan_op_int(const int* in, int* out, unsigned n) {
  scan_sections<AddInt>(in, out, n);
}
extern "C" __global__ void scan_op_float(const float* in, float* out,
                                         unsigned n) {
  scan_sections<AddFloat>(in, out, n);
}
extern "C" __global__ void scan_op_max(const int* in, int* out, unsigned n) {
  scan_sections<Max>(in, out, n);
}
extern "C" __global__ void scan_op_compose(const Affine* in, Affine* out,
                                           unsigned n) {
  scan_sections<Compose>(in, out, n);
}
