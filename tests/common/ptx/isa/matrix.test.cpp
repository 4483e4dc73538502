// SPDX-License-Identifier: Apache-2.0
// Matrix instructions against products computed here, with the layouts of the
// manual written down once more. All values are small integers, so that every
// product and sum is exact in every type.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using Words = std::vector<std::uint64_t>;
using Values = std::vector<int>;

/// Small integers as the bits of a type.
std::uint64_t bits_of(const std::string& type, int value) {
  const float wide = static_cast<float>(value);
  if (type == "f64") return std::bit_cast<std::uint64_t>(double{wide});
  if (type == "f32" || type == "tf32")
    return std::bit_cast<std::uint32_t>(wide);
  if (type == "bf16") return std::bit_cast<std::uint32_t>(wide) >> 16;
  if (type != "f16") return static_cast<std::uint32_t>(value);
  if (value == 0) return 0;
  // Of a normal number with at most 10 bits behind the point.
  const auto single = std::bit_cast<std::uint32_t>(wide);
  return (single >> 16 & 0x8000) | ((single >> 23 & 0xff) - 127 + 15) << 10 |
         (single >> 13 & 0x3ff);
}

int bytes_of(const std::string& type) {
  if (type == "f64") return 8;
  if (type == "f16" || type == "bf16") return 2;
  return type == "s8" || type == "u8" ? 1 : 4;
}

Values product(int m, int n, int k, const Values& a, const Values& b,
               const Values& c) {
  Values d = c;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column)
      for (int i = 0; i < k; ++i)
        d[row * n + column] += a[row * k + i] * b[i * n + column];
  return d;
}

Values pattern(int count, int factor, int least, int most) {
  Values values;
  for (int i = 0; i < count; ++i)
    values.push_back(least + i * factor % (most - least + 1));
  return values;
}

/// Where element `i` of a lane's fragment lies.
using Place = std::function<std::pair<int, int>(int group, int member, int i)>;

/// The registers of a fragment, lane after lane.
Words packed(const Values& matrix, int columns, const Place& place, int count,
             const std::string& type) {
  const int bytes = bytes_of(type), each = bytes == 8 ? 1 : 4 / bytes;
  Words words(static_cast<std::size_t>(32 * count / each));
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < count; ++i) {
      const auto [row, column] = place(lane / 4, lane % 4, i);
      const std::uint64_t mask = bytes == 8 ? ~0ull : (1ull << (8 * bytes)) - 1;
      words[lane * (count / each) + i / each] |=
          (bits_of(type, matrix[row * columns + column]) & mask)
          << (8 * bytes * (i % each));
    }
  }
  return words;
}

std::string list(const std::string& prefix, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i)
    text += (i ? ", " : "") + prefix + std::to_string(i);
  return text + "}";
}

/// Runs an instruction with registers loaded from, and stored to, memory of
/// 64-bit words: `counts` are those of d, a, b and c.
Words run_matrix(const std::string& instruction, bool is_double,
                 const std::array<int, 4>& counts,
                 const std::array<Words, 3>& sources) {
  const std::string width = is_double ? "b64" : "b32";
  std::string body = ".reg ." + width + " d<8>, a<8>, b<8>, c<8>;\n";
  std::string params = ".param .u64 dp";
  std::string loads = "mov.u32 %r1, %laneid;\nld.param.u64 %rd1, [dp];\n";
  const char* const names[] = {"a", "b", "c"};
  for (int n = 0; n < 3; ++n) {
    const std::string name = names[n];
    params += ", .param .u64 " + name + "p";
    loads += "ld.param.u64 %rd2, [" + name + "p];\nmul.lo.u32 %r2, %r1, " +
             std::to_string(counts[n + 1] * 8) +
             ";\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd2, %rd2, %rd3;\n";
    for (int i = 0; i < counts[n + 1]; ++i)
      loads += "ld.global." + width + " " + name + std::to_string(i) +
               ", [%rd2+" + std::to_string(8 * i) + "];\n";
  }
  std::string stores = "mul.lo.u32 %r2, %r1, " + std::to_string(counts[0] * 8) +
                       ";\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd1, %rd1, %rd3;\n";
  for (int i = 0; i < counts[0]; ++i)
    stores += "st.global." + width + " [%rd1+" + std::to_string(8 * i) +
              "], d" + std::to_string(i) + ";\n";
  const std::string text =
      ".version 7.8\n.target sm_90\n.address_size 64\n.entry k(" + params +
      ") {\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n" + body + loads +
      instruction + " " + list("d", counts[0]) + ", " + list("a", counts[1]) +
      ", " + list("b", counts[2]) + ", " + list("c", counts[3]) + ";\n" +
      stores + "ret;\n}\n";
  Context context;
  const Module& module = context.load(text, "matrix");
  const DeviceAddress d =
      upload(context, Words(static_cast<std::size_t>(32 * counts[0])), "d");
  Params given;
  given.add(d);
  for (const Words& words : sources)
    given.add(upload(context, words, "source"));
  LaunchConfig config;
  config.block.x = 32;
  const LaunchResult result = context.launch(module, "k", config, given);
  REQUIRE(result.message == "");
  return download<std::uint64_t>(context, d,
                                 static_cast<std::size_t>(32 * counts[0]));
}

struct Mma {
  int m, n, k;
  std::string factor, sum;
  int a_count, b_count, c_count;  ///< elements a lane
  Place a, b, c;
};

/// c0 and c1 lie in row `group`, c2 and c3 eight below.
std::pair<int, int> sum_place(int group, int member, int i) {
  return {i < 2 ? group : group + 8, member * 2 + (i & 1)};
}

const Mma shapes[] = {
    {16, 8, 16, "f16", "f32", 8, 4, 4,
     [](int g, int t, int i) {
       return std::pair(i < 2 || (i >= 4 && i < 6) ? g : g + 8,
                        t * 2 + (i & 1) + (i >= 4 ? 8 : 0));
     },
     [](int g, int t, int i) {
       return std::pair(t * 2 + (i & 1) + (i >= 2 ? 8 : 0), g);
     },
     sum_place},
    {16, 8, 8, "bf16", "f32", 4, 2, 4,
     [](int g, int t, int i) {
       return std::pair(i < 2 ? g : g + 8, t * 2 + (i & 1));
     },
     [](int g, int t, int i) { return std::pair(t * 2 + i, g); }, sum_place},
    {16, 8, 8, "f16", "f16", 4, 2, 4,
     [](int g, int t, int i) {
       return std::pair(i < 2 ? g : g + 8, t * 2 + (i & 1));
     },
     [](int g, int t, int i) { return std::pair(t * 2 + i, g); }, sum_place},
    {16, 8, 4, "tf32", "f32", 2, 1, 4,
     [](int g, int t, int i) { return std::pair(i == 0 ? g : g + 8, t); },
     [](int g, int t, int) { return std::pair(t, g); }, sum_place},
    {16, 8, 8, "tf32", "f32", 4, 2, 4,
     [](int g, int t, int i) {
       return std::pair(i % 2 == 0 ? g : g + 8, i < 2 ? t : t + 4);
     },
     [](int g, int t, int i) { return std::pair(i == 0 ? t : t + 4, g); },
     sum_place},
    {8, 8, 4, "f64", "f64", 1, 1, 2,
     [](int g, int t, int) { return std::pair(g, t); },
     [](int g, int t, int) { return std::pair(t, g); },
     [](int g, int t, int i) { return std::pair(g, t * 2 + i); }},
    {16, 8, 16, "s8", "s32", 8, 4, 4,
     [](int g, int t, int i) {
       return std::pair(i < 4 ? g : g + 8, t * 4 + (i & 3));
     },
     [](int g, int t, int i) { return std::pair(t * 4 + i, g); }, sum_place},
    {16, 8, 32, "s8", "s32", 16, 8, 4,
     [](int g, int t, int i) {
       return std::pair(i < 4 || (i >= 8 && i < 12) ? g : g + 8,
                        t * 4 + (i & 3) + (i >= 8 ? 16 : 0));
     },
     [](int g, int t, int i) {
       return std::pair(t * 4 + (i & 3) + (i >= 4 ? 16 : 0), g);
     },
     sum_place},
    {8, 8, 16, "u8", "s32", 4, 4, 2,
     [](int g, int t, int i) { return std::pair(g, t * 4 + i); },
     [](int g, int t, int i) { return std::pair(t * 4 + i, g); },
     [](int g, int t, int i) { return std::pair(g, t * 2 + i); }},
};

int registers(int count, const std::string& type) {
  return bytes_of(type) == 8 ? count : count * bytes_of(type) / 4;
}

/// A whole kernel of wmma over matrices in memory.
std::string wmma_text(const std::string& shape, const std::string& a_layout,
                      const std::string& b_layout, const std::string& factor,
                      const std::string& sum, int a, int b, int c,
                      const std::string& types) {
  const std::string width = factor == "f64" ? "b64" : "b32";
  const std::string tail = ".sync.aligned.";
  return ".version 7.8\n.target sm_90\n.address_size 64\n.entry k(.param .u64 "
         "pa, .param .u64 pb, .param .u64 pc) {\n.reg .b64 %rd<9>;\n.reg ." +
         width +
         " d<8>, a<8>, b<8>, c<8>;\nld.param.u64 %rd1, [pa];\nld.param.u64 "
         "%rd2, [pb];\nld.param.u64 %rd3, [pc];\n"
         "wmma.load.a" +
         tail + a_layout + "." + shape + ".global." + factor + " " +
         list("a", a) + ", [%rd1];\nwmma.load.b" + tail + b_layout + "." +
         shape + "." + factor + " " + list("b", b) + ", [%rd2];\nwmma.load.c" +
         tail + "row." + shape + "." + sum + " " + list("c", c) +
         ", [%rd3];\nwmma.mma" + tail + a_layout + "." + b_layout + "." +
         shape + "." + types + " " + list("d", c) + ", " + list("a", a) + ", " +
         list("b", b) + ", " + list("c", c) + ";\nwmma.store.d" + tail +
         "row." + shape + ".global." + sum + " [%rd3], " + list("d", c) +
         ";\nret;\n}\n";
}

std::vector<std::uint8_t> in_memory(const Values& matrix, int rows, int columns,
                                    bool is_row_major,
                                    const std::string& type) {
  const auto bytes = static_cast<std::size_t>(bytes_of(type));
  std::vector<std::uint8_t> memory(matrix.size() * bytes);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::uint64_t bits = bits_of(type, matrix[row * columns + column]);
      const auto at = static_cast<std::size_t>(
          is_row_major ? row * columns + column : column * rows + row);
      std::memcpy(memory.data() + at * bytes, &bits, bytes);
    }
  }
  return memory;
}

struct Wmma {
  int m, n, k;
  std::string factor, sum;
  int a, b, c;  ///< registers
  std::string types;
};

const Wmma wmma_shapes[] = {
    {16, 16, 16, "f16", "f32", 8, 8, 8, "f32.f32"},
    {32, 8, 16, "f16", "f16", 8, 8, 4, "f16.f16"},
    {8, 32, 16, "f16", "f32", 8, 8, 8, "f32.f32"},
    {16, 16, 16, "bf16", "f32", 4, 4, 8, "f32.bf16.bf16.f32"},
    {8, 32, 16, "bf16", "f32", 2, 8, 8, "f32.bf16.bf16.f32"},
    {16, 16, 8, "tf32", "f32", 4, 4, 8, "f32.tf32.tf32.f32"},
    {16, 16, 16, "s8", "s32", 2, 2, 8, "s32.s8.s8.s32"},
    {32, 8, 16, "u8", "s32", 4, 1, 8, "s32.u8.u8.s32.satfinite"},
    {8, 8, 4, "f64", "f64", 1, 1, 2, "f64.f64.f64.f64.rn"},
};

}  // namespace

TEST_CASE("mma.sync multiplies in the layouts of the manual", "[ptx][matrix]") {
  for (const Mma& one : shapes) {
    CAPTURE(one.m, one.n, one.k, one.factor, one.sum);
    const int least = one.factor == "u8" ? 0 : -3;
    const Values a = pattern(one.m * one.k, 5, least, 3);
    const Values b = pattern(one.k * one.n, 3, least, 4);
    const Values c = pattern(one.m * one.n, 7, -9, 9);
    const std::string instruction =
        "mma.sync.aligned.m" + std::to_string(one.m) + "n" +
        std::to_string(one.n) + "k" + std::to_string(one.k) + ".row.col." +
        one.sum + "." + one.factor + "." + one.factor + "." + one.sum;
    const std::array<int, 4> counts{
        registers(one.c_count, one.sum), registers(one.a_count, one.factor),
        registers(one.b_count, one.factor), registers(one.c_count, one.sum)};
    const Words d =
        run_matrix(instruction, one.factor == "f64", counts,
                   {packed(a, one.k, one.a, one.a_count, one.factor),
                    packed(b, one.n, one.b, one.b_count, one.factor),
                    packed(c, one.n, one.c, one.c_count, one.sum)});
    CHECK(d == packed(product(one.m, one.n, one.k, a, b, c), one.n, one.c,
                      one.c_count, one.sum));
  }
}

TEST_CASE("wmma multiplies matrices in memory in all their layouts",
          "[ptx][matrix]") {
  for (const Wmma& one : wmma_shapes) {
    for (const char* layouts : {"row col", "col row", "row row", "col col"}) {
      const std::string a_layout(layouts, 3), b_layout(layouts + 4, 3);
      CAPTURE(one.m, one.n, one.k, one.factor, one.sum, layouts);
      const int least = one.factor == "u8" ? 0 : -3;
      const Values a = pattern(one.m * one.k, 5, least, 3);
      const Values b = pattern(one.k * one.n, 3, least, 4);
      const Values c = pattern(one.m * one.n, 7, -9, 9);
      const std::string shape = "m" + std::to_string(one.m) + "n" +
                                std::to_string(one.n) + "k" +
                                std::to_string(one.k);
      Sanitizer sanitizer;
      Context context;
      for (Observer* observer : sanitizer.observers())
        context.attach(*observer);
      const Module& module =
          context.load(wmma_text(shape, a_layout, b_layout, one.factor, one.sum,
                                 one.a, one.b, one.c, one.types),
                       "wmma");
      const auto c_bytes = in_memory(c, one.m, one.n, true, one.sum);
      const DeviceAddress at = upload(context, c_bytes, "c");
      Params params;
      params.add(upload(
          context, in_memory(a, one.m, one.k, a_layout == "row", one.factor),
          "a"));
      params.add(upload(
          context, in_memory(b, one.k, one.n, b_layout == "row", one.factor),
          "b"));
      params.add(at);
      LaunchConfig config;
      config.block.x = 32;
      const LaunchResult result = context.launch(module, "k", config, params);
      REQUIRE(result.message == "");
      CHECK(download<std::uint8_t>(context, at, c_bytes.size()) ==
            in_memory(product(one.m, one.n, one.k, a, b, c), one.m, one.n, true,
                      one.sum));
      CHECK(sanitizer.findings().empty());
    }
  }
}

TEST_CASE("a sum is rounded once, at its end", "[ptx][matrix]") {
  // 2048 + 1 is no f16; 2048 + 1 + 1 is.
  const auto first_sum = [](int ones) {
    Values a(16 * 8), b(8 * 8, 1), c(16 * 8, 2048);
    for (int k = 0; k < ones; ++k) a[static_cast<std::size_t>(k)] = 1;
    const Mma& shape = shapes[2];
    return run_matrix("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", false,
                      {2, 2, 1, 2},
                      {packed(a, 8, shape.a, 4, "f16"),
                       packed(b, 8, shape.b, 2, "f16"),
                       packed(c, 8, shape.c, 4, "f16")})[0] &
           0xffff;
  };
  CHECK(first_sum(1) == bits_of("f16", 2048));
  CHECK(first_sum(2) == bits_of("f16", 2050));
}

TEST_CASE("integer sums wrap, or stop at the end with .satfinite",
          "[ptx][matrix]") {
  const auto first_sum = [](const std::string& modifier) {
    const Mma& shape = shapes[8];
    Values ones(8 * 16, 1), c(64, 0x7fffffff);
    return run_matrix(
        "mma.sync.aligned.m8n8k16.row.col" + modifier + ".s32.u8.u8.s32", false,
        {2, 1, 1, 2},
        {packed(ones, 16, shape.a, 4, "u8"), packed(ones, 8, shape.b, 4, "u8"),
         packed(c, 8, shape.c, 2, "s32")})[0];
  };
  CHECK(first_sum("") == 0x8000000f);
  CHECK(first_sum(".satfinite") == 0x7fffffff);
}

TEST_CASE("ldmatrix gives each lane two neighbours of a row", "[ptx][matrix]") {
  // Element c of row r of matrix i is 1000 i + 10 r + c.
  const auto run = [](const std::string& trans) {
    BodyOptions options;
    options.before = ".shared .align 16 .b8 tile[512];";
    return run_body(R"(
  .reg .b16 %h<3>;
  mov.u32 %r1, tile;
  mad.lo.u32 %r2, %lane, 16, %r1;
  shr.u32 %r3, %lane, 3;
  and.b32 %r4, %lane, 7;
  mul.lo.u32 %r3, %r3, 1000;
  mad.lo.u32 %r3, %r4, 10, %r3;
  mov.u32 %r5, 0;
FILL:
  cvt.u16.u32 %h1, %r3;
  st.shared.u16 [%r2], %h1;
  add.u32 %r2, %r2, 2;
  add.u32 %r3, %r3, 1;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 8;
  @%p1 bra FILL;
  bar.warp.sync -1;
  mad.lo.u32 %r2, %lane, 16, %r1;
  ldmatrix.sync.aligned.m8n8.x4)" +
                        trans + R"(.shared.b16 {%r6, %r7, %r8, %r9}, [%r2];
  st.global.u32 [%out], %r8;
)",
                    options);
  };
  const BodyRun plain = run(""), transposed = run(".trans");
  REQUIRE(plain.result.message == "");
  REQUIRE(transposed.result.message == "");
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned row = lane / 4, column = lane % 4 * 2;
    CHECK(plain.out[lane] ==
          (2000 + row * 10 + column) + ((2000 + row * 10 + column + 1) << 16));
    CHECK(transposed.out[lane] == (2000 + column * 10 + row) +
                                      ((2000 + (column + 1) * 10 + row) << 16));
  }
}

TEST_CASE("stmatrix and movmatrix undo what ldmatrix does", "[ptx][matrix]") {
  BodyOptions options;
  options.before = ".shared .align 16 .b8 tile[256];";
  const BodyRun run = run_body(R"(
  mov.u32 %r1, tile;
  and.b32 %r2, %lane, 7;
  mad.lo.u32 %r2, %r2, 16, %r1;
  mad.lo.u32 %r3, %lane, 2001, 77;
  movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r3;
  stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r2], {%r4};
  bar.warp.sync -1;
  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r2];
  sub.u32 %r5, %r5, %r3;
  st.global.u32 [%out], %r5;
)",
                               options);
  REQUIRE(run.result.message == "");
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(run.out[lane] == 0);
}

TEST_CASE("a matrix outside its memory is reported", "[ptx][matrix]") {
  Recorder recorder;
  run_body(
      "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, "
      "%r4, %r5, %r6, %r7, %r8}, [%base];",
      {}, &recorder);
  REQUIRE_FALSE(recorder.faults.empty());
  CHECK(recorder.faults[0].kind == FaultKind::out_of_bounds);
}

TEST_CASE("matrix instructions wait for the whole warp", "[ptx][matrix]") {
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p1, %lane, 16;
  mov.u32 %r1, 0x50005;
  @%p1 bra JOIN;
  mov.u32 %r1, 0x60006;
JOIN:
  movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
  st.global.u32 [%out], %r2;
)");
  REQUIRE(run.result.message == "");
  // Rows 0 to 3 are fives, so are columns 0 to 3 afterwards.
  CHECK(run.out[0] == 0x50005);
  CHECK(run.out[3] == 0x60006);
  const BodyRun apart = run_body(R"(
  setp.lt.u32 %p1, %lane, 16;
  mov.u32 %r1, 5;
  @%p1 bra OTHER;
  movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
  exit;
OTHER:
  movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
)");
  CHECK(apart.result.status == LaunchStatus::trap);
  CHECK(contains(apart.result.message, "together"));
}

TEST_CASE("shapes and types that do not exist are refused", "[ptx][matrix]") {
  const auto message = [](const std::string& instruction) {
    return run_body(instruction).result.message;
  };
  CHECK(contains(message("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
                         "{%r1}, {%r1}, {%r1}, {%r1};"),
                 "shape"));
  CHECK(contains(message("mma.sync.aligned.m16n8k8.row.col.s32.f16.f16.s32 "
                         "{%r1}, {%r1}, {%r1}, {%r1};"),
                 "do not go together"));
  CHECK(contains(message("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                         "{%r1}, {%r1}, {%r1}, {%r1};"),
                 "another length"));
  CHECK(contains(message("wmma.load.a.sync.aligned.row.m8n8k128.b1 {%r1}, "
                         "[%out];"),
                 "shape"));
  CHECK(contains(message("ldmatrix.sync.aligned.m8n8.x3.b16 {%r1}, [%out];"),
                 ".x1"));
}
