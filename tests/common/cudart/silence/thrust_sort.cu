// SPDX-License-Identifier: Apache-2.0
// Thrust: sort by an own order (merge sort), by key (radix sort), unique.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <algorithm>

#include "silence.h"

struct ByLowBits {
  __host__ __device__ bool operator()(std::uint32_t one,
                                      std::uint32_t two) const {
    const std::uint32_t low_one = one & 0xffff, low_two = two & 0xffff;
    return low_one != low_two ? low_one < low_two : one < two;
  }
};

template <class T>
std::vector<T> to_host(const thrust::device_vector<T>& values) {
  std::vector<T> host(values.size());
  thrust::copy(values.begin(), values.end(), host.begin());
  return host;
}

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  auto host = numbers(n, 1u << 20);
  thrust::device_vector<std::uint32_t> keys(host.begin(), host.end());
  thrust::sort(keys.begin(), keys.end(), ByLowBits{});
  std::sort(host.begin(), host.end(), ByLowBits{});
  expect(to_host(keys), host, "sort by an own order");

  thrust::device_vector<std::uint32_t> values = keys;
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  std::sort(host.begin(), host.end());
  expect(to_host(keys), host, "sort by key");
  expect(to_host(values), host, "values of sort by key");

  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  host.erase(std::unique(host.begin(), host.end()), host.end());
  expect(to_host(keys), host, "unique");
}
