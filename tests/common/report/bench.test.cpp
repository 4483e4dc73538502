// SPDX-License-Identifier: Apache-2.0
// Measurements: table, JSON and the program for gnuplot.
#include "report/bench.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace lockstep::report;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::ordered_json;

namespace {

Bench sample() {
  Bench bench;
  bench.about.lab = "01_reduction";
  bench.measurements = {
      {"smem", 1024, {{"milliseconds", 0.5}, {"gigabytes_per_second", 8.25}}},
      {"smem", 2048, {{"milliseconds", 0.6}, {"gigabytes_per_second", 13.0}}},
      {"CUB", 1024, {{"milliseconds", 0.25}}},
      {"gmem", 1024, {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 128}}},
  };
  return bench;
}

}  // namespace

TEST_CASE("bench: a value that was not measured is no zero", "[report]") {
  const std::string text = bench_text(sample(), Page{});
  CHECK_THAT(text, ContainsSubstring("CUB     1024"));
  CHECK_THAT(text, ContainsSubstring(" - "));
  CHECK_THAT(text, ContainsSubstring("[3]"));
  CHECK_THAT(text, ContainsSubstring(
                       "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
}

TEST_CASE("bench: the plot draws bandwidth, a curve a kernel", "[report]") {
  const std::string program = plot_program(sample(), "it's.svg");
  CHECK_THAT(program, ContainsSubstring("1024 8.25\n2048 13.0\n"));
  CHECK_THAT(program, ContainsSubstring("set output 'it''s.svg'"));
  CHECK_THAT(program, ContainsSubstring("title 'smem'"));
  CHECK(plot_program(Bench(), "x").empty());
}

TEST_CASE("bench: names cannot leave their quotes in the plot", "[report]") {
  Bench bench = sample();
  bench.measurements[0].name = "x'; system('id'); '\n!id";
  CHECK_THAT(plot_program(bench, "o"),
             ContainsSubstring("'x''; system(''id''); '' !id'"));
}

TEST_CASE("bench: what is no measurement is refused", "[report]") {
  const std::string text =
      GENERATE(as<std::string>{}, "{}", R"({"name":"a","size":1})",
               R"({"name":"a","size":1,"values":[]})",
               R"({"name":"a","size":1,"values":{"x":"1"}})",
               R"({"name":1,"size":1,"values":{}})");
  CHECK_THROWS_AS(measurement_from_json(Json::parse(text)), std::runtime_error);
}
