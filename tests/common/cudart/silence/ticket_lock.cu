// SPDX-License-Identifier: Apache-2.0
// A fair lock across blocks: take a number, wait until it is called.
#include "silence.h"

constexpr unsigned block_threads = 64;

__global__ void count(unsigned* next, volatile unsigned* serving,
                      unsigned* counter, unsigned* order, unsigned rounds) {
  if (threadIdx.x % 32 != 0) return;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned ticket = atomicAdd(next, 1);
    while (*serving != ticket) {
    }
    __threadfence();  // orders what the last holder did before our section
    order[*counter] = ticket;
    *counter += 1;
    __threadfence();  // orders our section before the next holder's
    *serving = ticket + 1;
  }
}

int main(int argc, char** argv) {
  const unsigned rounds = static_cast<unsigned>(size_argument(argc, argv, 64));
  constexpr unsigned blocks = 32;
  const unsigned total = blocks * (block_threads / 32) * rounds;
  DeviceArray<unsigned> next(std::vector<unsigned>{0}),
      serving(std::vector<unsigned>{0}), counter(std::vector<unsigned>{0}),
      order(total);
  count<<<blocks, block_threads>>>(next.data(), serving.data(), counter.data(),
                                   order.data(), rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned> expected(total);
  for (unsigned at = 0; at < total; ++at) expected[at] = at;
  expect(counter.values(), {total}, "counter");
  expect(order.values(), expected, "order");
}
