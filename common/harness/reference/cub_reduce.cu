// SPDX-License-Identifier: Apache-2.0
// Times cub::DeviceReduce::Sum on int, to compare a submission with.
#include "timed_algorithm.h"

namespace {

struct Reduce {
  static constexpr const char* name = "cub::DeviceReduce::Sum";
  static std::size_t outputs(std::uint64_t) { return 1; }
  static cudaError_t call(void* storage, std::size_t& bytes, const int* in,
                          int* out, std::uint64_t n) {
    return cub::DeviceReduce::Sum(storage, bytes, in, out,
                                  static_cast<std::int64_t>(n));
  }
  static bool is_right(const std::vector<int>& out, std::uint64_t n,
                       std::uint64_t seed) {
    std::uint32_t sum = 0;
    for (std::uint64_t i = 0; i < n; ++i) sum += generated_word(seed, i);
    return static_cast<std::uint32_t>(out[0]) == sum;
  }
};

}  // namespace

int main(int argc, char** argv) { return time_algorithm<Reduce>(argc, argv); }
