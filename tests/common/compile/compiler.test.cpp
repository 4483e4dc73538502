// SPDX-License-Identifier: Apache-2.0
#include "compile/compiler.h"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "submission.h"

namespace lockstep {
namespace {

const std::string sum_kernel = R"(extern "C" __global__ void sum(
    const int* in, int* out, unsigned n) {
  __shared__ int tile[256];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  tile[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) tile[tid] += tile[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, tile[0]);
}
)";

bool is_installed(FrontEnd front_end) {
  return front_end_version(front_end).has_value();
}

FrontEnd any_front_end() {
  const FrontEnd front_end = GENERATE(FrontEnd::clang, FrontEnd::nvcc);
  if (!is_installed(front_end)) SKIP("not installed: nvcc");
  return front_end;
}

TEST_CASE("compile: a kernel becomes PTX", "[compile]") {
  const Submission submission(sum_kernel, any_front_end());
  const CompileResult result = submission.compiled();
  INFO(result.message);
  REQUIRE(result.status == CompileStatus::success);
  CHECK(result.message.empty());
  CHECK(result.box == "bubblewrap");
  CHECK(result.compiler ==
        front_end_version(submission.request.front_end).value());
  CHECK(result.ptx.find(".visible .entry sum(") != std::string::npos);
  CHECK(result.ptx.find("\"labs/01_reduction/reduction.cu\"") !=
        std::string::npos);
  CHECK(result.ptx.find("/box") == std::string::npos);
}

TEST_CASE("compile: the cubin and its resources come from ptxas",
          "[compile][nvcc]") {
  if (!is_installed(FrontEnd::nvcc)) SKIP("not installed: nvcc");
  const Submission submission(sum_kernel, any_front_end());
  const CompileResult result = submission.compiled();
  INFO(result.message);
  REQUIRE(result.status == CompileStatus::success);
  CHECK(result.cubin.size() > 1000);
  REQUIRE(result.resources.size() == 1);
  CHECK(result.resources[0].kernel == "sum");
  CHECK(result.resources[0].shared_bytes == 1024);
  CHECK(result.resources[0].registers > 0);
  CHECK(result.resources[0].spill_bytes == 0);
}

TEST_CASE("compile: the compilers' verdicts on a right kernel agree",
          "[compile][nvcc]") {
  if (!is_installed(FrontEnd::nvcc)) SKIP("not installed: nvcc");
  const CompileResult result = Submission(sum_kernel).compiled();
  CHECK(result.compiler == front_end_version(FrontEnd::clang).value());
  CHECK(result.second_compiler == front_end_version(FrontEnd::nvcc).value());
}

TEST_CASE("compile: an error carries its file, line and reason", "[compile]") {
  const Submission submission(
      "extern \"C\" __global__ void k(int* p) {\n  *p = undeclared;\n}\n",
      any_front_end());
  const CompileResult result = submission.to_ptx();
  CHECK(result.status == CompileStatus::compile_error);
  CHECK(result.ptx.empty());
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].severity == "error");
  CHECK(result.diagnostics[0].file == "labs/01_reduction/reduction.cu");
  CHECK(result.diagnostics[0].line == 2);
  CHECK(result.diagnostics[0].message.find("undeclared") != std::string::npos);
  CHECK(result.message.find("labs/01_reduction/reduction.cu:2") !=
        std::string::npos);
}

TEST_CASE("compile: what only ptxas rejects is rejected, at its line",
          "[compile][nvcc]") {
  if (!is_installed(FrontEnd::nvcc)) SKIP("not installed: nvcc");
  const Submission submission(
      "extern \"C\" __global__ void k(int* p) {\n"
      "  int x = 0;\n"
      "  asm volatile(\"nonsense.u32 %0;\" : \"=r\"(x));\n"
      "  *p = x;\n"
      "}\n",
      any_front_end());
  Compilation compilation(submission.request);
  CHECK(compilation.ptx().status == CompileStatus::success);
  const CompileResult& result = compilation.second_opinion();
  CHECK(result.status == CompileStatus::compile_error);
  REQUIRE_FALSE(result.diagnostics.empty());
  CHECK(result.diagnostics[0].file == "labs/01_reduction/reduction.cu");
  CHECK(result.diagnostics[0].line == 3);
  CHECK(result.diagnostics[0].message.find("nonsense") != std::string::npos);
}

TEST_CASE("compile: too much shared memory is a compile error of ptxas",
          "[compile][nvcc]") {
  if (!is_installed(FrontEnd::nvcc)) SKIP("not installed: nvcc");
  const CompileResult result =
      Submission(
          "extern \"C\" __global__ void k(int* p) {\n"
          "  __shared__ int tile[50000];\n"
          "  tile[threadIdx.x] = *p; __syncthreads(); *p = tile[*p];\n}\n")
          .compiled();
  CHECK(result.status == CompileStatus::compile_error);
  CHECK(result.message.find("too much shared data") != std::string::npos);
}

TEST_CASE("compile: the same file gives the same PTX", "[compile]") {
  const Submission submission(
      sum_kernel +
          "__device__ const char* when = __DATE__ __TIME__;\n"
          "namespace { __device__ int counter; }\n"
          "extern \"C\" __global__ void k() { ++counter; }\n",
      any_front_end());
  const std::string ptx = submission.to_ptx().ptx;
  REQUIRE_FALSE(ptx.empty());
  CHECK(submission.to_ptx().ptx == ptx);
}

TEST_CASE("compile: definitions reach the source", "[compile]") {
  Submission submission(
      "extern \"C\" __constant__ unsigned question = LOCKSTEP_QUESTION;\n",
      any_front_end());
  submission.request.definitions = {"LOCKSTEP_QUESTION=12345"};
  CHECK(submission.to_ptx().ptx.find("question = 12345") != std::string::npos);
}

TEST_CASE("compile: unoptimised code keeps what optimising removes",
          "[compile]") {
  Submission submission(
      "extern \"C\" __global__ void k(int* p, int s) {\n"
      "  int unused = s < 32 ? *p >> s : 0;\n  *p = 1 + 0 * unused;\n}\n",
      any_front_end());
  CHECK(submission.to_ptx().ptx.find("shr.") == std::string::npos);
  submission.request.optimised = false;
  const CompileResult result = submission.compiled();
  CHECK(result.status == CompileStatus::success);
  CHECK(result.ptx.find("shr.") != std::string::npos);
}

TEST_CASE("compile: bad input is told before any compiler runs", "[compile]") {
  const TemporaryFolder folder;
  CompileRequest request;
  request.source = folder.path() / "missing.cu";
  request.display_name = "missing.cu";
  const CompileResult result = compile(request);
  CHECK(result.status == CompileStatus::bad_input);
  CHECK(result.message == "there is no file missing.cu; check the path");
}

TEST_CASE("compile: a compiler without end is stopped", "[compile]") {
  Submission submission(
      "template <int n> struct A { using x = typename A<n + 1>::x;\n"
      "                            using y = typename A<n + 2>::x; };\n"
      "constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
      "template <int n> struct B { static constexpr int v = f(25 + n % 2) +\n"
      "  B<n - 1>::v + B<n - 2>::v; };\n"
      "template <> struct B<0> { static constexpr int v = 0; };\n"
      "template <> struct B<1> { static constexpr int v = 0; };\n"
      "static_assert(B<900>::v);\n",
      FrontEnd::clang);
  submission.request.seconds = 1;
  const CompileResult result = submission.to_ptx();
  CHECK(result.status == CompileStatus::timeout);
  CHECK(result.message.find("took longer than 1 second") != std::string::npos);
}

TEST_CASE("compile: no file outside can be included or embedded",
          "[compile][box]") {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret.h", "int s;\n").string();
  const FrontEnd front_end = any_front_end();
  const std::string line =
      GENERATE(as<std::string>(), "#include",
               "#if __has_include(X)\n#else\n#error hidden\n#endif\n#include");
  const CompileResult result =
      Submission(line.find('X') == line.npos
                     ? line + " \"" + secret + "\"\n"
                     : "#define X \"" + secret + "\"\n" + line + " X\n",
                 front_end)
          .to_ptx();
  CHECK(result.status == CompileStatus::compile_error);
  const CompileResult embedded =
      Submission("asm(\".incbin \\\"" + secret + "\\\"\");\n", front_end)
          .to_ptx();
  CHECK(embedded.ptx.find("int s") == std::string::npos);
}

TEST_CASE("compile: #line lies name no other file", "[compile]") {
  const CompileResult result =
      Submission("#line 7 \"/etc/passwd\"\n" + sum_kernel, any_front_end())
          .to_ptx();
  REQUIRE(result.status == CompileStatus::success);
  CHECK(result.ptx.find("passwd") == std::string::npos);
}

TEST_CASE("compile: strange names are shown as they were given", "[compile]") {
  Submission submission("int x = y;\n", any_front_end());
  submission.request.display_name = "/tmp/my lab (1)/\u03b1.cu";
  const CompileResult result = submission.to_ptx();
  REQUIRE_FALSE(result.diagnostics.empty());
  CHECK(result.diagnostics[0].file == submission.request.display_name);
}

TEST_CASE("compile: without a box the PTX is the same", "[compile]") {
  Submission submission(sum_kernel);
  const CompileResult boxed = submission.to_ptx();
  submission.request.use_box = false;
  const CompileResult unboxed = submission.to_ptx();
  CHECK(unboxed.box == "none");
  CHECK(unboxed.ptx == boxed.ptx);
}

TEST_CASE("compile: dropping a compilation ends its compilers", "[compile]") {
  const Submission submission(sum_kernel);
  for (int i = 0; i < 3; ++i) Compilation unread(submission.request);
  CHECK(submission.to_ptx().status == CompileStatus::success);
}

}  // namespace
}  // namespace lockstep
