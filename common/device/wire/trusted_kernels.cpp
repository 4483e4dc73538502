// SPDX-License-Identifier: Apache-2.0
#include "device/wire/trusted_kernels.h"

#include <fmt/format.h>

namespace lockstep {
namespace {

constexpr const char* header = R"(.version 6.4
.target sm_70
.address_size 64
)";

// %x = mixed_bits(%seed, %index); generated_data.h has the same in C++.
constexpr const char* mixed_bits_text = R"(
  add.s64 %x, %index, 1;
  mul.lo.s64 %x, %x, 0x9e3779b97f4a7c15;
  add.s64 %x, %x, %seed;
  shr.u64 %y, %x, 30;
  xor.b64 %x, %x, %y;
  mul.lo.s64 %x, %x, 0xbf58476d1ce4e5b9;
  shr.u64 %y, %x, 27;
  xor.b64 %x, %x, %y;
  mul.lo.s64 %x, %x, 0x94d049bb133111eb;
  shr.u64 %y, %x, 31;
  xor.b64 %x, %x, %y;
)";

// %index = index of this thread in the grid, %step = threads of the grid.
constexpr const char* grid_stride_text = R"(
  mov.u32 %t, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.wide.u32 %index, %t, %n, 0;
  cvt.u64.u32 %y, %i;
  add.s64 %index, %index, %y;
  mov.u32 %t, %nctaid.x;
  mul.wide.u32 %step, %t, %n;
)";

constexpr const char* word_registers = R"({
  .reg .pred %done;
  .reg .b32 %t, %n, %i, %word;
  .reg .b64 %data, %words, %seed, %index, %step, %x, %y, %at, %sum;
)";

std::string fill_words() {
  return fmt::format(R"(
.visible .entry fill_words(.param .u64 data, .param .u64 words,
                           .param .u64 seed)
{0}{1}
  ld.param.u64 %data, [data];
  ld.param.u64 %words, [words];
  ld.param.u64 %seed, [seed];
NEXT:
  setp.ge.u64 %done, %index, %words;
  @%done bra DONE;
{2}
  shr.u64 %x, %x, 32;
  cvt.u32.u64 %word, %x;
  shl.b64 %at, %index, 2;
  add.s64 %at, %data, %at;
  st.global.u32 [%at], %word;
  add.s64 %index, %index, %step;
  bra NEXT;
DONE:
  ret;
}}
)",
                     word_registers, grid_stride_text, mixed_bits_text);
}

std::string checksum_words() {
  return fmt::format(R"(
.visible .entry checksum_words(.param .u64 data, .param .u64 words,
                               .param .u64 sum)
{0}{1}
  ld.param.u64 %data, [data];
  ld.param.u64 %words, [words];
  mov.u64 %sum, 0;
NEXT:
  setp.ge.u64 %done, %index, %words;
  @%done bra DONE;
  shl.b64 %at, %index, 2;
  add.s64 %at, %data, %at;
  ld.global.u32 %word, [%at];
  cvt.u64.u32 %seed, %word;
{2}
  add.s64 %sum, %sum, %x;
  add.s64 %index, %index, %step;
  bra NEXT;
DONE:
  ld.param.u64 %at, [sum];
  red.global.add.u64 [%at], %sum;
  ret;
}}
)",
                     word_registers, grid_stride_text, mixed_bits_text);
}

// %offset = where this thread's first vector lies: block by block a tile of
// `tile_bytes`, in it thread by thread 16 bytes.
std::string tile_offset(unsigned tile_bytes) {
  return fmt::format(R"(
  mov.u32 %t, %ctaid.x;
  mov.u32 %i, %tid.x;
  mul.wide.u32 %offset, %t, {};
  mul.wide.u32 %y, %i, 16;
  add.s64 %offset, %offset, %y;
)",
                     tile_bytes);
}

std::string sweep_read() {
  std::string body, fold;
  for (int v = 0; v < 8; ++v) {
    body += fmt::format(
        "  ld.global.v4.u32 {{%a{0}, %b{0}, %c{0}, %d{0}}}, [%in + {1}];\n", v,
        v * sweep_block_threads * 16);
    for (const char lane : {'a', 'b', 'c', 'd'}) {
      fold += fmt::format("  xor.b32 %t, %t, %{}{};\n", lane, v);
    }
  }
  return fmt::format(R"(
.visible .entry sweep_read(.param .u64 data, .param .u64 sink)
{{
  .reg .pred %rare;
  .reg .b32 %t, %i, %a<8>, %b<8>, %c<8>, %d<8>;
  .reg .b64 %offset, %y, %in;
{}
  ld.param.u64 %in, [data];
  add.s64 %in, %in, %offset;
{}  mov.u32 %t, 0;
{}  setp.ne.u32 %rare, %t, 0x5eed5eed;
  @%rare bra DONE;
  ld.param.u64 %y, [sink];
  st.global.u32 [%y], %t;
DONE:
  ret;
}}
)",
                     tile_offset(read_tile_bytes), body, fold);
}

std::string sweep_copy() {
  std::string loads, stores;
  for (int v = 0; v < 4; ++v) {
    const unsigned at = v * sweep_block_threads * 16;
    const std::string vector = fmt::format("{{%a{0}, %b{0}, %c{0}, %d{0}}}", v);
    loads += fmt::format("  ld.global.v4.u32 {}, [%in + {}];\n", vector, at);
    stores += fmt::format("  st.global.v4.u32 [%out + {}], {};\n", at, vector);
  }
  return fmt::format(R"(
.visible .entry sweep_copy(.param .u64 in, .param .u64 out)
{{
  .reg .b32 %t, %i, %a<4>, %b<4>, %c<4>, %d<4>;
  .reg .b64 %offset, %y, %in, %out;
{}
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  add.s64 %in, %in, %offset;
  add.s64 %out, %out, %offset;
{}{}  ret;
}}
)",
                     tile_offset(copy_tile_bytes), loads, stores);
}

}  // namespace

std::string trusted_ptx() {
  return header + fill_words() + checksum_words() + sweep_read() + sweep_copy();
}

}  // namespace lockstep
