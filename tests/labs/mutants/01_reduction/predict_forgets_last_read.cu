// expect: task=predict status=fail
// why: the read of the root after the last step is not counted.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_QUESTION
#define LOCKSTEP_QUESTION 1
#endif

constexpr int element(unsigned index) {
  unsigned state = LOCKSTEP_QUESTION;
  for (unsigned draw = 0; draw <= index; ++draw)
    state = (state * 25173 + 13849) % 65536;
  return static_cast<int>(state % 90 + 10);
}
constexpr int pair(unsigned index) {
  return element(index) + element(index + 4);
}
constexpr int block = 64 << LOCKSTEP_QUESTION % 5;

extern "C" {
__constant__ unsigned reduction_block_threads = 256;
__constant__ int predict_after_step_1[4] = {pair(0), pair(1), pair(2), pair(3)};
__constant__ int predict_after_step_2[2] = {pair(0) + pair(2),
                                            pair(1) + pair(3)};
__constant__ int predict_after_step_3[1] = {pair(0) + pair(1) + pair(2) +
                                            pair(3)};
__constant__ int predict_steps[1] = {6 + LOCKSTEP_QUESTION % 5};
__constant__ int predict_adds[1] = {block - 1};
__constant__ int predict_gmem_reads[1] = {2 * (block - 1)};
__constant__ int predict_gmem_writes[1] = {block};
__constant__ int predict_smem_reads[1] = {block};
__constant__ int predict_smem_writes[1] = {1};
}
