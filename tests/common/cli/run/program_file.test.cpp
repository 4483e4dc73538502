// SPDX-License-Identifier: Apache-2.0
#include "cli/run/program_file.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstring>
#include <fstream>

#include "cli/system/failure.h"

using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::byte> own_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

struct Refused {
  int code = 0;
  std::string message;
};
Refused refusal_of(const ProgramFile& file) {
  try {
    require_usable(file, "./program", "/there/is/no/such/folder");
  } catch (const Failure& failure) {
    return {failure.code(), failure.what()};
  }
  return {};
}

}  // namespace

TEST_CASE("run: a program's libraries are read from its file", "[cli][run]") {
  const ProgramFile file = parse_program(own_program());
  CHECK(file.is_elf);
  CHECK_FALSE(file.has_device_code);
  CHECK(std::ranges::count(file.needed, "libc.so.6") == 1);
}

TEST_CASE("run: a file that is cut off or damaged is read as far as it goes",
          "[cli][run]") {
  const std::vector<std::byte> whole = own_program();
  for (std::size_t size = 0; size < 4096; size += 7)
    CHECK(parse_program(std::span(whole).first(size)).needed.empty());
  auto damaged = whole;
  for (std::size_t i = 32; i < 64; ++i) damaged[i] = std::byte{0xff};
  CHECK(parse_program(damaged).needed.empty());
  CHECK_FALSE(parse_program({}).is_elf);
}

TEST_CASE("run: what cannot run is told what to do", "[cli][run]") {
  CHECK(refusal_of({false, false, false, {}}).code == wrong_usage);
  const Refused is_static = refusal_of({true, true, false, {"libc.so.6"}});
  CHECK(is_static.code == wrong_usage);
  CHECK_THAT(is_static.message, ContainsSubstring("nvcc -cudart shared"));
  const Refused uses_blas =
      refusal_of({true, true, false, {"libcudart.so.13", "libcublas.so.13"}});
  CHECK(uses_blas.code == wrong_usage);
  CHECK_THAT(uses_blas.message, ContainsSubstring("libcublas.so.13"));
  CHECK_THAT(refusal_of({true, true, false, {"libcuda.so.1"}}).message,
             ContainsSubstring("driver API"));
  const Refused other_version =
      refusal_of({true, true, false, {"libcudart.so.9.2"}});
  CHECK(other_version.code == missing_thing);
  CHECK_THAT(other_version.message, ContainsSubstring("libcudart.so.9.2"));
  CHECK(refusal_of({true, false, false, {"libc.so.6"}}).code == 0);
}
