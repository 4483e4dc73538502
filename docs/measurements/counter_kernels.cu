// SPDX-License-Identifier: Apache-2.0
// Kernels whose memory traffic differs in one way each, launched once with the
// same arguments on whatever runs the program: Nsight Compute counts them on a
// GPU, `lockstep run --report` on the emulator. Nothing here is timed, and no
// access depends on the order of threads.
// nvcc -std=c++17 -O3 -lineinfo -cudart shared counter_kernels.cu
#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned element_count = 1u << 17;
constexpr unsigned block_threads = 256;
constexpr unsigned row = 512;  // of matrices: element_count = row * 256
constexpr unsigned tile_side = 32;
constexpr unsigned bin_count = 256;

__device__ unsigned global_thread() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ unsigned scattered(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

struct Particle {
  float x, y, z;
};

}  // namespace

// Global loads and stores.

__global__ void copy_words(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[i];
}

__global__ void copy_float4(const float4* in, float4* out) {
  const unsigned i = global_thread();
  out[i] = in[i];
}

__global__ void copy_bytes(const unsigned char* in, unsigned char* out) {
  const unsigned i = global_thread();
  out[i] = in[i];
}

__global__ void load_offset_1(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[i + 1];
}

__global__ void load_stride_2(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[2 * i];
}

__global__ void load_stride_8(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[8 * i];
}

__global__ void store_stride_8(const float* in, float* out) {
  const unsigned i = global_thread();
  out[8 * i] = in[i];
}

__global__ void gather(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[scattered(i) % element_count];
}

__global__ void load_one_word(const float* in, float* out) {
  const unsigned i = global_thread();
  out[i] = in[blockIdx.x];
}

__global__ void array_of_structures(const Particle* in, float* out) {
  const unsigned i = global_thread();
  const Particle p = in[i];
  out[i] = p.x * p.y + p.z;
}

__global__ void odd_threads(const float* in, float* out) {
  const unsigned i = global_thread();
  if (i % 2 == 1) out[i] = in[i] + 1.0f;
}

__global__ void stencil(const float* in, float* out) {
  const unsigned i = global_thread();
  if (i == 0 || i + 1 >= element_count) return;
  out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;
}

// Atomics on global memory.

__global__ void reductions_random(unsigned* bins) {
  atomicAdd(&bins[scattered(global_thread()) % bin_count], 1u);
}

__global__ void reductions_one_word(unsigned* bins) {
  atomicAdd(&bins[0], threadIdx.x);
}

__global__ void reductions_stride_8(unsigned* bins) {
  atomicAdd(&bins[8 * global_thread()], 1u);
}

__global__ void atomics_used(unsigned* bins, unsigned* out) {
  const unsigned i = global_thread();
  out[i] = atomicAdd(&bins[scattered(i) % bin_count], 1u);
}

// Shared memory: banks.

__global__ void shared_stride_2(const float* in, float* out) {
  __shared__ float tile[2 * block_threads];
  const unsigned i = global_thread();
  tile[2 * threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[2 * (block_threads - 1 - threadIdx.x)];
}

__global__ void shared_stride_32(const float* in, float* out) {
  __shared__ float tile[32 * 32];
  const unsigned i = global_thread(), t = threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) tile[t + k * block_threads] = in[i];
  __syncthreads();
  out[i] = tile[(t % 32) * 32 + t / 32];
}

__global__ void shared_broadcast(const float* in, float* out) {
  __shared__ float tile[block_threads];
  const unsigned i = global_thread();
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x / 8 * 8];
}

__global__ void shared_doubles(const double* in, double* out) {
  __shared__ double tile[2 * block_threads];
  const unsigned i = global_thread();
  tile[2 * threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[2 * (block_threads - 1 - threadIdx.x)];
}

__global__ void shared_float4(const float4* in, float4* out) {
  __shared__ float4 tile[2 * block_threads];
  const unsigned i = global_thread();
  tile[2 * threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[2 * (block_threads - 1 - threadIdx.x)];
}

__global__ void shared_bytes(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char tile[5 * block_threads];
  const unsigned i = global_thread();
  tile[5 * threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[5 * (block_threads - 1 - threadIdx.x)];
}

__global__ void shared_random(const float* in, float* out) {
  __shared__ float tile[1024];
  const unsigned i = global_thread(), t = threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) tile[t + k * block_threads] = in[i];
  __syncthreads();
  out[i] = tile[scattered(i) % 1024];
}

// Atomics on shared memory.

__global__ void shared_atomics_random(unsigned* out) {
  __shared__ unsigned bins[bin_count];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[scattered(global_thread()) % bin_count], 1u);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x];
}

__global__ void shared_atomics_one_word(unsigned* out) {
  __shared__ unsigned bins[bin_count];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[0], threadIdx.x);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x];
}

__global__ void shared_atomics_own_word(unsigned* out) {
  __shared__ unsigned bins[bin_count];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], threadIdx.x);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x];
}

__global__ void shared_atomics_pairs(unsigned* out) {
  __shared__ unsigned bins[bin_count];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x / 2], threadIdx.x);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x];
}

__global__ void shared_atomics_one_bank(unsigned* out) {
  __shared__ unsigned bins[32 * 32];
  for (unsigned k = threadIdx.x; k < 1024; k += block_threads) bins[k] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 32 * 32], threadIdx.x);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x];
}

__global__ void shared_atomics_used(unsigned* out) {
  __shared__ unsigned bins[bin_count];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned before =
      atomicAdd(&bins[scattered(global_thread()) % bin_count], 1u);
  __syncthreads();
  out[global_thread()] = bins[threadIdx.x] + before;
}

// Patterns of the course.

__global__ void transpose_naive(const float* in, float* out) {
  const unsigned x = blockIdx.x * tile_side + threadIdx.x;
  const unsigned y = blockIdx.y * tile_side + threadIdx.y;
  out[x * (element_count / row) + y] = in[y * row + x];
}

template <unsigned padding>
__device__ void transpose(const float* in, float* out) {
  __shared__ float tile[tile_side][tile_side + padding];
  const unsigned x = blockIdx.x * tile_side, y = blockIdx.y * tile_side;
  tile[threadIdx.y][threadIdx.x] =
      in[(y + threadIdx.y) * row + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * (element_count / row) + y + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_tile(const float* in, float* out) {
  transpose<0>(in, out);
}

__global__ void transpose_padded(const float* in, float* out) {
  transpose<1>(in, out);
}

__global__ void scan_double_buffer(const float* in, float* out) {
  __shared__ float tile[2][block_threads];
  const unsigned i = global_thread(), t = threadIdx.x;
  unsigned from = 0;
  tile[from][t] = in[i];
  for (unsigned stride = 1; stride < block_threads; stride *= 2) {
    __syncthreads();
    const float own = tile[from][t];
    tile[1 - from][t] = t >= stride ? tile[from][t - stride] + own : own;
    from = 1 - from;
  }
  out[i] = tile[from][t];
}

__global__ void scan_two_sweeps(const float* in, float* out) {
  __shared__ float tile[2 * block_threads];
  const unsigned first = 2 * blockIdx.x * block_threads, t = threadIdx.x;
  tile[t] = in[first + t];
  tile[t + block_threads] = in[first + t + block_threads];
  for (unsigned stride = 1; stride <= block_threads; stride *= 2) {
    __syncthreads();
    const unsigned k = (t + 1) * 2 * stride - 1;
    if (k < 2 * block_threads) tile[k] += tile[k - stride];
  }
  for (unsigned stride = block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned k = (t + 1) * 2 * stride - 1;
    if (k + stride < 2 * block_threads) tile[k + stride] += tile[k];
  }
  __syncthreads();
  out[first + t] = tile[t];
  out[first + t + block_threads] = tile[t + block_threads];
}

__global__ void multiply_tiles(const float* a, const float* b, float* c) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned column = blockIdx.x * 16 + x, line = blockIdx.y * 16 + y;
  constexpr unsigned side = 128;
  float sum = 0;
  for (unsigned k = 0; k < side; k += 16) {
    tile_a[y][x] = a[line * side + k + x];
    tile_b[y][x] = b[(k + y) * side + column];
    __syncthreads();
    for (unsigned j = 0; j < 16; ++j) sum += tile_a[y][j] * tile_b[j][x];
    __syncthreads();
  }
  c[line * side + column] = sum;
}

__global__ void bitonic_sort(unsigned* out) {
  __shared__ unsigned keys[2 * block_threads];
  const unsigned t = threadIdx.x, first = 2 * blockIdx.x * block_threads;
  keys[t] = scattered(first + t);
  keys[t + block_threads] = scattered(first + t + block_threads);
  for (unsigned size = 2; size <= 2 * block_threads; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const unsigned low = 2 * t - (t & (stride - 1));
      const unsigned a = keys[low], b = keys[low + stride];
      const bool is_ascending = (low & size) == 0;
      if ((a > b) == is_ascending) {
        keys[low] = b;
        keys[low + stride] = a;
      }
    }
  }
  __syncthreads();
  out[first + t] = keys[t];
  out[first + t + block_threads] = keys[t + block_threads];
}

__global__ void compact_by_ballot(unsigned* out) {
  const unsigned i = global_thread(), lane = threadIdx.x % 32;
  const bool is_kept = scattered(i) % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffffu, is_kept);
  if (is_kept) out[i - lane + __popc(kept & ((1u << lane) - 1))] = i;
}

namespace {

/// `bytes` of zeros on the device; ends the program when there are none.
template <typename T>
T* zeroed(std::size_t bytes) {
  void* data = nullptr;
  if (cudaMalloc(&data, bytes) != cudaSuccess ||
      cudaMemset(data, 0, bytes) != cudaSuccess) {
    std::fprintf(stderr, "no device memory\n");
    std::exit(1);
  }
  return static_cast<T*>(data);
}

}  // namespace

int main() {
  constexpr std::size_t bytes = std::size_t{element_count} * 32;
  constexpr unsigned blocks = element_count / block_threads;
  auto* in = zeroed<float>(bytes);
  auto* out = zeroed<float>(bytes);
  auto* in4 = reinterpret_cast<float4*>(in);
  auto* out4 = reinterpret_cast<float4*>(out);
  auto* in1 = reinterpret_cast<unsigned char*>(in);
  auto* out1 = reinterpret_cast<unsigned char*>(out);
  auto* in8 = reinterpret_cast<double*>(in);
  auto* out8 = reinterpret_cast<double*>(out);
  auto* words = reinterpret_cast<unsigned*>(out);
  auto* bins = reinterpret_cast<unsigned*>(in);

  copy_words<<<blocks, block_threads>>>(in, out);
  copy_float4<<<blocks, block_threads>>>(in4, out4);
  copy_bytes<<<blocks, block_threads>>>(in1, out1);
  load_offset_1<<<blocks, block_threads>>>(in, out);
  load_stride_2<<<blocks, block_threads>>>(in, out);
  load_stride_8<<<blocks, block_threads>>>(in, out);
  store_stride_8<<<blocks, block_threads>>>(in, out);
  gather<<<blocks, block_threads>>>(in, out);
  load_one_word<<<blocks, block_threads>>>(in, out);
  array_of_structures<<<blocks, block_threads>>>(
      reinterpret_cast<Particle*>(in), out);
  odd_threads<<<blocks, block_threads>>>(in, out);
  stencil<<<blocks, block_threads>>>(in, out);

  shared_stride_2<<<blocks, block_threads>>>(in, out);
  shared_stride_32<<<blocks, block_threads>>>(in, out);
  shared_broadcast<<<blocks, block_threads>>>(in, out);
  shared_doubles<<<blocks, block_threads>>>(in8, out8);
  shared_float4<<<blocks, block_threads>>>(in4, out4);
  shared_bytes<<<blocks, block_threads>>>(in1, out1);
  shared_random<<<blocks, block_threads>>>(in, out);
  shared_atomics_random<<<blocks, block_threads>>>(words);
  shared_atomics_one_word<<<blocks, block_threads>>>(words);
  shared_atomics_own_word<<<blocks, block_threads>>>(words);
  shared_atomics_pairs<<<blocks, block_threads>>>(words);
  shared_atomics_one_bank<<<blocks, block_threads>>>(words);
  shared_atomics_used<<<blocks, block_threads>>>(words);

  const dim3 tiles(row / tile_side, element_count / row / tile_side);
  const dim3 square(tile_side, tile_side);
  transpose_naive<<<tiles, square>>>(in, out);
  transpose_tile<<<tiles, square>>>(in, out);
  transpose_padded<<<tiles, square>>>(in, out);
  scan_double_buffer<<<blocks, block_threads>>>(in, out);
  scan_two_sweeps<<<blocks / 2, block_threads>>>(in, out);
  multiply_tiles<<<dim3(8, 8), dim3(16, 16)>>>(in, in, out);
  bitonic_sort<<<blocks / 2, block_threads>>>(words);
  compact_by_ballot<<<blocks, block_threads>>>(words);

  reductions_random<<<blocks, block_threads>>>(bins);
  reductions_one_word<<<blocks, block_threads>>>(bins);
  reductions_stride_8<<<blocks, block_threads>>>(bins);
  atomics_used<<<blocks, block_threads>>>(bins, words);

  cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  if (status == cudaSuccess) return 0;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  return 1;
}
