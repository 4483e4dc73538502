// SPDX-License-Identifier: Apache-2.0
// A scan in one pass: each tile looks back over the tiles before it until it
// finds one whose prefix is known. A flag says what of a tile can be read.
#include <numeric>

#include "silence.h"

constexpr unsigned block_threads = 128;
enum : unsigned { nothing = 0, has_aggregate = 1, has_prefix = 2 };

struct Tiles {
  unsigned* next;
  volatile unsigned* flag;
  unsigned *aggregate, *prefix;
};

/// Waits until `tile` has published something, and reads it.
__device__ unsigned published(const Tiles& tiles, unsigned tile) {
  unsigned flag;
  do flag = tiles.flag[tile];
  while (flag == nothing);
  __threadfence();  // orders the flag before what it says can be read
  return flag;
}

__device__ void publish(const Tiles& tiles, unsigned tile, unsigned flag) {
  __threadfence();  // orders the value before the flag that announces it
  tiles.flag[tile] = flag;
}

__device__ unsigned look_back(const Tiles& tiles, unsigned tile,
                              unsigned aggregate) {
  tiles.aggregate[tile] = aggregate;
  publish(tiles, tile, has_aggregate);
  unsigned carry = 0;
  for (unsigned before = tile; before-- > 0;) {
    if (published(tiles, before) == has_prefix) {
      carry += tiles.prefix[before];
      break;
    }
    carry += tiles.aggregate[before];
  }
  tiles.prefix[tile] = carry + aggregate;
  publish(tiles, tile, has_prefix);
  return carry;
}

__global__ void scan(const unsigned* in, unsigned* out, std::size_t n,
                     Tiles tiles) {
  __shared__ unsigned sums[block_threads], tile, carry;
  if (threadIdx.x == 0) tile = atomicAdd(tiles.next, 1);
  __syncthreads();  // orders the number before all use it
  const std::size_t at = std::size_t{tile} * block_threads + threadIdx.x;
  sums[threadIdx.x] = at < n ? in[at] : 0;
  for (unsigned reach = 1; reach < block_threads; reach *= 2) {
    __syncthreads();  // orders the last step's sums before they are read
    const unsigned more = threadIdx.x >= reach ? sums[threadIdx.x - reach] : 0;
    __syncthreads();  // orders the reads before the sums change
    sums[threadIdx.x] += more;
  }
  if (threadIdx.x == block_threads - 1)
    carry = look_back(tiles, tile, sums[threadIdx.x]);
  __syncthreads();  // orders the carry before all add it
  if (at < n) out[at] = sums[threadIdx.x] + carry;
}

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const unsigned count =
      static_cast<unsigned>((n + block_threads - 1) / block_threads);
  auto host = numbers(n, 1000);
  DeviceArray<unsigned> in(host), out(n), next(std::vector<unsigned>{0}),
      flag(std::vector<unsigned>(count, nothing)), aggregate(count),
      prefix(count);
  scan<<<count, block_threads>>>(
      in.data(), out.data(), n,
      {next.data(), flag.data(), aggregate.data(), prefix.data()});
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::inclusive_scan(host.begin(), host.end(), host.begin());
  expect(out.values(), host, "scan");
}
