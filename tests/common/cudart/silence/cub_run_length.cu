// SPDX-License-Identifier: Apache-2.0
// Run-length encoding by CUB.
#include <cub/device/device_run_length_encode.cuh>

#include "silence.h"

int main(int argc, char** argv) {
  const std::size_t n = size_argument(argc, argv, 1 << 20);
  const auto host = numbers(n, 3);
  std::vector<std::uint32_t> values;
  std::vector<int> lengths;
  for (const std::uint32_t value : host) {
    if (values.empty() || values.back() != value) {
      values.push_back(value);
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  DeviceArray<std::uint32_t> in(host), unique(n);
  DeviceArray<int> counts(n), runs(1);
  with_workspace([&](void* workspace, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(workspace, bytes, in.data(),
                                              unique.data(), counts.data(),
                                              runs.data(), static_cast<int>(n));
  });
  expect(runs.values(), {static_cast<int>(values.size())}, "number of runs");
  std::vector<std::uint32_t> got_values(values.size());
  std::vector<int> got_lengths(values.size());
  CHECK(cudaMemcpy(got_values.data(), unique.data(),
                   got_values.size() * sizeof got_values[0],
                   cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(got_lengths.data(), counts.data(),
                   got_lengths.size() * sizeof got_lengths[0],
                   cudaMemcpyDeviceToHost));
  expect(got_values, values, "values");
  expect(got_lengths, lengths, "lengths");
}
