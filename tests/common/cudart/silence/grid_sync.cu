// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: a sum in three phases with the whole grid meeting
// between them, and partial sums of tiles.
#include <cooperative_groups.h>

#include <numeric>

#include "silence.h"

namespace cg = cooperative_groups;

constexpr unsigned block_threads = 128, grid_blocks = 8;

__device__ unsigned tile_sum(const cg::thread_block_tile<32>& tile,
                             unsigned value) {
  for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2)
    value += tile.shfl_down(value, offset);
  return value;
}

__global__ void sum(const unsigned* in, unsigned* partial, unsigned* out,
                    std::size_t n) {
  __shared__ unsigned sums[block_threads / 32];
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  unsigned value = 0;
  for (std::size_t at = grid.thread_rank(); at < n; at += grid.size())
    value += in[at];
  value = tile_sum(tile, value);
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = value;
  block.sync();  // orders the warps' sums before thread 0 adds them
  if (block.thread_rank() == 0) {
    unsigned total = 0;
    for (const unsigned each : sums) total += each;
    partial[blockIdx.x] = total;
  }
  grid.sync();  // orders the blocks' sums before everybody reads them
  unsigned total = 0;
  for (unsigned each = 0; each < gridDim.x; ++each) total += partial[each];
  grid.sync();  // orders these reads before the sums are overwritten
  if (block.thread_rank() == 0) partial[blockIdx.x] = total;
  grid.sync();  // orders the overwriting before the last look at it
  if (grid.thread_rank() == 0)
    out[0] = partial[gridDim.x - 1] == total ? total : 0;
}

int main(int argc, char** argv) {
  std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 1000);
  DeviceArray<unsigned> in(host), partial(grid_blocks), out(1);
  const unsigned* from = in.data();
  unsigned *middle = partial.data(), *to = out.data();
  void* arguments[] = {&from, &middle, &to, &n};
  CHECK(cudaLaunchCooperativeKernel(sum, dim3(grid_blocks), dim3(block_threads),
                                    arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  expect(out.values(), {std::accumulate(host.begin(), host.end(), 0u)}, "sum");
}
