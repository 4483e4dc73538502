// SPDX-License-Identifier: Apache-2.0
// Inclusive and exclusive sums by CUB: decoupled look-back.
#include <cub/device/device_scan.cuh>
#include <numeric>

#include "silence.h"

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 1000);
  std::vector<std::uint32_t> expected(n);
  DeviceArray<std::uint32_t> in(host), out(n);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(workspace, bytes, in.data(),
                                         out.data(), n);
  });
  std::inclusive_scan(host.begin(), host.end(), expected.begin());
  expect(out.values(), expected, "inclusive sum");
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(workspace, bytes, in.data(),
                                         out.data(), n);
  });
  std::exclusive_scan(host.begin(), host.end(), expected.begin(), 0u);
  expect(out.values(), expected, "exclusive sum");
}
