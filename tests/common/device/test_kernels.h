// SPDX-License-Identifier: Apache-2.0
// Small kernels for the tests of the devices, as PTX by hand, and the jobs
// that launch them.
#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "device/device.h"

namespace lockstep::test {

// clang-format off
inline constexpr const char* kernels_ptx = R"(.version 6.4
.target sm_70
.address_size 64

.visible .const .align 4 .u32 block_threads = 192;
.visible .global .align 4 .u32 calls;
.extern .shared .align 4 .b8 tile[];

// out[i] = 2 * in[i] for i < n
.visible .entry double_words(.param .u64 in, .param .u64 out, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %i, %t, %b, %n;
  .reg .b64 %from, %to, %at;
  mov.u32 %t, %ctaid.x;
  mov.u32 %b, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.lo.s32 %i, %t, %b, %i;
  ld.param.u32 %n, [n];
  setp.ge.u32 %p, %i, %n;
  @%p bra DONE;
  ld.param.u64 %from, [in];
  ld.param.u64 %to, [out];
  mul.wide.u32 %at, %i, 4;
  add.s64 %from, %from, %at;
  add.s64 %to, %to, %at;
  ld.global.u32 %t, [%from];
  shl.b32 %t, %t, 1;
  st.global.u32 [%to], %t;
DONE:
  ret;
}

// writes value at data + offset bytes, wherever that is
.visible .entry store_at(.param .u64 data, .param .u64 offset,
                         .param .u32 value)
{
  .reg .b32 %v;
  .reg .b64 %to, %offset;
  ld.param.u64 %to, [data];
  ld.param.u64 %offset, [offset];
  ld.param.u32 %v, [value];
  add.s64 %to, %to, %offset;
  st.global.u32 [%to], %v;
  ret;
}

// out[0] = how often it was called before
.visible .entry count_calls(.param .u64 out)
{
  .reg .b32 %n;
  .reg .b64 %to;
  atom.global.add.u32 %n, [calls], 1;
  ld.param.u64 %to, [out];
  st.global.u32 [%to], %n;
  ret;
}

// out[0] = 7, by way of the last word of dynamic shared memory of `bytes`
.visible .entry through_shared(.param .u64 out, .param .u32 bytes)
{
  .reg .b32 %at, %v, %base;
  .reg .b64 %to;
  mov.u32 %base, tile;
  ld.param.u32 %at, [bytes];
  add.s32 %at, %at, %base;
  mov.u32 %v, 7;
  st.shared.u32 [%at + -4], %v;
  ld.shared.u32 %v, [%at + -4];
  ld.param.u64 %to, [out];
  st.global.u32 [%to], %v;
  ret;
}

.visible .entry never_ends()
{
FOREVER:
  bra FOREVER;
}

.visible .entry traps()
{
  trap;
  ret;
}
)";
// clang-format on

inline Program program() { return {kernels_ptx, {}, "kernels.cu"}; }

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline std::vector<std::uint32_t> words_of(
    const std::vector<std::byte>& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

inline Buffer input(std::string name, std::vector<std::byte> initial) {
  const std::uint64_t size = initial.size();
  return {std::move(name), size, std::move(initial), {}, false, false};
}

inline Buffer output(std::string name, std::uint64_t bytes) {
  return {std::move(name), bytes, {}, {}, true, false};
}

inline Launch launch(std::string kernel, std::vector<Argument> arguments,
                     std::uint32_t blocks = 1, std::uint32_t threads = 1) {
  Launch launch;
  launch.kernel = std::move(kernel);
  launch.grid.x = blocks;
  launch.block.x = threads;
  launch.arguments = std::move(arguments);
  return launch;
}

/// double_words over the values, `threads` a block; out has `out_words`.
inline Job doubling(const Program& program, std::vector<std::uint32_t> values,
                    std::uint64_t out_words) {
  const auto n = static_cast<std::uint32_t>(values.size());
  Job job;
  job.program = &program;
  job.buffers = {input("in", bytes_of(values)), output("out", 4 * out_words)};
  job.launches = {
      launch("double_words",
             {BufferArgument{0, 0}, BufferArgument{1, 0}, value_argument(n)},
             (n + 63) / 64, 64)};
  return job;
}

/// store_at of 4 bytes, `offset` from the start of a buffer `sums` of 8.
inline Job storing_at(const Program& program, std::int64_t offset) {
  Job job;
  job.program = &program;
  job.buffers = {output("sums", 8)};
  job.launches = {
      launch("store_at", {BufferArgument{0, 0}, value_argument(offset),
                          value_argument(0x01020304u)})};
  return job;
}

/// A single launch of a kernel with one output word.
inline Job with_output(const Program& program, Launch launch) {
  Job job;
  job.program = &program;
  job.buffers = {output("out", 4)};
  job.launches = {std::move(launch)};
  return job;
}

inline Job counting_calls(const Program& program) {
  return with_output(program, launch("count_calls", {BufferArgument{0, 0}}));
}

inline Job through_shared(const Program& program, std::uint32_t bytes) {
  Launch one =
      launch("through_shared", {BufferArgument{0, 0}, value_argument(bytes)});
  one.dynamic_shared_bytes = bytes;
  return with_output(program, one);
}

inline Job without_arguments(const Program& program, std::string kernel) {
  Job job;
  job.program = &program;
  job.launches = {launch(std::move(kernel), {})};
  return job;
}

}  // namespace lockstep::test
