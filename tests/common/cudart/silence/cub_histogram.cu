// SPDX-License-Identifier: Apache-2.0
// A histogram by CUB: atomics in shared and in global memory.
#include <cub/device/device_histogram.cuh>

#include "silence.h"

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  constexpr int bins = 256;
  const auto host = numbers(n, bins);
  DeviceArray<std::uint32_t> in(host);
  DeviceArray<int> out(bins);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(workspace, bytes, in.data(),
                                               out.data(), bins + 1, 0u, 256u,
                                               static_cast<int>(n));
  });
  std::vector<int> expected(bins, 0);
  for (const std::uint32_t value : host) ++expected[value];
  expect(out.values(), expected, "histogram");
}
