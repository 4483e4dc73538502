// SPDX-License-Identifier: Apache-2.0
#include "device/child/trusted_module.h"

#include <algorithm>
#include <array>

#include "device/wire/trusted_kernels.h"

namespace lockstep {
namespace {

constexpr std::uint64_t sink_bytes = 256;  // keeps the data aligned

}  // namespace

unsigned TrustedModule::blocks_for(std::uint64_t words) const {
  const std::uint64_t needed =
      (words + sweep_block_threads - 1) / sweep_block_threads;
  const std::uint64_t most = std::uint64_t{8} * info_->multiprocessors;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(needed, 1, most));
}

void TrustedModule::launch(const char* kernel, unsigned blocks,
                           void** parameters) {
  if (!module_) module_.emplace(*api_, trusted_ptx().c_str());
  check(
      *api_,
      api_->launch(module_->function(kernel), blocks, 1, 1, sweep_block_threads,
                   1, 1, 0, nullptr, parameters, nullptr),
      kernel);
}

void TrustedModule::fill(driver::Address data, std::uint64_t words,
                         std::uint64_t seed) {
  std::array<void*, 3> parameters{&data, &words, &seed};
  launch("fill_words", blocks_for(words), parameters.data());
}

std::uint64_t TrustedModule::checksum(driver::Address data,
                                      std::uint64_t words) {
  const driver::Memory result(*api_, sizeof(std::uint64_t));
  std::uint64_t sum = 0;
  driver::Address to = result.address();
  check(*api_, api_->copy_to_device(to, &sum, sizeof sum), "cuMemcpyHtoD");
  std::array<void*, 3> parameters{&data, &words, &to};
  launch("checksum_words", blocks_for(words), parameters.data());
  check(*api_, api_->copy_from_device(&sum, to, sizeof sum), "cuMemcpyDtoH");
  return sum;
}

void TrustedModule::empty_cache() {
  if (!scratch_) {
    const std::uint64_t tiles = 3 * info_->l2_bytes / read_tile_bytes + 1;
    sweep_bytes_ = tiles * read_tile_bytes;
    scratch_.emplace(*api_, sink_bytes + sweep_bytes_);
    check(*api_,
          api_->set_bytes(scratch_->address(), 0, sink_bytes + sweep_bytes_),
          "cuMemsetD8");
  }
  driver::Address data = scratch_->address() + sink_bytes;
  driver::Address sink = scratch_->address();
  std::array<void*, 2> parameters{&data, &sink};
  launch("sweep_read", static_cast<unsigned>(sweep_bytes_ / read_tile_bytes),
         parameters.data());
}

}  // namespace lockstep
