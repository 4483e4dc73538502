// SPDX-License-Identifier: Apache-2.0
// Every device function of the lists in device_functions/, one expression a
// line: it compiles with our headers and runs on the emulator, and where nvcc
// is installed it gives the type and the value that nvcc's headers give.
#include <fmt/format.h>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "device/device.h"
#include "submission.h"

namespace lockstep {
namespace {

constexpr unsigned threads = 64;

/// Inputs of one thread, in the order of the kernel's structure.
struct Inputs {
  int a, b, c;
  unsigned p, q, r;
  long long i, j, k;
  unsigned long long u, v, w;
  float x, y, z;
  double d, e, f;
  float t;
  double s;
  int n;
};

constexpr const char* before = R"(
struct Inputs {
  int a, b, c;
  unsigned p, q, r;
  long long i, j, k;
  unsigned long long u, v, w;
  float x, y, z;
  double d, e, f;
  float t;
  double s;
  int n;
};
struct Result { unsigned long long bits; long long kind; };
enum Kind { other, is_float, is_double, is_unsigned, is_long_long,
            is_unsigned_long_long, is_long, is_unsigned_long, is_int,
            is_half, is_pair };
template <class T> __device__ Kind kind(T) { return other; }
__device__ Kind kind(float) { return is_float; }
__device__ Kind kind(double) { return is_double; }
__device__ Kind kind(int) { return is_int; }
__device__ Kind kind(unsigned) { return is_unsigned; }
__device__ Kind kind(long) { return is_long; }
__device__ Kind kind(unsigned long) { return is_unsigned_long; }
__device__ Kind kind(long long) { return is_long_long; }
__device__ Kind kind(unsigned long long) { return is_unsigned_long_long; }
#ifdef HALF
__device__ Kind kind(HALF) { return is_half; }
__device__ Kind kind(PAIR) { return is_pair; }
#define LOCALS                                                      \
  HALF h1 = HALF_OF((unsigned short)p), h2 = HALF_OF((unsigned short)q), \
       h3 = HALF_OF((unsigned short)r);                             \
  PAIR v1, v2;                                                      \
  v1.x = h1, v1.y = h2, v2.x = h3, v2.y = h1;
#endif
#ifdef GROUPS
namespace cg = cooperative_groups;
#define LOCALS                                                              \
  auto block = cg::this_thread_block();                                     \
  auto warp = cg::tiled_partition<32>(block);                               \
  auto tile = cg::tiled_partition<8>(block);                                \
  auto four = cg::tiled_partition<4>(tile);                                 \
  auto third = cg::binary_partition(warp, threadIdx.x % 3 == 0);            \
  auto label = cg::labeled_partition(warp, (int)(threadIdx.x % 32 % 5));    \
  int rank = threadIdx.x, ok = 0;
#endif
#ifndef LOCALS
#define LOCALS
#endif
template <class T> __device__ void put(Result& out, T value) {
  out.bits = 0;
  memcpy(&out.bits, &value, sizeof value);
  out.kind = kind(value);
}
#define CASE(name, ...)                                               \
  extern "C" __global__ void name(Result* out, const Inputs* in) {    \
    auto [a, b, c, p, q, r, i, j, k, u, v, w, x, y, z, d, e, f, t, s, \
          n] = in[threadIdx.x];                                       \
    float x1 = 0, x2 = 0, x3 = 0;                                     \
    double d1 = 0, d2 = 0, d3 = 0;                                    \
    int n1 = 0;                                                       \
    LOCALS                                                            \
    put(out[threadIdx.x], (__VA_ARGS__));                             \
  }
)";

struct Result {
  unsigned long long bits;
  long long kind;
};
constexpr long long kind_float = 1, kind_double = 2;

struct List {
  std::vector<std::string> expressions;
  std::string source;
};

/// What a list needs to be declared before it.
std::string declarations(const std::string& name) {
  const std::string headers =
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n";
  if (name == "half")
    return headers +
           "#define HALF __half\n#define PAIR __half2\n"
           "#define HALF_OF __ushort_as_half\n";
  if (name == "half_maths" || name == "bfloat16")
    return headers +
           "#define HALF __nv_bfloat16\n#define PAIR __nv_bfloat162\n"
           "#define HALF_OF __ushort_as_bfloat16\n";
  if (name == "constants") {
    std::string result = "#include <math_constants.h>\n";
    for (const char* header :
         {"climits", "cfloat", "cstdint", "limits", "type_traits", "utility",
          "cuda/std/limits", "cuda/std/type_traits", "cuda/std/functional",
          "cuda/std/utility", "cuda/std/tuple", "cuda/std/array",
          "cuda/std/cmath", "cuda/std/bit"})
      result += fmt::format("#include <{}>\n", header);
    return result;
  }
  if (name == "groups")
    return "#include <cooperative_groups.h>\n"
           "#include <cooperative_groups/reduce.h>\n"
           "#include <cooperative_groups/scan.h>\n#define GROUPS\n";
  return "";
}

List list_of(const std::string& name) {
  List list{{}, declarations(name) + before};
  if (name == "half_maths")
    list.source += "__device__ Kind kind(__half) { return is_half; }\n";
  std::ifstream file(LOCKSTEP_DEVICE_FUNCTIONS "/" + name + ".txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    list.source +=
        fmt::format("CASE(k{}, {})\n", list.expressions.size(), line);
    list.expressions.push_back(line);
  }
  REQUIRE(list.expressions.size() > 10);
  return list;
}

/// A fixed sequence, so that a failure can be looked at again.
class Sequence {
 public:
  std::uint64_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return std::rotr(state_ ^ state_ >> 29, static_cast<int>(state_ >> 59));
  }
  /// Every fourth time one of the values at the edges.
  template <class T>
  T pick(std::initializer_list<double> edges) {
    if (next() % 4 == 0)
      return static_cast<T>(*(edges.begin() + next() % edges.size()));
    if constexpr (std::is_same_v<T, float>)
      return std::bit_cast<float>(static_cast<std::uint32_t>(next()));
    else if constexpr (std::is_same_v<T, double>)
      return std::bit_cast<double>(next());
    else
      return static_cast<T>(next());
  }

 private:
  std::uint64_t state_ = 20;
};

Inputs inputs_of(Sequence& sequence, unsigned thread) {
  const auto word = [&] {
    return sequence.pick<int>({0, 1, -1, -2147483648.0, 2147483647, 31, 32});
  };
  const auto bits = [&] {
    return sequence.pick<unsigned>({0, 1, 4294967295.0, 2147483648.0, 33});
  };
  const auto wide = [&] {
    return sequence.pick<long long>({0, 1, -1, -9223372036854775808.0, 64});
  };
  const auto wide_bits = [&] {
    return sequence.pick<unsigned long long>({0, 1, 9223372036854775808.0});
  };
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto real = [&] {
    return sequence.pick<float>(
        {0, -0.0, 1, -1, 0.5, 2.5, inf, -inf, NAN, 1e-40, 3e38, 2147483648.0});
  };
  const auto wide_real = [&] {
    return sequence.pick<double>({0, -0.0, 1, -1, 0.5, 2.5, inf, -inf, NAN,
                                  1e-310, 1e308, 9223372036854775808.0});
  };
  const double small = (static_cast<int>(thread) - 32) / 8.0 + 1.0 / 64;
  return {word(),
          word(),
          word(),
          bits(),
          bits(),
          bits(),
          wide(),
          wide(),
          wide(),
          wide_bits(),
          wide_bits(),
          wide_bits(),
          real(),
          real(),
          real(),
          wide_real(),
          wide_real(),
          wide_real(),
          static_cast<float>(small),
          small,
          static_cast<int>(thread % 8)};
}

using Table = std::vector<std::vector<Result>>;  ///< by expression and thread

Table results_of(const List& list, FrontEnd front_end) {
  const CompileResult compiled = Submission(list.source, front_end).to_ptx();
  INFO(compiled.message);
  REQUIRE(compiled.status == CompileStatus::success);
  const Program program{compiled.ptx, {}, "functions.cu"};
  Job job;
  job.program = &program;
  Sequence sequence;
  std::vector<Inputs> inputs;
  for (unsigned thread = 0; thread < threads; ++thread)
    inputs.push_back(inputs_of(sequence, thread));
  Buffer& in = job.buffers.emplace_back();
  in.name = "in";
  in.bytes = threads * sizeof(Inputs);
  in.initial.resize(in.bytes);
  std::memcpy(in.initial.data(), inputs.data(), in.bytes);
  for (std::size_t at = 0; at < list.expressions.size(); ++at) {
    Buffer& out = job.buffers.emplace_back();
    out.name = fmt::format("out{}", at);
    out.bytes = threads * sizeof(Result);
    out.read_back = true;
    job.launches.push_back({fmt::format("k{}", at),
                            {1, 1, 1},
                            {threads, 1, 1},
                            0,
                            {BufferArgument{at + 1}, BufferArgument{0}}});
  }
  const Outcome outcome = make_emulator_device()->run(job);
  INFO(outcome.message);
  REQUIRE(outcome.status == OutcomeStatus::success);
  Table table;
  for (const auto& buffer : outcome.buffers) {
    if (buffer.size() != threads * sizeof(Result)) continue;
    std::memcpy(table.emplace_back(threads).data(), buffer.data(),
                buffer.size());
  }
  REQUIRE(table.size() == list.expressions.size());
  return table;
}

double value_of(const Result& result) {
  if (result.kind == kind_float)
    return std::bit_cast<float>(static_cast<std::uint32_t>(result.bits));
  return std::bit_cast<double>(result.bits);
}

struct Category {
  std::string name;
  double bound = 0;            ///< in units of the last place, 0: exact
  double least_scale = 1e-30;  ///< smaller values count as this one
};

/// Equal bits; floats may be any NaN each, or within the bound.
bool agree(const Result& one, const Result& two, const Category& category) {
  if (one.kind != two.kind) return false;
  if (one.bits == two.bits) return true;
  if (one.kind != kind_float && one.kind != kind_double) return false;
  const double a = value_of(one), b = value_of(two);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  const double epsilon = one.kind == kind_float
                             ? std::numeric_limits<float>::epsilon()
                             : std::numeric_limits<double>::epsilon();
  return category.bound > 0 &&
         std::fabs(a - b) <= category.bound * epsilon *
                                 std::max(std::fabs(a), category.least_scale);
}

TEST_CASE("device functions: clang's and nvcc's headers agree",
          "[compile][clang]") {
  const Category category =
      GENERATE(Category{"integers"}, Category{"simd"}, Category{"conversions"},
               Category{"arithmetic"}, Category{"maths", 16},
               Category{"oscillating", 32, 1}, Category{"half"},
               Category{"bfloat16"}, Category{"constants"}, Category{"groups"},
               Category{"half_maths", 0}, Category{"approximate", 64});
  INFO(category.name);
  const List list = list_of(category.name);
  const Table ours = results_of(list, FrontEnd::clang);
  if (!front_end_version(FrontEnd::nvcc))
    SKIP("not run: nvcc is not installed, so there is nothing to compare with");
  const Table theirs = results_of(list, FrontEnd::nvcc);
  for (std::size_t at = 0; at < ours.size(); ++at) {
    INFO(list.expressions[at]);
    for (unsigned thread = 0; thread < threads; ++thread) {
      const Result &one = ours[at][thread], &two = theirs[at][thread];
      INFO("thread " << thread << ": " << one.bits << " of type " << one.kind
                     << " is not " << two.bits << " of type " << two.kind
                     << " (" << value_of(one) << ", " << value_of(two) << ")");
      if (agree(one, two, category)) continue;
      CHECK(agree(one, two, category));
      break;
    }
  }
}

TEST_CASE("device functions: what nvcc has no form for is refused",
          "[compile][clang]") {
  const std::string expression =
      GENERATE(as<std::string>(), "sqrt(n)", "exp(n)", "atan2(n, n)",
               "min(x, n)", "std::min(n, n)", "__shfl(n, 0)");
  const FrontEnd front_end = GENERATE(FrontEnd::clang, FrontEnd::nvcc);
  if (!front_end_version(front_end)) SKIP("not run: nvcc is not installed");
  const CompileResult result =
      Submission(before + fmt::format("CASE(k, {})\n", expression), front_end)
          .to_ptx();
  INFO(expression);
  CHECK(result.status == CompileStatus::compile_error);
}

}  // namespace
}  // namespace lockstep
