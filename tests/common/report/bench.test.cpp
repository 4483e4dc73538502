// SPDX-License-Identifier: Apache-2.0
// Measurements: the table and the program for gnuplot.
#include "report/bench.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace lockstep::report;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::ordered_json;

namespace {

Json on_gpu() {
  return Json::parse(R"({"lab": "01_reduction", "device": "NVIDIA H200",
    "kernels": [
      {"name": "gmem", "size": 1024, "milliseconds": 0.5,
       "bytes_per_second": 8.25e9, "counters": {}},
      {"name": "smem", "size": 1024, "message": "illegal address"}]})");
}

Json on_emulator() {
  return Json::parse(R"({"lab": "01_reduction", "device": "emulator",
    "kernels": [{"name": "smem", "size": 1024, "counters": {
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 128,
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 1,
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 40,
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": 2,
      "lockstep__block_barriers.max": 1000,
      "lockstep__block_barriers.sum": 9}}]})");
}

}  // namespace

TEST_CASE("bench: a value that was not measured is no zero", "[report]") {
  const std::string text = bench_text(on_gpu(), Page{});
  CHECK_THAT(text, ContainsSubstring("gmem    1024  0.5000   8.2"));
  CHECK_THAT(text, ContainsSubstring("smem    1024       -     -"));
  CHECK_THAT(text, ContainsSubstring("illegal address"));
  CHECK_THAT(text, !ContainsSubstring("barriers"));
}

TEST_CASE("bench: on the emulator the columns are counters", "[report]") {
  const std::string text = bench_text(on_emulator(), Page{});
  CHECK_THAT(text, ContainsSubstring("sectors read"));
  CHECK_THAT(text, ContainsSubstring("            42"));
  CHECK_THAT(text, ContainsSubstring("         9\n"));
  CHECK_THAT(text, !ContainsSubstring("GB/s"));
}

TEST_CASE("bench: the plot draws bandwidth, else traffic", "[report]") {
  const std::string gpu = plot_program(on_gpu(), "it's.svg");
  CHECK_THAT(gpu, ContainsSubstring("\"gmem\" 8.25\n"));
  CHECK_THAT(gpu, ContainsSubstring("set output 'it''s.svg'"));
  CHECK_THAT(plot_program(on_emulator(), "o"),
             ContainsSubstring("\"smem\" 128 1\n"));
  CHECK(plot_program(Json::parse(R"({"kernels": []})"), "o").empty());
}

TEST_CASE("bench: a lab's name cannot leave its quotes in the plot",
          "[report]") {
  Json bench = on_gpu();
  bench["lab"] = "x'; system('id'); '\n!id";
  CHECK_THAT(plot_program(bench, "o"),
             ContainsSubstring("'x''; system(''id''); '' !id"));
}

TEST_CASE("bench: JSON of another form is refused", "[report]") {
  const std::string text =
      GENERATE(as<std::string>{}, "{}", "[]", "3", R"({"kernels": {}})",
               R"({"kernels": [1]})");
  CHECK_THROWS_AS(bench_text(Json::parse(text), Page{}), std::runtime_error);
}
