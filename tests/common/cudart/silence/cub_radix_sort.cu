// SPDX-License-Identifier: Apache-2.0
// Keys, and keys with values, sorted by CUB's radix sort.
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <numeric>

#include "silence.h"

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 1u << 30);
  auto expected = host;
  std::sort(expected.begin(), expected.end());
  DeviceArray<std::uint32_t> in(host), out(n);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(workspace, bytes, in.data(),
                                          out.data(), n);
  });
  expect(out.values(), expected, "keys");

  std::vector<std::uint32_t> places(n);
  std::iota(places.begin(), places.end(), 0u);
  DeviceArray<std::uint32_t> values_in(places), values_out(n);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, in.data(),
                                           out.data(), values_in.data(),
                                           values_out.data(), n);
  });
  std::stable_sort(places.begin(), places.end(),
                   [&](auto one, auto two) { return host[one] < host[two]; });
  expect(out.values(), expected, "keys of pairs");
  expect(values_out.values(), places, "values of pairs");
}
