// SPDX-License-Identifier: Apache-2.0
// Thrust: transform, reduce, scan.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>

#include <numeric>

#include "silence.h"

struct Square {
  __host__ __device__ std::uint32_t operator()(std::uint32_t value) const {
    return value * value;
  }
};

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  auto host = numbers(n, 100);
  thrust::device_vector<std::uint32_t> values(host.begin(), host.end());
  thrust::transform(values.begin(), values.end(), values.begin(), Square{});
  for (std::uint32_t& value : host) value *= value;
  const std::uint32_t sum = thrust::reduce(values.begin(), values.end());
  expect<std::uint32_t>({sum}, {std::accumulate(host.begin(), host.end(), 0u)},
                        "reduce");
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  std::inclusive_scan(host.begin(), host.end(), host.begin());
  std::vector<std::uint32_t> actual(n);
  thrust::copy(values.begin(), values.end(), actual.begin());
  expect(actual, host, "transform and scan");
}
