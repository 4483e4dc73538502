// expect: task=sections status=fail names=join_section_carries
// why: the carries are exclusive already: section b needs carries[b].
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
constexpr unsigned section_items = 2 * block_threads;
extern "C" __constant__ unsigned brent_kung_block_threads = block_threads;

struct alignas(8) Affine {
  unsigned a, b;
};

__device__ int join(int left, int right) { return left + right; }
__device__ Affine join(Affine left, Affine right) {
  return {right.a * left.a % 65521, (right.a * left.b + right.b) % 65521};
}

template <typename T>
__device__ void scan_section(const T* in, T* out, T* section_totals, unsigned n,
                             T identity) {
  __shared__ T tile[section_items];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    tile[k] = first + k < n ? in[first + k] : identity;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items)
      tile[right] = join(tile[right - stride], tile[right]);
  }
  if (thread == 0) section_totals[blockIdx.x] = tile[section_items - 1];
  if (thread == 0) tile[section_items - 1] = identity;
  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (thread + 1) * 2 * stride - 1;
    if (right < section_items) {
      const T left_half = tile[right - stride];
      tile[right - stride] = tile[right];
      tile[right] = join(tile[right], left_half);
    }
  }
  __syncthreads();
  for (unsigned k = thread; k < section_items; k += blockDim.x)
    if (first + k < n) out[first + k] = tile[k];
}

template <typename T>
__device__ void join_carry(T* out, const T* carries, unsigned n) {
  const unsigned first = blockIdx.x * section_items;
  for (unsigned k = threadIdx.x; k < section_items; k += blockDim.x)
    if (first + k < n && blockIdx.x > 0)
      out[first + k] = join(carries[blockIdx.x - 1], out[first + k]);
}

extern "C" {
__global__ void blelloch_sections(const int* in, int* out, int* totals,
                                  unsigned n) {
  scan_section(in, out, totals, n, 0);
}
__global__ void join_section_carries(int* out, const int* carries, unsigned n) {
  join_carry(out, carries, n);
}
__global__ void compose_sections(const Affine* in, Affine* out, Affine* totals,
                                 unsigned n) {
  scan_section(in, out, totals, n, Affine{1, 0});
}
__global__ void compose_section_carries(Affine* out, const Affine* carries,
                                        unsigned n) {
  join_carry(out, carries, n);
}
}
