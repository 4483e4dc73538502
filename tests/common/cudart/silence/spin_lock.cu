// SPDX-License-Identifier: Apache-2.0
// A spin lock for which the lanes of one warp, and warps, and blocks compete;
// one in global and one in shared memory.
#include "silence.h"

constexpr unsigned block_threads = 64;

__device__ void lock(unsigned* word) {
  while (atomicCAS(word, 0, 1) != 0) {
  }
  __threadfence();  // orders the last holder's section before ours
}

__device__ void unlock(unsigned* word) {
  __threadfence();  // orders our section before the next holder's
  atomicExch(word, 0);
}

__global__ void count(unsigned* word, unsigned* counter, unsigned* of_block,
                      unsigned rounds) {
  __shared__ unsigned shared_word, shared_counter;
  if (threadIdx.x == 0) shared_word = shared_counter = 0;
  __syncthreads();  // orders the start before anybody asks for the lock
  for (unsigned round = 0; round < rounds; ++round) {
    lock(word);
    *counter += 1;
    unlock(word);
    lock(&shared_word);
    shared_counter += 1;
    unlock(&shared_word);
  }
  __syncthreads();  // orders the last section before the counter is read
  if (threadIdx.x == 0) of_block[blockIdx.x] = shared_counter;
}

int main(int argc, char** argv) {
  const unsigned rounds = static_cast<unsigned>(size_argument(argc, argv, 16));
  constexpr unsigned blocks = 8;
  DeviceArray<unsigned> word(std::vector<unsigned>{0}),
      counter(std::vector<unsigned>{0}), of_block(blocks);
  count<<<blocks, block_threads>>>(word.data(), counter.data(), of_block.data(),
                                   rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  expect(counter.values(), {blocks * block_threads * rounds}, "counter");
  expect(of_block.values(),
         std::vector<unsigned>(blocks, block_threads * rounds),
         "counters of the blocks");
}
