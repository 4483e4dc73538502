// SPDX-License-Identifier: Apache-2.0
// Keys sorted by CUB's merge sort, downwards.
#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <functional>

#include "silence.h"

struct Greater {
  __host__ __device__ bool operator()(std::uint32_t one,
                                      std::uint32_t two) const {
    return one > two;
  }
};

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  auto host = numbers(n, 1u << 30);
  DeviceArray<std::uint32_t> keys(host);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceMergeSort::SortKeys(workspace, bytes, keys.data(), n,
                                          Greater{});
  });
  std::sort(host.begin(), host.end(), std::greater<>());
  expect(keys.values(), host, "keys");
}
