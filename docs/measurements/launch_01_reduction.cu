// SPDX-License-Identifier: Apache-2.0
// Launches every kernel of lab 01 once, in the shapes of `lockstep bench 01`,
// for Nsight Compute to count. Not timed, not verified. Compile it with the
// submission: nvcc -include solutions/01_reduction/reduction.cu … FILE
// Usage: PROGRAM N
#include <cstdio>
#include <cstdlib>

namespace {

template <typename T>
T* zeroed(std::size_t count) {
  void* data = nullptr;
  if (cudaMalloc(&data, (count + 1) * sizeof(T)) != cudaSuccess ||
      cudaMemset(data, 0, (count + 1) * sizeof(T)) != cudaSuccess) {
    std::fprintf(stderr, "no device memory\n");
    std::exit(1);
  }
  return static_cast<T*>(data);
}

unsigned blocks_for(unsigned n, unsigned items) {
  const unsigned blocks = (n + items - 1) / items;
  return blocks > 0 ? blocks : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1u << 20;
  constexpr unsigned threads = block_threads;
  const unsigned one_each = blocks_for(n, threads);
  const unsigned four_each = blocks_for(n, 4 * threads);
  unsigned fast = blocks_for(n, fast_block_threads * fast_items_per_thread);
  if (fast > fast_max_blocks) fast = fast_max_blocks;

  int* in = zeroed<int>(2 * std::size_t{n});
  int* out = zeroed<int>(2 * std::size_t{one_each});
  int* block_sums = zeroed<int>(fast_max_blocks);
  unsigned* ticket = zeroed<unsigned>(1);
  reduce_gmem<<<one_each, threads>>>(in, out, n);
  reduce_smem<<<one_each, threads>>>(in, out, n);
  reduce_unrolled<<<four_each, threads>>>(in, out, n);
  reduce_dynamic<<<four_each, threads, 4 * threads>>>(in, out, n);
  reduce_shuffle<<<one_each, threads>>>(in, out, n);
  reduce_op_add<<<one_each, threads>>>(in, out, n);
  reduce_op_compose<<<one_each, threads>>>(reinterpret_cast<const Affine*>(in),
                                           reinterpret_cast<Affine*>(out), n);
  reduce_two_phase<<<1024, 1024>>>(in, out, n);
  reduce_volatile<<<one_each, threads>>>(in, out, n);
  reduce_fast<<<fast, fast_block_threads>>>(in, out, block_sums, ticket, n);
  const cudaError_t status = cudaDeviceSynchronize();
  if (status == cudaSuccess) return 0;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  return 1;
}
