// SPDX-License-Identifier: Apache-2.0
#include "generator/frame.h"

#include <fmt/format.h>

#include "generator/tables.h"

namespace lockstep::ptx::differential {

namespace {

constexpr Pools pools;

std::string registers() {
  return fmt::format(
      "  .reg .b16 %h<{}>, %v<4>;\n"
      "  .reg .b32 %r<{}>, %t<8>, %thread, %gtid, %threads, %lane, %warp;\n"
      "  .reg .b32 %members, %n<3>;\n"
      "  .reg .b64 %x<{}>, %u<4>, %in<4>, %out, %slot, %tile, %trace;\n"
      "  .reg .f32 %f<{}>, %e<2>;\n"
      "  .reg .f64 %d<{}>, %g<2>;\n"
      "  .reg .pred %p<{}>, %q<4>;\n",
      pools.h, pools.r, pools.x, pools.f, pools.d, pools.p);
}

/// Where the thread is: in its block, in the grid, in its warp.
constexpr const char* place = R"(
  mov.u32 %t0, %tid.x; mov.u32 %t1, %tid.y; mov.u32 %t2, %tid.z;
  mov.u32 %n0, %ntid.x; mov.u32 %n1, %ntid.y; mov.u32 %n2, %ntid.z;
  mad.lo.u32 %t1, %t2, %n1, %t1;
  mad.lo.u32 %thread, %t1, %n0, %t0;
  mul.lo.u32 %threads, %n0, %n1; mul.lo.u32 %threads, %threads, %n2;
  mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ctaid.y;
  mov.u32 %n0, %nctaid.x;
  mad.lo.u32 %t0, %t1, %n0, %t0;
  mad.lo.u32 %gtid, %t0, %threads, %thread;
  mov.u32 %lane, %laneid;
  shr.u32 %warp, %thread, 5;
  and.b32 %t0, %thread, 0xffffffe0; sub.u32 %t0, %threads, %t0;
  bmsk.clamp.b32 %members, 0, %t0;
)";

/// The four sections of the table, each from the thread's own word on: one
/// word further on is the value of the next register.
std::string sections(std::uint64_t seed) {
  Random random(seed ^ 0x5eed);
  std::string text =
      "  ld.param.u64 %u0, [in]; ld.param.u64 %out, [out];\n"
      "  mad.wide.u32 %slot, %gtid, 256, %out;\n";
  for (unsigned n = 0; n < section_count; ++n) {
    text += fmt::format(
        "  mad.lo.u32 %t0, %gtid, {}, {}; and.b32 %t0, %t0, {};\n"
        "  mad.wide.u32 %in{}, %t0, 8, %u0;\n",
        2 * random.below(500) + 1, random.below(section_words),
        section_words - 33, n);
  }
  return text;
}

/// `count` loads into registers of the kind, mostly from one section.
std::string loads(Random& random, char kind, const char* type, unsigned count,
                  unsigned section) {
  std::string text;
  for (unsigned n = 0; n < count; ++n) {
    const unsigned from = random.chance(3, 4)   ? section
                          : random.chance(1, 2) ? 0
                                                : 3;
    const bool is_float = kind == 'f' || kind == 'd';
    const unsigned chosen = is_float ? section : from;
    text +=
        fmt::format("  ld.global.{} %{}{}, [%in{}+{}];\n", type, kind, n,
                    chosen, 8 * (chosen * section_words + random.below(32)));
  }
  return text;
}

std::string fill_registers(std::uint64_t seed) {
  Random random(seed ^ 0xf111);
  std::string text = loads(random, 'h', "b16", pools.h, 0);
  text += loads(random, 'r', "b32", pools.r, 0);
  text += loads(random, 'x', "b64", pools.x, 0);
  text += loads(random, 'f', "f32", pools.f, 1);
  text += loads(random, 'd', "f64", pools.d, 2);
  for (unsigned n = 0; n < pools.p; ++n) {
    text += fmt::format("  and.b32 %t0, %r{}, {}; setp.eq.u32 %p{}, %t0, 0;\n",
                        n, 1u << random.below(5), n);
  }
  return text + fmt::format("  mov.u64 %trace, 0x{:x};\n", random.next());
}

std::string store_registers() {
  std::string text;
  for (const Field& field : slot_fields()) {
    if (field.name[1] == 'p') {
      text += fmt::format(
          "  selp.u32 %t0, 1, 0, {}; st.global.u8 [%slot+{}], %t0;\n",
          field.name, field.offset);
    } else {
      const char* type = field.name[1] == 'f'   ? "f32"
                         : field.name[1] == 'd' ? "f64"
                         : field.bytes == 2     ? "b16"
                         : field.bytes == 4     ? "b32"
                                                : "b64";
      text += fmt::format("  st.global.{} [%slot+{}], {};\n", type,
                          field.offset, field.name);
    }
  }
  return text;
}

std::string tile_of(const Program& program) {
  if (program.dynamic_shared_bytes != 0) {
    return "  mov.u64 %tile, dynamic_tile;\n";
  }
  return fmt::format(
      "  .shared .align 16 .b8 {0}_tile[{1}];\n"
      "  mov.u64 %tile, {0}_tile;\n",
      program.kernel_name(), tile_bytes_per_thread * program.block.count());
}

}  // namespace

std::vector<Field> slot_fields() {
  std::vector<Field> fields{{"%trace", 0, 8}};
  unsigned offset = 8;
  const auto add = [&](char kind, unsigned bytes, unsigned count) {
    for (unsigned n = 0; n < count; ++n, offset += bytes) {
      fields.push_back({fmt::format("%{}{}", kind, n), offset, bytes});
    }
  };
  add('x', 8, pools.x);
  add('d', 8, pools.d);
  add('r', 4, pools.r);
  add('f', 4, pools.f);
  add('h', 2, pools.h);
  add('p', 1, pools.p);
  return fields;
}

std::size_t output_bytes(const Program& program) {
  return cells_begin(program) + cell_count * 8 +
         std::size_t{program.threads()} * exchange_bytes;
}

std::vector<std::uint64_t> first_cells() {
  std::vector<std::uint64_t> cells(cell_count, 0);
  cells[2] = cells[3] = cells[4] = cells[5] = ~std::uint64_t{0} >> 1;
  return cells;
}

Function kernel_frame(const Program& program) {
  Function kernel;
  kernel.head =
      fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out)\n{{\n",
                  program.kernel_name());
  kernel.head += registers();
  kernel.head +=
      fmt::format("  .local .align 16 .b8 private_bytes[{}];\n", local_bytes);
  kernel.head += tile_of(program) + place + sections(program.seed);
  kernel.head += fill_registers(program.seed);
  kernel.tail = store_registers() + "  ret;\n}\n";
  return kernel;
}

Function function_frame(const Program& program, const std::string& name) {
  Function function;
  function.head = fmt::format(
      ".func (.param .b32 result) {}(.param .b32 first, .param .b32 second)\n"
      "{{\n"
      "  .reg .b32 %r<{}>, %t<8>, %lane;\n"
      "  .reg .b64 %u<4>;\n"
      "  .reg .pred %p<{}>, %q<4>;\n"
      "  ld.param.b32 %r0, [first]; ld.param.b32 %r1, [second];\n"
      "  mov.u32 %lane, %laneid;\n",
      name, pools.r, pools.p);
  Random random(program.seed ^
                mix(name.size() + static_cast<unsigned char>(name.back())));
  for (unsigned n = 2; n < pools.r; ++n) {
    function.head += fmt::format("  mad.lo.u32 %r{}, %r{}, {}, {};\n", n, n % 2,
                                 random.below(1000), random.below(70000));
  }
  for (unsigned n = 0; n < pools.p; ++n) {
    function.head +=
        fmt::format("  setp.lt.s32 %p{}, %r{}, %r{};\n", n, n, n + 1);
  }
  function.tail =
      "  xor.b32 %t0, %r0, %r2; add.u32 %t0, %t0, %r3;\n"
      "  st.param.b32 [result], %t0;\n  ret;\n}\n";
  return function;
}

}  // namespace lockstep::ptx::differential
