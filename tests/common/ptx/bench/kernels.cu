// SPDX-License-Identifier: Apache-2.0
// What the emulator's speed is measured with: one kernel a way in which
// course code spends its time. All take (in, out, n) and run in blocks of
// 256 threads; what a block does costs the same whatever n is.
#include <cuda_runtime.h>

constexpr unsigned block_threads = 256;
constexpr unsigned warp_threads = 32;
constexpr unsigned all_lanes = 0xffffffffu;

/// One element a thread, neighbours side by side.
extern "C" __global__ void copy(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  if (i < n) out[i] = in[i];
}

/// out[block] is the sum of its elements, by a tree in shared memory.
extern "C" __global__ void reduce_tree(const int* in, int* out, unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned t = threadIdx.x, i = blockIdx.x * block_threads + t;
  tile[t] = i < n ? in[i] : 0;
  __syncthreads();  // the tile is whole before anyone reads a neighbour's
  for (unsigned active = block_threads / 2; active > 0; active /= 2) {
    if (t < active) tile[t] += tile[t + active];
    __syncthreads();  // this level's sums before the next one reads them
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

/// Inclusive scan of each block by doubling distances.
extern "C" __global__ void scan_kogge_stone(const int* in, int* out,
                                            unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned t = threadIdx.x, i = blockIdx.x * block_threads + t;
  tile[t] = i < n ? in[i] : 0;
  for (unsigned distance = 1; distance < block_threads; distance *= 2) {
    __syncthreads();  // what the step before wrote, before it is read
    const int sum = t >= distance ? tile[t] + tile[t - distance] : tile[t];
    __syncthreads();  // all have read before anyone writes
    tile[t] = sum;
  }
  if (i < n) out[i] = tile[t];
}

/// Inclusive scan of two elements a thread, up-sweep and down-sweep.
extern "C" __global__ void scan_brent_kung(const int* in, int* out,
                                           unsigned n) {
  constexpr unsigned tile_items = 2 * block_threads;
  __shared__ int tile[tile_items];
  const unsigned t = threadIdx.x, first = blockIdx.x * tile_items;
  for (unsigned k = t; k < tile_items; k += block_threads)
    tile[k] = first + k < n ? in[first + k] : 0;
  for (unsigned distance = 1; distance < tile_items; distance *= 2) {
    __syncthreads();  // the level below is summed before it is read
    const unsigned k = (t + 1) * 2 * distance - 1;
    if (k < tile_items) tile[k] += tile[k - distance];
  }
  for (unsigned distance = tile_items / 4; distance > 0; distance /= 2) {
    __syncthreads();  // the level above is whole before it is handed down
    const unsigned k = (t + 1) * 2 * distance - 1;
    if (k + distance < tile_items) tile[k + distance] += tile[k];
  }
  __syncthreads();  // the last level before it is copied out
  for (unsigned k = t; k < tile_items; k += block_threads)
    if (first + k < n) out[first + k] = tile[k];
}

/// 256 bins in shared memory, 4 elements a thread; out[bin] += count.
extern "C" __global__ void histogram_shared(const int* in, int* out,
                                            unsigned n) {
  __shared__ unsigned bins[block_threads];
  const unsigned t = threadIdx.x, first = blockIdx.x * block_threads * 4;
  bins[t] = 0;
  __syncthreads();  // the bins are zero before the first count
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = first + k * block_threads + t;
    if (i < n) atomicAdd(&bins[static_cast<unsigned>(in[i]) % 256], 1u);
  }
  __syncthreads();  // all counts are in before they are read
  atomicAdd(reinterpret_cast<unsigned*>(out) + t, bins[t]);
}

/// C = A B with A of n / 64 rows and 64 columns and B 64 x 64, both in `in`;
/// tiles of 16 x 16.
extern "C" __global__ void matrix_multiply(const int* in, int* out,
                                           unsigned n) {
  constexpr unsigned side = 16, width = 64;
  __shared__ float a[side][side], b[side][side];
  const unsigned tx = threadIdx.x % side, ty = threadIdx.x / side;
  const unsigned column = blockIdx.x % (width / side) * side + tx;
  const unsigned row = blockIdx.x / (width / side) * side + ty;
  if (row >= n / width) return;
  float sum = 0;
  for (unsigned k = 0; k < width; k += side) {
    a[ty][tx] = static_cast<float>(in[row * width + k + tx] & 15);
    b[ty][tx] = static_cast<float>(in[(k + ty) * width + column] & 15);
    __syncthreads();  // both tiles are whole before they are read
    for (unsigned j = 0; j < side; ++j) sum += a[ty][j] * b[j][tx];
    __syncthreads();  // all have read before the next tiles are written
  }
  out[row * width + column] = static_cast<int>(sum);
}

/// Merges the two sorted halves of each tile of 1024, 4 elements a thread.
extern "C" __global__ void merge_path(const int* in, int* out, unsigned n) {
  constexpr unsigned tile_items = 1024, half = tile_items / 2, items = 4;
  __shared__ int tile[tile_items];
  const unsigned t = threadIdx.x, first = blockIdx.x * tile_items;
  if (first + tile_items > n) return;
  for (unsigned k = t; k < tile_items; k += block_threads)
    tile[k] = static_cast<int>(k % half * 2 + (in[first + k] & 1));
  __syncthreads();  // the tile is whole before anyone searches it
  const unsigned diagonal = t * items;
  unsigned low = diagonal > half ? diagonal - half : 0;
  unsigned high = diagonal < half ? diagonal : half;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (tile[middle] <= tile[half + diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  unsigned x = low, y = diagonal - low;
  for (unsigned k = 0; k < items; ++k) {
    const bool takes_x = y >= half || (x < half && tile[x] <= tile[half + y]);
    out[first + diagonal + k] = takes_x ? tile[x] : tile[half + y];
    ++(takes_x ? x : y);
  }
}

/// 64 rounds of a 32-bit hash in registers.
extern "C" __global__ void integer_loop(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  if (i >= n) return;
  unsigned x = static_cast<unsigned>(in[i]);
#pragma unroll 1
  for (unsigned k = 0; k < 64; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
    x = x * 0x9e3779b9u + k;
  }
  out[i] = static_cast<int>(x);
}

/// 64 rounds of two fused multiply-adds.
extern "C" __global__ void fma_loop(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  if (i >= n) return;
  float x = static_cast<float>(in[i] & 1023) * 0.001f, y = 1 - x;
#pragma unroll 1
  for (unsigned k = 0; k < 64; ++k) {
    x = fmaf(x, 0.75f, y);
    y = fmaf(y, -0.5f, x);
  }
  out[i] = __float_as_int(x + y);
}

/// Neighbouring threads go different ways, 16 times.
extern "C" __global__ void branchy(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  if (i >= n) return;
  unsigned x = static_cast<unsigned>(in[i]) | 1u;
  unsigned steps = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 16; ++k) {
    if (x % 2 == 0) {
      x /= 2;
    } else if (x % 3 == 0) {
      x = x / 3 * 2 + 1;
      steps += 2;
    } else {
      x = 3 * x + 1;
      ++steps;
    }
  }
  out[i] = static_cast<int>(x + steps);
}

/// Reads with a stride of 33 elements inside a window of 1024.
extern "C" __global__ void uncoalesced(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  if (i >= n) return;
  const unsigned window = i / 1024 * 1024;
  int sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 8; ++k) sum += in[window + ((i + k) * 33) % 1024];
  out[i] = sum;
}

/// Sums of warps by shuffles, handed to all lanes, 4 times over.
extern "C" __global__ void warp_shuffles(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * block_threads + threadIdx.x;
  int x = i < n ? in[i] : 0;
#pragma unroll 1
  for (unsigned k = 0; k < 4; ++k) {
    for (unsigned distance = warp_threads / 2; distance > 0; distance /= 2)
      x += __shfl_xor_sync(all_lanes, x, static_cast<int>(distance));
  }
  if (i < n) out[i] = x;
}
