// expect: task=lookback status=fail tool=racecheck symptom=race
// why: threads read the prefix before thread 0 has found it.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 128;

extern "C" {
__constant__ unsigned exclusive_scan_lookback_block_threads = block_threads;
__constant__ unsigned exclusive_scan_lookback_items_per_thread = 1;
}

using TileState = unsigned long long;
constexpr TileState has_aggregate = TileState{1} << 32;
constexpr TileState has_prefix = TileState{2} << 32;

__device__ void publish(TileState* states, unsigned tile, TileState flag,
                        int value) {
  *static_cast<volatile TileState*>(states + tile) =
      flag | static_cast<unsigned>(value);
}

extern "C" __global__ void scan_lookback(const int* in, int* out,
                                         TileState* states, unsigned* ticket,
                                         unsigned n) {
  __shared__ unsigned shared_tile;
  __shared__ int prefix;
  __shared__ int scanned[block_threads];
  if (threadIdx.x == 0) shared_tile = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned tile = shared_tile;

  const unsigned i = tile * blockDim.x + threadIdx.x;
  const int own = i < n ? in[i] : 0;
  int sum = own;
  scanned[threadIdx.x] = sum;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (threadIdx.x >= stride) sum += scanned[threadIdx.x - stride];
    __syncthreads();
    scanned[threadIdx.x] = sum;
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    const int total = scanned[blockDim.x - 1];
    publish(states, tile, has_aggregate, total);
    const auto* seen = static_cast<volatile const TileState*>(states);
    int before = 0;
    for (int other = static_cast<int>(tile) - 1; other >= 0; --other) {
      TileState state;
      while ((state = seen[other]) < has_aggregate) {
      }
      before += static_cast<int>(state);
      if (state >= has_prefix) break;
    }
    publish(states, tile, has_prefix, before + total);
    prefix = before;
  }
  if (i < n) out[i] = prefix + sum - own;
}
