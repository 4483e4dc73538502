// SPDX-License-Identifier: Apache-2.0
// Values picked by a condition, by flags, and the first of each run, by CUB.
#include <algorithm>
#include <cub/device/device_select.cuh>

#include "silence.h"

struct IsOdd {
  __host__ __device__ bool operator()(std::uint32_t value) const {
    return value % 2 == 1;
  }
};

/// The part of the output that was written.
std::vector<std::uint32_t> selected(DeviceArray<std::uint32_t>& out,
                                    DeviceArray<std::uint32_t>& count) {
  std::vector<std::uint32_t> values(count.values()[0]);
  CHECK(cudaMemcpy(values.data(), out.data(), values.size() * sizeof values[0],
                   cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 4);
  std::vector<std::uint32_t> odd, unique;
  std::copy_if(host.begin(), host.end(), std::back_inserter(odd), IsOdd{});
  std::unique_copy(host.begin(), host.end(), std::back_inserter(unique));
  DeviceArray<std::uint32_t> in(host), out(n), count(1);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceSelect::If(workspace, bytes, in.data(), out.data(),
                                 count.data(), n, IsOdd{});
  });
  expect(selected(out, count), odd, "if");
  std::vector<char> flags(n);
  for (std::size_t at = 0; at < n; ++at) flags[at] = host[at] % 2;
  DeviceArray<char> flags_in(flags);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(workspace, bytes, in.data(),
                                      flags_in.data(), out.data(), count.data(),
                                      n);
  });
  expect(selected(out, count), odd, "flagged");
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(workspace, bytes, in.data(), out.data(),
                                     count.data(), n);
  });
  expect(selected(out, count), unique, "unique");
}
