// SPDX-License-Identifier: Apache-2.0
// Times cub::DeviceScan::InclusiveSum on int, to compare a submission with.
#include "timed_algorithm.h"

namespace {

struct Scan {
  static constexpr const char* name = "cub::DeviceScan::InclusiveSum";
  static std::size_t outputs(std::uint64_t n) { return n; }
  static cudaError_t call(void* storage, std::size_t& bytes, const int* in,
                          int* out, std::uint64_t n) {
    return cub::DeviceScan::InclusiveSum(storage, bytes, in, out,
                                         static_cast<std::int64_t>(n));
  }
  static bool is_right(const std::vector<int>& out, std::uint64_t n,
                       std::uint64_t seed) {
    std::uint32_t sum = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      sum += generated_word(seed, i);
      if (static_cast<std::uint32_t>(out[i]) != sum) return false;
    }
    return true;
  }
};

}  // namespace

int main(int argc, char** argv) { return time_algorithm<Scan>(argc, argv); }
