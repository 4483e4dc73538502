// SPDX-License-Identifier: Apache-2.0
#include "generator/generate.h"

#include "generator/bodies.h"
#include "generator/frame.h"

namespace lockstep::ptx::differential {

namespace {

constexpr Shape blocks[] = {{1, 1, 1},  {7, 1, 1},   {32, 1, 1}, {33, 1, 1},
                            {50, 1, 1}, {64, 1, 1},  {64, 1, 1}, {96, 1, 1},
                            {8, 4, 1},  {5, 3, 2},   {16, 4, 1}, {3, 7, 5},
                            {32, 2, 2}, {100, 1, 1}, {31, 3, 1}, {128, 1, 1}};
constexpr Shape grids[] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}};

/// Stores that leave no byte of the thread's local memory unwritten.
constexpr const char* fill_local =
    "  st.local.v4.b32 [private_bytes], {%r0, %r1, %r2, %r3};\n"
    "  st.local.v4.b32 [private_bytes+16], {%r4, %r5, %r6, %r7};\n"
    "  st.local.v4.b32 [private_bytes+32], {%r3, %r2, %r1, %r0};\n"
    "  st.local.v4.b32 [private_bytes+48], {%r7, %r6, %r5, %r4};\n";

}  // namespace

Program generate(Family family, std::uint64_t seed) {
  Random random(seed * 8 + static_cast<unsigned>(family));
  Program program;
  program.family = family;
  program.seed = seed;
  program.block = random.pick(blocks);
  program.grid = random.pick(grids);
  if (random.chance(1, 3)) {
    program.dynamic_shared_bytes =
        tile_bytes_per_thread * program.block.count();
  }
  Writer writer(random, program);
  Function kernel = kernel_frame(program);
  switch (family) {
    case Family::arithmetic:
      kernel.body = arithmetic_body(writer, 15 + random.below(30));
      break;
    case Family::half:
      kernel.body = half_body(writer, 15 + random.below(30));
      break;
    case Family::control: {
      std::vector<std::string> names;
      program.functions = control_functions(writer);
      for (std::size_t n = 0; n < program.functions.size(); ++n) {
        names.push_back(program.kernel_name() + "_f" + std::to_string(n));
      }
      kernel.body = control_body(writer, 15 + random.below(30), names);
      break;
    }
    case Family::collectives:
      kernel.body = collectives_body(writer, 10 + random.below(25));
      break;
    case Family::memory:
      kernel.head += fill_local;
      kernel.body = memory_body(writer, 10 + random.below(20));
      break;
  }
  program.functions.push_back(std::move(kernel));
  return program;
}

}  // namespace lockstep::ptx::differential
