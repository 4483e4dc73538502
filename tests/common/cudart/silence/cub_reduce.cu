// SPDX-License-Identifier: Apache-2.0
// Sum and maximum by CUB.
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <numeric>

#include "silence.h"

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 1000);
  DeviceArray<std::uint32_t> in(host), out(1);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(workspace, bytes, in.data(), out.data(), n);
  });
  expect(out.values(), {std::accumulate(host.begin(), host.end(), 0u)}, "sum");
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceReduce::Max(workspace, bytes, in.data(), out.data(), n);
  });
  expect(out.values(), {*std::max_element(host.begin(), host.end())},
         "maximum");
}
