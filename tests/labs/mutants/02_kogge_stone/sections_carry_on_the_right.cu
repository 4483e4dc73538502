// expect: task=sections status=fail symptom=carry_on_the_right
// why: the carry is applied after the elements that it comes before.
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
__device__ void sections_of(const typename Operator::Value* in,
                            typename Operator::Value* out,
                            typename Operator::Value* section_totals,
                            unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto value = scan_block<Operator>(i < n ? in[i] : Operator::identity());
  if (i < n) out[i] = value;
  if (threadIdx.x == blockDim.x - 1) section_totals[blockIdx.x] = value;
}

template <typename Operator>
__device__ void carries_of(typename Operator::Value* out,
                           const typename Operator::Value* scanned_totals,
                           unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0)
    out[i] = Operator::call(out[i], scanned_totals[blockIdx.x - 1]);
}

extern "C" __global__ void kogge_stone_sections(const int* in, int* out,
                                                int* section_totals,
                                                unsigned n) {
  sections_of<AddInt>(in, out, section_totals, n);
}
extern "C" __global__ void add_carries(int* out, const int* scanned_totals,
                                       unsigned n) {
  carries_of<AddInt>(out, scanned_totals, n);
}
extern "C" __global__ void compose_sections(const Affine* in, Affine* out,
                                            Affine* section_totals,
                                            unsigned n) {
  sections_of<Compose>(in, out, section_totals, n);
}
extern "C" __global__ void compose_carries(Affine* out,
                                           const Affine* scanned_totals,
                                           unsigned n) {
  carries_of<Compose>(out, scanned_totals, n);
}
