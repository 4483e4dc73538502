// SPDX-License-Identifier: Apache-2.0
// Whole modules as compilers write them: clang's from corpus/, nvcc's made
// here and now; and every way to cut them off.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "module_claims.h"
#include "ptx/module/loader.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

const std::string corpus =
    LOCKSTEP_SOURCE_DIR "/tests/common/ptx/module/corpus/";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What both compilers' modules of tour.cu must say.
void check_tour(const Module& module) {
  CHECK(broken_claim(module) == "");
  for (const char* name : {"calls", "tiled", "warps", "scoped", "numbers"}) {
    CAPTURE(name);
    const Function* kernel = module.find_function(name);
    REQUIRE(kernel != nullptr);
    CHECK(kernel->is_kernel);
  }
  const Function* tiled = module.find_function("tiled");
  CHECK(tiled->shared_bytes == 512);
  CHECK(tiled->max_threads == 128);
  const Variable& tile = module.variables.at(tiled->shared_variables.at(
      module.variables[tiled->shared_variables[0]].is_extern ? 1 : 0));
  CHECK(tile.demangled == "tile");
  const Function* calls = module.find_function("calls");
  CHECK(calls->param_bytes == 44);
  CHECK(calls->parameters.at(1).bytes == 32);
  const Variable* table = module.find_variable("table");
  REQUIRE(table != nullptr);
  CHECK(table->bytes == 24);
  CHECK(table->initial[20] == std::byte{6});
  const Variable* pointer = module.find_variable("counter_address");
  REQUIRE(pointer != nullptr);
  CHECK(pointer->relocations.size() == 1);
}

/// True if something was inlined at line `inner`, which itself was inlined
/// at line `outer` of a function that was not.
bool is_inlined(const Module& module, unsigned inner, unsigned outer) {
  for (const LocationChain& chain : module.locations) {
    const std::size_t depth = chain.inlined_at.size();
    if (depth >= 2 && chain.inlined_at[depth - 1].line == outer &&
        chain.inlined_at[depth - 2].line == inner)
      return true;
  }
  return false;
}

unsigned line_of(const std::string& text, std::string_view words) {
  unsigned line = 1;
  for (std::size_t i = 0; i < text.find(words); ++i) line += text[i] == '\n';
  return line;
}

}  // namespace

TEST_CASE("clang's modules load", "[ptx][loader]") {
  const std::string file = GENERATE("tour.O3.ptx", "tour.O0.ptx");
  CAPTURE(file);
  check_tour(load_module(read(corpus + file), file));
}

TEST_CASE("nvcc's modules load", "[ptx][loader]") {
  if (std::system("nvcc --version >/dev/null 2>&1") != 0)
    SKIP("nvcc is not installed");
  const std::string flags = GENERATE("-lineinfo", "-G");
  CAPTURE(flags);
  const auto folder =
      std::filesystem::temp_directory_path() /
      ("lockstep-corpus-" +
       std::to_string(std::hash<std::string>{}(LOCKSTEP_BINARY_DIR + flags)));
  std::filesystem::create_directories(folder);
  const auto out = folder / "tour.ptx";
  const std::string command = "nvcc -ptx -std=c++17 -arch=compute_80 -w " +
                              flags + " '" + corpus + "tour.cu' -o '" +
                              out.string() + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  const std::string text = read(out);
  std::filesystem::remove_all(folder);
  const Module module = load_module(text, "tour");
  check_tour(module);
  if (flags == "-lineinfo") {
    const std::string source = read(corpus + "tour.cu");
    CHECK(is_inlined(module, line_of(source, "return __shfl_xor_sync"),
                     line_of(source, "+= from_lane(")));
  }
}

TEST_CASE("a module cut off anywhere is refused or whole", "[ptx][loader]") {
  const std::string text = read(corpus + "tour.O3.ptx");
  int refused = 0;
  for (std::size_t size = 0; size < text.size(); size += 7) {
    try {
      const Module module = load_module(text.substr(0, size), "cut");
      CHECK(broken_claim(module) == "");
    } catch (const PtxError&) {
      ++refused;
    }
  }
  CHECK(refused > 1500);
}

}  // namespace lockstep::ptx
